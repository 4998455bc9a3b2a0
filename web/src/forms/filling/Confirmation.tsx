import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { maxConfirmationLength } from '@casebook/domain/forms/judgement.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './Confirmation.module.css'

/** Beside an unusual value: what is unusual, and the reason for which it is right. */
export function Confirmation({
  field,
  unusual,
  reason,
  error,
  onReason,
}: {
  field: FormTypeField
  unusual: Problem
  reason: string
  error: string | undefined
  onReason: (reason: string) => void
}) {
  const t = useTranslations('forms')
  const textOf = useFailureText()
  const [failure] = failuresOf(unusual)
  return (
    <div className={classes.unusual} role="status">
      {failure && <p>{textOf(failure)}</p>}
      <TextInput
        size="xs"
        label={t('whyRight', { name: labelOf(field) })}
        value={reason}
        error={error}
        maxLength={maxConfirmationLength}
        autoComplete="off"
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </div>
  )
}
