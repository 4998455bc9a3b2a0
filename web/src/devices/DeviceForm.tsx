import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { RecordNotices } from '../records/RecordNotices.tsx'
import type { Editor } from '../records/use-record.ts'

/** The fields of a device (`deviceid`, `hw_id`), for adding and editing. */
export function DeviceForm<Row, Data>({
  editor,
  isNew = false,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
}: {
  editor: Editor<Row, Data>
  isNew?: boolean
  saveLabel: string
  busyLabel: string
  onSaved: (data: Data) => void
  onCancel: () => void
}) {
  const t = useTranslations('devices')
  const { deviceid = '', hw_id: hwid = '' } = editor.fields

  async function saveIt() {
    const saved = await editor.save()
    if (saved?.isShown) onSaved(saved.data)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <RecordNotices
          copy={editor}
          label={(key) => t(key === 'hw_id' ? 'hwid' : 'deviceid')}
          onPutBack={() => void saveIt()}
        />
        <TextInput
          name="deviceid"
          label={t('deviceid')}
          description={isNew ? t('deviceidHint') : t('renameHint')}
          placeholder={t('deviceidPlaceholder')}
          value={deviceid}
          error={editor.errorOf('deviceid')}
          withAsterisk
          aria-required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => editor.type({ deviceid: event.currentTarget.value })}
          onBlur={() => editor.check('deviceid')}
        />
        <TextInput
          name="hw_id"
          label={t('hwid')}
          description={t('hwidHint')}
          value={hwid}
          error={editor.errorOf('hw_id')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => editor.type({ hw_id: event.currentTarget.value })}
          onBlur={() => editor.check('hw_id')}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          submission={editor}
          isChanged={editor.isChanged && !isNew}
          onCancel={() => {
            editor.discard()
            onCancel()
          }}
        />
      </FieldStack>
    </form>
  )
}
