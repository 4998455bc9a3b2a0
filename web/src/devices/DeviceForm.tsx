import { whyNotDeviceid, whyNotHwId } from '@casebook/domain/devices/devices.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldStack } from '../components/FieldStack.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { useSubmission } from '../components/use-submission.ts'
import { useVersionedDraft } from '../components/use-versioned-draft.ts'

export type DeviceTyped = { deviceid: string; hwid: string }

/** The fields of a device, for adding and for editing one. */
export function DeviceForm({
  record,
  saved,
  version,
  save,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
}: {
  record: string
  saved: DeviceTyped
  version?: number
  save: (typed: DeviceTyped, version: number | undefined) => Promise<unknown>
  saveLabel: string
  busyLabel: string
  onSaved: (deviceid: string) => void
  onCancel: () => void
}) {
  const t = useTranslations('devices')
  const draft = useVersionedDraft(record, saved, version)
  const { deviceid, hwid } = draft.value
  const isNew = saved.deviceid === ''
  const { submit, isBusy, errorOf, conflict, clear, check } = useSubmission(
    ['deviceid', 'hw_id'],
    async (overVersion: number | undefined) => {
      const problem = whyNotDeviceid(deviceid) ?? whyNotHwId(hwid)
      if (problem) throw problem
      await save(draft.value, overVersion)
    },
  )

  async function saveVersion(overVersion: number | undefined) {
    if (!(await submit(overVersion))) return
    draft.discard()
    onSaved(deviceid)
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
          theirs={[saved.deviceid, saved.hwid].filter(Boolean).join(', ')}
          onSaveMine={(current) => void saveVersion(current)}
          onTakeTheirs={() => {
            clear()
            draft.discard()
          }}
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
            draft.set({ deviceid: event.currentTarget.value, hwid })
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
            draft.set({ deviceid, hwid: event.currentTarget.value })
            clear('hw_id')
          }}
          onBlur={() => check('hw_id', whyNotHwId(hwid))}
        />
        <FormActions
          save={saveLabel}
          busyLabel={busyLabel}
          isBusy={isBusy}
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
