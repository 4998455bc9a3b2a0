import { Textarea } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './CloseDialog.module.css'
import type { Closing } from './use-closing.ts'
import type { NamedShortcoming } from './use-shortcomings.ts'

/** The fields that do not satisfy the form type's present version, and the reason for closing anyway. */
export function ShortcomingsPart({
  shortcomings,
  closing,
}: {
  shortcomings: readonly NamedShortcoming[]
  closing: Closing
}) {
  const t = useTranslations('subject')
  const textOf = useFailureText()
  return (
    <>
      <Notice kind="warning">
        <p>{t('incompleteForms')}</p>
        <ul className={classes.shortcomings}>
          {shortcomings.map(({ form, name, field, why }) => (
            <li key={`${form} ${field}`}>
              <strong>{`${name}: ${field}`}</strong> – {failuresOf(why).map(textOf).join(' ')}
            </li>
          ))}
        </ul>
      </Notice>
      <Textarea
        className={classes.reason}
        label={t('closeReason')}
        name="reason"
        autosize
        value={closing.reason}
        error={closing.errorOf('reason')}
        onChange={(event) => closing.setReason(event.currentTarget.value)}
      />
    </>
  )
}
