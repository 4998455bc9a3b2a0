import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FormActions.module.css'

/**
 * The buttons that end a form: the one that saves (type submit; dark red, described as "unsaved changes", while
 * `isChanged`) and Cancel. They stick to the bottom edge of a long form (`isSticky`). `children` stands to the right of
 * them (a SavedAt, say).
 */
export function FormActions({
  save,
  busyLabel,
  isBusy = false,
  isChanged = false,
  isDisabled = false,
  isCancelDisabled = false,
  isSticky = false,
  onCancel,
  cancel,
  children,
}: {
  save: string
  busyLabel?: string
  isBusy?: boolean
  isChanged?: boolean
  isDisabled?: boolean
  isCancelDisabled?: boolean
  isSticky?: boolean
  onCancel?: () => void
  cancel?: string
  children?: ReactNode
}) {
  const t = useTranslations('components')
  const changedid = useId()
  return (
    <div className={classes.actions} data-sticky={isSticky || undefined}>
      <Button
        type="submit"
        disabled={isDisabled}
        aria-disabled={isBusy || undefined}
        data-unsaved={isChanged || undefined}
        className={classes.save}
        aria-describedby={isChanged ? changedid : undefined}
      >
        {isBusy ? (busyLabel ?? save) : save}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={isCancelDisabled}>
          {cancel ?? t('cancel')}
        </Button>
      )}
      {isChanged && (
        <span id={changedid} className={classes.changed}>
          {t('unsavedChanges')}
        </span>
      )}
      {children}
    </div>
  )
}
