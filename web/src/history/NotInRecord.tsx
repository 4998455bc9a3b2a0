import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { typedFields } from '../records/machine/entry.ts'
import { TypedNotice } from '../records/RecordNotices.tsx'
import type { WorkingCopy } from '../records/use-record.ts'
import { readClosing } from './find-author.ts'

/** In a subject that is not open: what was typed and never saved, and who closed the subject. Empty without a draft. */
export function NotInRecord({
  subject,
  copy,
  label,
  text,
  onDiscard = copy.discard,
}: {
  subject: { studyid: string; subjectid: string }
  copy: WorkingCopy
  /** A field's label on the screen. */
  label: (key: string) => string
  /** A field's value as displayed. */
  text: (key: string, value: string) => string
  onDiscard?: () => void
}) {
  const typed = typedFields(copy.entry)
  if (typed.length === 0) return null
  return (
    <Closed
      {...subject}
      typed={typed.map(({ key, value }) => ({ name: label(key), value: value === '' ? '' : text(key, value) }))}
      onDiscard={onDiscard}
    />
  )
}

type Closing = Awaited<ReturnType<typeof readClosing>>

function Closed({
  studyid,
  subjectid,
  ...notice
}: {
  studyid: string
  subjectid: string
  typed: readonly { name: string; value: string }[]
  onDiscard: () => void
}) {
  const t = useTranslations('drafts')
  const format = useFormatter()
  const [closing, setClosing] = useState<Closing>()
  useEffect(() => {
    // Without an answer, the notice does not say who closed it.
    readClosing(studyid, subjectid).then(setClosing, () => undefined)
  }, [studyid, subjectid])
  const title = closing
    ? t(closing.status === 'CLOSED' ? 'closedBy' : 'deletedBy', {
        by: closing.by,
        at: format.dateTime(new Date(closing.at), { dateStyle: 'medium', timeStyle: 'short' }),
      })
    : t('notChangeable')
  return <TypedNotice title={title} {...notice} />
}
