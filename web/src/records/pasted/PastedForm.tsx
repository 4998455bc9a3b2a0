import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import {
  newNames,
  type PastedName,
  readPastedNames,
  whyNotPasted,
} from '@casebook/domain/shared/pasted/pasted-names.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { Textarea } from '@mantine/core'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { FormActions } from '../../components/form/FormActions.tsx'
import type { Planned } from '../machine/entry.ts'
import { RecordNotices } from '../RecordNotices.tsx'
import { type Editor, useEditor } from '../use-record.ts'
import { isList } from './is-list.ts'
import classes from './Pasted.module.css'
import { PastedNames } from './PastedNames.tsx'

const list = 'list'
const blank = { [list]: '' }

type Rule = (name: string) => Problem | undefined

/** A list of names as a working copy: `add` sends all that are new, at once. `text`: the whole list. */
export function usePastedList<Data>(
  record: string,
  whyNot: Rule,
  add: (names: string[], text: string) => Planned<Data>,
) {
  return useEditor<unknown, Data>(
    {
      record,
      blank,
      plan(typed: Fields) {
        const text = fieldValue(typed, list)
        const read = readPastedNames(text, [], whyNot)
        return whyNotPasted(read, list) ?? add(newNames(read), text)
      },
    },
    { names: [list] },
  )
}

/** Chooses between adding one at a time and adding several at once. */
export function OneOrSeveral({ hasSeveral, onChange }: { hasSeveral: boolean; onChange: (several: boolean) => void }) {
  const t = useTranslations('drafts')
  return (
    <p className={classes.choice}>
      <TextButton onClick={() => onChange(!hasSeveral)}>{t(hasSeveral ? 'list.single' : 'list.several')}</TextButton>
    </p>
  )
}

/** Of a field for one name: a list that is pasted into it is typed into `editor` instead, and `onList` shows that. */
export function pastesList(editor: Editor, onList: () => void) {
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isList(text)) return
    event.preventDefault()
    editor.type({ [list]: text })
    onList()
  }
}

/**
 * Names typed or pasted, one a line, with what becomes of each. Ctrl Enter adds what is new: all or, if anything is
 * refused meanwhile, nothing.
 */
export function PastedForm<Data>({
  editor,
  existing,
  whyNot,
  label,
  hint,
  nameLabel,
  remarkOf,
  saveText,
  busyLabel,
  onSaved,
  onClose,
}: {
  editor: Editor<unknown, Data>
  existing: readonly (string | null)[]
  whyNot: Rule
  label: string
  /** What a line may hold, if it is more than a name. */
  hint?: string
  nameLabel: string
  remarkOf?: (name: string) => string | undefined
  saveText: (count: number) => string
  busyLabel: string
  onSaved?: (data: Data) => void
  onClose: () => void
}) {
  const t = useTranslations('drafts')
  const text = fieldValue(editor.fields, list)
  const names = useMemo((): PastedName[] => readPastedNames(text, existing, whyNot), [text, existing, whyNot])
  const count = newNames(names).length
  const refused = names.filter(({ state }) => state === 'refused').length

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

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <FieldStack>
        <RecordNotices copy={editor} label={() => label} />
        <Textarea
          name={list}
          label={label}
          description={hint ?? t('list.hint')}
          value={text}
          error={editor.errorOf(list)}
          autosize
          minRows={4}
          maxRows={10}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => editor.type({ [list]: event.currentTarget.value })}
        />
        <p role="status" className={classes.sum}>
          {names.length > 0 && t('list.sum', { added: count, left: names.length - count - refused, refused })}
        </p>
        <FormActions
          save={saveText(count)}
          busyLabel={busyLabel}
          submission={editor}
          isDisabled={count === 0}
          onCancel={() => {
            editor.discard()
            onClose()
          }}
        />
        {names.length > 0 && <PastedNames names={names} nameLabel={nameLabel} remarkOf={remarkOf} />}
      </FieldStack>
    </form>
  )
}
