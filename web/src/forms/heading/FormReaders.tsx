import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { IconUsers } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { FormReadersDocument, OnFormReadersUpdatesDocument } from '../../generated/graphql.ts'
import { useLive } from '../../live/live.ts'
import classes from './FormHeading.module.css'

/** Who else has the form open now. As long as this is shown, the others see the same of this person. */
export function FormReaders({
  subjectid,
  place,
  at,
}: {
  subjectid: string
  place: string
  /** Where it is shown: in the line of the headings. */
  at: HTMLElement | null
}) {
  const t = useTranslations('forms')
  const format = useFormatter()
  const { typeid, visitid, occurrence } = occurrenceOfKey(place)
  const form = {
    subjectid,
    formtypeid: typeid,
    visitid,
    occurrence: typeof occurrence === 'number' ? occurrence : null,
  }
  useLive(OnFormReadersUpdatesDocument, form)
  const { data } = useRead(FormReadersDocument, form)
  const names = format.list(data?.listFormReaders.map(({ name }) => name) ?? [])
  if (!at) return null
  return createPortal(
    <span role="status" className={classes.readers} title={names}>
      {names && (
        <>
          <IconUsers size={16} aria-hidden /> {t('alsoHere', { names })}
        </>
      )}
    </span>,
    at,
  )
}
