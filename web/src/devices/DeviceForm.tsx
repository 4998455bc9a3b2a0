import { whyNotDeviceid, whyNotHwId } from '@casebook/domain/devices/devices.rules.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { DraftNotices } from '../drafts/DraftNotices.tsx'
import type { Stored } from '../drafts/machine/draft-machine.ts'
import { useRecordDraft } from '../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../drafts/use-record-submission.ts'

export type DeviceTyped = { deviceid: string; hwid: string }

function typedOf(fields: Fields): DeviceTyped {
  return { deviceid: fieldValue(fields, 'deviceid'), hwid: fieldValue(fields, 'hw_id') }
}

/** The fields of a device (`deviceid`, `hw_id`), for adding and editing. */
export function DeviceForm({
  record,
  stored,
  save,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
}: {
  record: string
  stored: Stored
  save: (typed: DeviceTyped, version: number | null) => Promise<{ version: number }>
  saveLabel: string
  busyLabel: string
  onSaved: (deviceid: string) => void
  onCancel: () => void
}) {
  const t = useTranslations('devices')
  const draft = useRecordDraft(record, stored)
  const { deviceid, hwid } = typedOf(draft.fields)
  const isNew = stored.version === null && !draft.isRemoved
  const submission = useRecordSubmission(
    draft,
    ['deviceid', 'hw_id'],
    (fields) => whyNotDeviceid(fieldValue(fields, 'deviceid')) ?? whyNotHwId(fieldValue(fields, 'hw_id')),
    (fields, version) => save(typedOf(fields), version),
  )
  const { submit, errorOf, clear, check, ifShown } = submission

  async function saveIt() {
    if (!(await submit())) return
    const saved = typedOf(draft.latest().mine).deviceid
    draft.discard()
    ifShown(() => onSaved(saved))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <DraftNotices
          draft={draft}
          label={(key) => t(key === 'hw_id' ? 'hwid' : 'deviceid')}
          onPutBack={() => void saveIt()}
        />
        <TextInput
          name="deviceid"
          label={t('deviceid')}
          description={isNew ? t('deviceidHint') : t('renameHint')}
          placeholder={t('deviceidPlaceholder')}
          value={deviceid}
          error={errorOf('deviceid')}
          withAsterisk
          aria-required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            draft.set({ deviceid: event.currentTarget.value })
            clear('deviceid')
          }}
          onBlur={() => draft.isChanged && check('deviceid', whyNotDeviceid(deviceid))}
        />
        <TextInput
          name="hw_id"
          label={t('hwid')}
          description={t('hwidHint')}
          value={hwid}
          error={errorOf('hw_id')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            draft.set({ hw_id: event.currentTarget.value })
            clear('hw_id')
          }}
          onBlur={() => check('hw_id', whyNotHwId(hwid))}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          submission={submission}
          isChanged={draft.isChanged && !isNew}
          onCancel={() => {
            draft.discard()
            onCancel()
          }}
        />
      </FieldStack>
    </form>
  )
}
