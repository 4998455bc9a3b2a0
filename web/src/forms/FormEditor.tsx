import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldStack } from '../components/FieldStack.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { LeaveQuestion } from '../components/LeaveQuestion.tsx'
import { useUnsavedPart } from '../components/unsaved-parts.tsx'
import { DifferingFields } from './DifferingFields.tsx'
import classes from './FormEditor.module.css'
import { FormField } from './FormField.tsx'
import type { FormValues } from './form-values.ts'
import { RetiredFields } from './RetiredFields.tsx'
import { useFormDraft } from './use-form-draft.ts'

/**
 * One form in one column, with Save and Cancel sticking to the bottom edge. Errors come when a field is left; Save shows
 * all of them and goes to the first. `saved.version` is null for a form that is new.
 */
export function FormEditor({
  record,
  fields,
  saved,
  retired,
  save,
  isDisabled,
  isLeaving,
  onLeaving,
  onClose,
}: {
  record: string
  fields: readonly FormTypeField[]
  saved: { version: number | null; values: FormValues }
  retired: readonly KeyValue[]
  save: (fields: KeyValue[], version: number | undefined) => Promise<unknown>
  isDisabled: boolean
  /** The person wants to close the panel. */
  isLeaving: boolean
  onLeaving: (isLeaving: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const form = useFormDraft(record, fields, saved, save)
  const { draft } = form
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const type = useCallback((field: FormTypeField, value: string) => latest.current.type(field.name, value), [])
  const leave = useCallback((field: FormTypeField, value: string) => latest.current.leave(field, value), [])
  const [isSaved, setIsSaved] = useState(false)
  useUnsavedPart(record, draft.isChanged && !isSaved, draft.discard)

  async function saveOver(version: number | null) {
    if (!form.checkAll()) {
      // The errors are drawn first.
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (!(await form.submit(version))) return
    setIsSaved(true)
    draft.discard()
    onClose()
  }

  useEffect(() => {
    if (isLeaving && !draft.isChanged) onClose()
  }, [isLeaving, draft.isChanged, onClose])

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void saveOver(form.version)
      }}
    >
      <FieldStack>
        {!isDisabled && <DraftNotice draft={draft} />}
        <ConflictNotice
          conflict={form.conflict}
          onSaveMine={(current) => void saveOver(current)}
          onTakeTheirs={() => {
            form.clear()
            draft.discard()
          }}
        >
          <DifferingFields fields={fields} mine={form.values} theirs={saved.values} />
        </ConflictNotice>
        {fields.length === 0 && <p>{t('noFields')}</p>}
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            error={form.errorOf(field.name)}
            isDisabled={isDisabled}
            onType={type}
            onLeave={leave}
          />
        ))}
        <RetiredFields fields={retired} />
      </FieldStack>
      {isLeaving && draft.isChanged ? (
        <LeaveQuestion onStay={() => onLeaving(false)} onLeave={draft.discard} />
      ) : (
        <FormActions
          isSticky
          save={t('save')}
          busyLabel={t('saving')}
          isBusy={form.isBusy}
          isChanged={draft.isChanged}
          isDisabled={isDisabled}
          isCancelDisabled={isDisabled}
          onCancel={() => onLeaving(true)}
        />
      )}
    </form>
  )
}
