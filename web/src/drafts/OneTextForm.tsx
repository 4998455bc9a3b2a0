import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { useRecordDraft } from './use-record-draft.ts'
import { useRecordSubmission } from './use-record-submission.ts'

/**
 * A form with one text field, for adding or renaming: validated by `why` when the field loses focus and before anything
 * is sent, stored as a draft, and saved by `save` over the version that it was merged with. Enter submits.
 */
export function OneTextForm({
  record,
  field,
  label,
  placeholder,
  saved = '',
  version = null,
  isGone = false,
  why,
  remark,
  save,
  putBack,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
  isDisabled = false,
  isFocused = false,
}: {
  /** The draft's name: 'new-study/SITEID', 'subject/SUBJECTID'. */
  record: string
  /** The argument's name in the contract: refusals that name it appear below the input. */
  field: string
  label: string
  placeholder?: string
  saved?: string
  version?: number | null
  /** A colleague removed it. */
  isGone?: boolean
  why: (text: string) => Error | undefined
  /** What is said below the input about a text that may be saved nevertheless. */
  remark?: (text: string) => string | undefined
  save: (text: string, version: number | null) => Promise<{ version: number }>
  /** Restores the removed record, or adds it again. Omit if that is not possible. */
  putBack?: ((text: string) => Promise<{ version: number } | undefined>) | undefined
  saveLabel: string
  busyLabel?: string
  onSaved: () => void
  onCancel?: () => void
  isDisabled?: boolean
  /** Focuses the field when the form opens. For a form on its own page. */
  isFocused?: boolean
}) {
  const stored = isGone ? { version: null, fields: { [field]: '' } } : { version, fields: { [field]: saved } }
  const draft = useRecordDraft(record, stored)
  const text = fieldValue(draft.fields, field)
  const submission = useRecordSubmission(
    draft,
    [field],
    (fields) => why(fieldValue(fields, field)),
    (fields, over) =>
      over === null && putBack ? putBack(fieldValue(fields, field)) : save(fieldValue(fields, field), over),
  )
  const { submit, errorOf, clear, check, ifShown } = submission

  async function saveIt() {
    if (!(await submit())) return
    draft.discard()
    ifShown(onSaved)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <DraftNotices draft={draft} label={() => label} onPutBack={putBack && (() => void saveIt())} />
        <TextInput
          name={field}
          label={label}
          placeholder={placeholder}
          value={text}
          error={errorOf(field)}
          description={remark?.(text)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
          aria-required
          autoFocus={isFocused}
          onChange={(event) => {
            draft.set({ [field]: event.currentTarget.value })
            clear(field)
          }}
          onBlur={() => draft.isChanged && check(field, why(text))}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          submission={submission}
          isChanged={draft.isChanged && saved !== ''}
          isDisabled={isDisabled || (draft.isRemoved && !putBack)}
          onCancel={
            onCancel &&
            (() => {
              draft.discard()
              onCancel()
            })
          }
        />
      </FieldStack>
    </form>
  )
}
