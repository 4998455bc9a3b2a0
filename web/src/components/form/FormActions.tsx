import { Button } from '@mantine/core'
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../notices/Refusal.tsx'
import classes from './FormActions.module.css'

/**
 * The buttons of a form: submit (dark red and described as "unsaved changes" while `isChanged`) and Cancel. They stick
 * to the bottom edge of a long form (`isSticky`). `children` (a SavedAt, for example) appear to the right. Messages
 * that concern no field appear beside them. After a refusal the focus moves to the first field or question concerned.
 */
export const FormActions = memo(function FormActions({
  save,
  busyLabel,
  submission,
  isChanged = false,
  isForm = false,
  isDisabled = false,
  isCancelDisabled = false,
  isSticky = false,
  onAnother,
  onCancel,
  cancel,
  children,
}: {
  save: string
  busyLabel?: string
  submission?: { isBusy: boolean; refusal: string | undefined; failed: number }
  isChanged?: boolean
  /** A subject's form, whose Save turns dark red while unsaved. Other editors show a dot. */
  isForm?: boolean
  isDisabled?: boolean
  isCancelDisabled?: boolean
  isSticky?: boolean
  /** A second button beside submit saves this one, too, and keeps the form for the next. */
  onAnother?: (() => void) | undefined
  onCancel?: () => void
  cancel?: string
  children?: ReactNode
}) {
  const t = useTranslations('components')
  const changedid = useId()
  const actions = useRef<HTMLDivElement>(null)
  const { isBusy = false, refusal, failed = 0 } = submission ?? {}

  useFocusOnRefusal(failed, actions)

  return (
    <div ref={actions} className={classes.actions} data-sticky={isSticky || undefined}>
      <Button
        type="submit"
        disabled={isDisabled}
        aria-disabled={isBusy || undefined}
        data-unsaved={isChanged ? (isForm ? 'form' : 'editor') : undefined}
        className={classes.save}
        aria-describedby={isChanged ? changedid : undefined}
      >
        {isBusy ? (busyLabel ?? save) : save}
      </Button>
      {onAnother && (
        <Button variant="default" disabled={isDisabled} aria-keyshortcuts="Shift+Enter" onClick={onAnother}>
          {t('another')}
        </Button>
      )}
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
      <Refusal text={refusal} />
    </div>
  )
})

/** After each failed attempt, focuses the first field concerned in the editor, form or fieldset around `place`. */
export function useFocusOnRefusal(failed: number, place: RefObject<HTMLElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failed attempt
  useEffect(() => {
    if (failed > 0)
      focusFirstConcerned(place.current?.closest('[data-draft]') ?? place.current?.closest('form, fieldset'))
  }, [failed])
}

/** A control that is refused, or one of a refused field whose controls can't say so: answers to choose from, a scale. */
export const refusedControl = '[aria-invalid="true"], [data-refused] :is(input, select, textarea):enabled'

/** Focuses the first refused field or open question, if any. */
export function focusFirstConcerned(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>(`${refusedControl}, [data-question] button`)?.focus()
}
