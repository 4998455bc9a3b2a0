import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { IconHistory } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import classes from './HistoryButton.module.css'

/**
 * Opens the history of a field. Tab goes from answer to answer past it, because F2 opens it from the answer; where nothing
 * can be answered, Tab stops at it.
 */
export const HistoryButton = memo(function HistoryButton({
  field,
  isDisabled,
  onOpen,
}: {
  field: FormTypeField
  isDisabled: boolean
  onOpen: (name: string) => void
}) {
  const t = useTranslations('forms.fieldHistory')
  return (
    <button
      type="button"
      className={classes.open}
      tabIndex={isDisabled ? undefined : -1}
      aria-label={t('open')}
      title={t('of', { name: labelOf(field) })}
      onClick={() => onOpen(field.name)}
    >
      <IconHistory size={16} aria-hidden />
    </button>
  )
})
