import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import type { RecordFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import stack from '../components/form/FieldStack.module.css'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FieldsFold } from '../components/form/FieldsFold.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { typedFields } from './machine/entry.ts'
import { RecordNotices } from './RecordNotices.tsx'
import type { Editor } from './use-record.ts'

/** How a field is shown, besides its label. */
type Shown = Pick<
  TextInputProps,
  'description' | 'placeholder' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'onPaste'
> & {
  /** Values to choose from, each with its words. Anything else may be typed, too. */
  offered?: readonly { value: string; label: string }[]
  /** The least number of lines, for a text of several. */
  lines?: number
  /** The input has the words of an offered value, and takes them. */
  isInWords?: boolean
  /** The input is as wide as a number, on whose pad it opens on a phone. */
  isNumber?: boolean
  /** What is said below the input about a text that may be saved nevertheless. */
  remark?: (text: string) => string | undefined
}

type FieldsOfEditor<List extends RecordFields> = {
  /** The fields, in their order: `siteFields` in the domain, for example. */
  fields: List
  label: (field: keyof List & string) => string
  shown?: { readonly [field in keyof List]?: Shown }
  isDisabled?: boolean
  /** Focuses the first field. For a form on its own page. */
  isFocused?: boolean
  /** Those of the fields that are seldom changed, behind one line that says how they stand. */
  folded?: { fields: readonly (keyof List & string)[]; heading: string; stand: string; about: string }
}

/**
 * The inputs of a record's fields. A mistake is shown when the input loses the focus and before anything is sent; a
 * refusal that names a field appears below its input.
 */
export function RecordInputs<List extends RecordFields>({
  editor,
  fields,
  label,
  shown = {},
  isDisabled = false,
  isFocused = false,
  folded,
}: FieldsOfEditor<List> & { editor: Editor }) {
  const listid = useId()
  const names: (keyof List & string)[] = Object.keys(fields)

  function inputOf(name: keyof List & string) {
    const { offered, isInWords, lines, remark, isNumber, description, type, onPaste, ...more } = shown[name] ?? {}
    const text = fieldValue(editor.fields, name)
    const worded = isInWords ? offered : undefined
    const isRequired = fields[name]?.isRequired
    const said = remark?.(text)
    const common = {
      name,
      label: label(name),
      value: worded?.find((one) => one.value === text)?.label ?? text,
      error: editor.errorOf(name),
      description: said ?? description,
      inputWrapperOrder: said === undefined ? undefined : (['label', 'input', 'description', 'error'] as const).slice(),
      disabled: isDisabled,
      autoComplete: 'off',
      spellCheck: false,
      withAsterisk: isRequired,
      'aria-required': isRequired || undefined,
      autoFocus: isFocused && name === names[0],
      onChange: ({ currentTarget: { value: typed } }: { currentTarget: { value: string } }) =>
        editor.type({ [name]: worded?.find((one) => one.label === typed)?.value ?? typed }),
      onBlur: () => editor.check(name),
    }
    return (
      <div key={name}>
        {lines === undefined ? (
          <TextInput
            {...common}
            {...more}
            {...(isNumber && { inputMode: 'decimal', classNames: { wrapper: stack.number } })}
            type={type}
            onPaste={onPaste}
            list={offered && `${listid}${name}`}
          />
        ) : (
          <Textarea {...common} {...more} autosize minRows={lines} />
        )}
        {offered && (
          <datalist id={`${listid}${name}`}>
            {offered.map((one) => (
              <option key={one.value} {...(worded ? { value: one.label } : one)} />
            ))}
          </datalist>
        )}
      </div>
    )
  }

  if (!folded) return names.map(inputOf)
  return (
    <>
      {names.filter((name) => !folded.fields.includes(name)).map(inputOf)}
      <FieldsFold {...folded} {...concernOf(editor, folded.fields)}>
        {folded.fields.map(inputOf)}
      </FieldsFold>
    </>
  )
}

/** Whether something about these fields has to be seen, and what changes when there is something new to see. */
function concernOf({ entry, asked, errorOf, failed, fields }: Editor, names: readonly string[]) {
  const wrong = names.filter((name) => errorOf(name) !== undefined)
  const open = names.filter((name) => Object.hasOwn(asked, name))
  return {
    isOfConcern: wrong.length > 0 || open.length > 0 || typedFields(entry).some(({ key }) => names.includes(key)),
    news: entry.isHeard
      ? JSON.stringify([wrong, wrong.length > 0 && failed, open, names.map((name) => fieldValue(fields, name))])
      : undefined,
  }
}

/**
 * A form over the fields of a record, for adding or changing it. Enter submits. With `addsAnother`, Shift Enter saves,
 * too, and keeps the form and its focus for the next record.
 */
export function RecordForm<List extends RecordFields, Row, Data>({
  editor,
  isNew = false,
  addsAnother = false,
  canPutBack = false,
  saveLabel,
  busyLabel,
  onSaved,
  onClose,
  children,
  more,
  ...inputs
}: FieldsOfEditor<List> & {
  editor: Editor<Row, Data>
  isNew?: boolean
  addsAnother?: boolean
  /** Whether this person may put it back after a colleague removed it. */
  canPutBack?: boolean
  saveLabel: string
  busyLabel?: string
  /** Also if the person left the form meanwhile. */
  onSaved?: (data: Data) => void
  /** The form is done with: saved, with the answer, or cancelled. */
  onClose: (saved?: Data) => void
  /** Above the inputs: a guard, for example. */
  children?: ReactNode
  /** A field of another kind below them, with its label and its value in words. */
  more?: { key: string; label: string; text: (value: string) => string; input: ReactNode }
}) {
  const t = useTranslations('drafts')
  const [firstField = ''] = Object.keys(inputs.fields)
  const [added, setAdded] = useState('')
  const form = useRef<HTMLFormElement>(null)

  async function saveIt() {
    const saved = await editor.save()
    if (!saved) return
    onSaved?.(saved.data)
    if (saved.isShown) onClose(saved.data)
  }

  async function saveAndGoOn() {
    const name = fieldValue(editor.fields, firstField).trim()
    const saved = await editor.save()
    if (!saved) return
    onSaved?.(saved.data)
    if (!saved.isShown) return
    setAdded(name)
    form.current?.querySelector<HTMLElement>(`[name="${firstField}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!addsAnother || event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    void saveAndGoOn()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form ref={form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      {children}
      <FieldStack>
        <RecordNotices
          copy={editor}
          label={(key) => (key === more?.key ? more.label : inputs.label(key))}
          text={(key, value) => (key === more?.key ? more.text(value) : value)}
          onPutBack={canPutBack ? () => void saveIt() : undefined}
        />
        <RecordInputs editor={editor} {...inputs} />
        {more?.input}
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          submission={editor}
          isChanged={editor.isChanged && !isNew}
          // Of what was removed, only the notice's button is offered: it says what saving would do.
          isDisabled={Boolean(inputs.isDisabled) || editor.isRemoved}
          onAnother={addsAnother ? () => void saveAndGoOn() : undefined}
          onCancel={() => {
            editor.discard()
            onClose()
          }}
        >
          {addsAnother && <span role="status">{added !== '' && t('addedNamed', { name: added })}</span>}
        </FormActions>
      </FieldStack>
    </form>
  )
}
