import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { RecordNotices } from './RecordNotices.tsx'
import type { Editor } from './use-record.ts'

/**
 * A form with one text field, for adding or renaming. Mistakes are shown when the field loses the focus and before
 * anything is sent. Enter submits.
 */
export function OneTextForm<Row, Data>({
  editor,
  field,
  label,
  placeholder,
  remark,
  canPutBack = false,
  saveLabel,
  busyLabel,
  onSaved,
  onClose,
  isDisabled = false,
  isFocused = false,
}: {
  editor: Editor<Row, Data>
  /** The argument's name in the contract: refusals that name it appear below the input. */
  field: string
  label: string
  placeholder?: string
  /** What is said below the input about a text that may be saved nevertheless. */
  remark?: (text: string) => string | undefined
  /** Whether this person may put it back after a colleague removed it. */
  canPutBack?: boolean
  saveLabel: string
  busyLabel?: string
  /** Also if the person left the form meanwhile. */
  onSaved?: (data: Data) => void
  /** The form is done with: saved or cancelled. */
  onClose: () => void
  isDisabled?: boolean
  /** Focuses the field when the form opens. For a form on its own page. */
  isFocused?: boolean
}) {
  const text = fieldValue(editor.fields, field)

  async function saveIt() {
    const saved = await editor.save()
    if (!saved) return
    onSaved?.(saved.data)
    if (saved.isShown) onClose()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <RecordNotices copy={editor} label={() => label} onPutBack={canPutBack ? () => void saveIt() : undefined} />
        <TextInput
          name={field}
          label={label}
          placeholder={placeholder}
          value={text}
          error={editor.errorOf(field)}
          description={remark?.(text)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
          aria-required
          autoFocus={isFocused}
          onChange={(event) => editor.type({ [field]: event.currentTarget.value })}
          onBlur={() => editor.check(field)}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          submission={editor}
          isChanged={editor.isChanged && fieldValue(editor.entry.base.fields, field) !== ''}
          isDisabled={isDisabled || (editor.isRemoved && !canPutBack)}
          onCancel={() => {
            editor.discard()
            onClose()
          }}
        />
      </FieldStack>
    </form>
  )
}
