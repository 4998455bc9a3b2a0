import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ConflictNotice } from './ConflictNotice.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { FieldStack } from './FieldStack.tsx'
import { FormActions } from './FormActions.tsx'
import { useSubmission } from './use-submission.ts'
import { useVersionedDraft } from './use-versioned-draft.ts'

/**
 * The form of whatever is made or renamed by one text: checked by `why` when the field is left and before anything is
 * sent, kept as a draft, and saved by `save` with the version that the person saw. After a CONFLICT it may be saved over
 * the newer version. Enter submits.
 */
export function OneTextForm({
  record,
  field,
  label,
  placeholder,
  saved = '',
  version,
  why,
  save,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
  isDisabled = false,
}: {
  /** Names the draft: 'new-study/SITEID', 'subject/SUBJECTID'. */
  record: string
  /** The argument's name in the contract: refusals that name it are shown under the input. */
  field: string
  label: string
  placeholder?: string
  saved?: string
  version?: number
  why: (text: string) => Error | undefined
  save: (text: string, version: number | undefined) => Promise<unknown>
  saveLabel: string
  busyLabel?: string
  onSaved: () => void
  onCancel?: () => void
  isDisabled?: boolean
}) {
  const draft = useVersionedDraft(record, saved, version)
  const { submit, isBusy, errorOf, conflict, clear, check } = useSubmission(
    [field],
    async (overVersion: number | undefined) => {
      const problem = why(draft.value)
      if (problem) throw problem
      await save(draft.value, overVersion)
    },
  )

  async function saveVersion(overVersion: number | undefined) {
    if (!(await submit(overVersion))) return
    draft.discard()
    onSaved()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveVersion(draft.version)
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <DraftNotice draft={draft} />
        <ConflictNotice
          conflict={isBusy ? undefined : (conflict ?? draft.heard)}
          theirs={saved}
          onSaveMine={(current) => void saveVersion(current)}
          onTakeTheirs={() => {
            clear()
            draft.discard()
          }}
        />
        <TextInput
          name={field}
          label={label}
          placeholder={placeholder}
          value={draft.value}
          error={errorOf(field)}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
          aria-required
          onChange={(event) => {
            draft.set(event.currentTarget.value)
            clear(field)
          }}
          onBlur={() => draft.isChanged && check(field, why(draft.value))}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          isBusy={isBusy}
          isChanged={draft.isChanged && saved !== ''}
          isDisabled={isDisabled}
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
