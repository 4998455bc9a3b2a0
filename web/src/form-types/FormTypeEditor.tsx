import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../components/form/FormActions.tsx'
import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { records } from '../records/records.ts'
import type { Editor } from '../records/use-record.ts'
import { useDefinitionText } from './definition-text.ts'
import classes from './FormTypeEditor.module.css'
import { FieldTable } from './fields/FieldTable.tsx'
import { emptyField, type FieldDraft, type FormTypeDraft } from './fields/field-draft.ts'
import { changesTo, draftOfFields, fieldNameOf } from './form-type-fields.ts'

/** Identifier and fields of a form type, for adding and editing. Saving is disabled while a row is open. */
export function FormTypeEditor<Row, Data>({
  editor,
  canPutBack = false,
  saveLabel,
  busyLabel,
  onSaved,
  onClose,
}: {
  editor: Editor<Row, Data>
  canPutBack?: boolean
  saveLabel: string
  busyLabel: string
  /** Also if the person left the editor meanwhile. */
  onSaved?: (data: Data) => void
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const definitionText = useDefinitionText()
  const [edited, setEdited] = useState<FieldDraft>()
  const typed = draftOfFields(editor.fields, editor.entry.base.fields)
  const { identifier, fields } = typed

  function change(next: Partial<FormTypeDraft>) {
    editor.type(changesTo({ ...typed, ...next }, editor.fields))
  }

  async function saveIt() {
    if (edited) return
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
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <UnsavedGuard
        isChanged={editor.isChanged || edited !== undefined}
        isUnsaved={() => edited !== undefined || records.isEditing(editor.record)}
        onLeave={editor.discard}
      />
      <RecordNotices
        copy={editor}
        label={(key) => fieldNameOf(key) ?? t('identifier')}
        text={definitionText}
        onPutBack={canPutBack ? () => void saveIt() : undefined}
      />
      <TextInput
        className={classes.identifier}
        name="identifier"
        label={t('identifier')}
        value={identifier}
        error={editor.errorOf('identifier')}
        withAsterisk
        aria-required
        autoComplete="off"
        onChange={(event) => editor.type({ identifier: event.currentTarget.value })}
        onBlur={() => editor.check('identifier')}
      />
      <FieldTable fields={fields} edited={edited} onEdit={setEdited} onChange={(next) => change({ fields: next })} />
      <Button
        variant="default"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={edited !== undefined}
        onClick={() => setEdited(emptyField(`new ${Date.now()}`))}
      >
        {t('addField')}
      </Button>
      <FormActions
        isSticky={edited === undefined}
        save={saveLabel}
        busyLabel={busyLabel}
        submission={editor}
        isChanged={editor.isChanged}
        isDisabled={edited !== undefined || (editor.isRemoved && !canPutBack)}
        onCancel={() => {
          editor.discard()
          onClose()
        }}
      >
        {edited && <span className={classes.why}>{t('finishField')}</span>}
      </FormActions>
    </form>
  )
}
