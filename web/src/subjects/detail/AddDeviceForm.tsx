import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { type DevicePosition, devicePositions, whyNotDevices } from '@casebook/domain/subjects/subjects.rules.ts'
import { NativeSelect } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../app/graphql.ts'
import { ConflictNotice } from '../../components/ConflictNotice.tsx'
import { DraftNotice } from '../../components/DraftNotice.tsx'
import { FieldStack } from '../../components/FieldStack.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { useDraft } from '../../components/use-draft.ts'
import { useSubmission } from '../../components/use-submission.ts'
import { SetSubjectDevicesDocument } from '../../generated/graphql.ts'
import { usePositionText } from './position-text.ts'
import type { SubjectOffers, SubjectRecord } from './subject-record.ts'

type Choice = { position: DevicePosition | ''; deviceid: string }

const nothing: Choice = { position: '', deviceid: '' }

/** Sends the subject's device list extended by one. Both selects are required. */
export function AddDeviceForm({
  subject,
  devices,
  isDisabled,
  onAdded,
  onCancel,
}: {
  subject: SubjectRecord
  devices: SubjectOffers['listDevices']
  isDisabled: boolean
  onAdded: () => void
  onCancel: () => void
}) {
  const t = useTranslations('subject')
  const positionText = usePositionText()
  const [setDevices] = useWrite(SetSubjectDevicesDocument)
  const { siteid, studyid, subjectid, version } = subject
  const draft = useDraft(`subject-device/${subjectid}`, nothing)
  const { position, deviceid } = draft.value
  const { submit, isBusy, errorOf, conflict, clear, check } = useSubmission(
    ['position', 'deviceid', 'devices'],
    async (seenVersion: number) => {
      if (position === '') throw problem('text.required', { field: 'position' })
      if (deviceid === '') throw problem('text.required', { field: 'deviceid' })
      const extended = [...subject.devices, { deviceid, position }]
      const why = whyNotDevices(extended)
      if (why) throw why
      await setDevices({ input: { siteid, studyid, subjectid, devices: extended, version: seenVersion } })
    },
  )

  async function add(seenVersion: number) {
    if (!(await submit(seenVersion))) return
    draft.discard()
    onAdded()
  }

  function choose(changed: Partial<Choice>) {
    draft.set({ ...draft.value, ...changed })
    clear()
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add(version)
      }}
    >
      <FieldStack>
        <DraftNotice draft={draft} />
        <ConflictNotice
          conflict={conflict}
          onSaveMine={(current) => void add(current)}
          onTakeTheirs={() => {
            clear()
            draft.discard()
          }}
        />
        <NativeSelect
          label={t('location')}
          name="position"
          withAsterisk
          aria-required
          value={position}
          error={errorOf('position')}
          disabled={isDisabled}
          onChange={(event) =>
            choose({ position: devicePositions.find((one) => one === event.currentTarget.value) ?? '' })
          }
          onBlur={() =>
            draft.isChanged &&
            check('position', position === '' ? problem('text.required', { field: 'position' }) : undefined)
          }
        >
          <option value="" disabled>
            {t('selectLocation')}
          </option>
          {devicePositions.map((one) => (
            <option key={one} value={one}>
              {positionText(one)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label={t('deviceid')}
          name="deviceid"
          withAsterisk
          aria-required
          description={devices.length === 0 ? t('siteHasNoDevices') : undefined}
          value={deviceid}
          error={errorOf('deviceid') ?? errorOf('devices')}
          disabled={isDisabled}
          onChange={(event) => choose({ deviceid: event.currentTarget.value })}
        >
          <option value="" disabled>
            {t('selectDevice')}
          </option>
          {devices.toSorted(compareDevices).map((device) => (
            <option key={device.deviceid} value={device.deviceid}>
              {device.deviceid}
            </option>
          ))}
        </NativeSelect>
      </FieldStack>
      <FormActions
        save={t('add')}
        busyLabel={t('adding')}
        isBusy={isBusy}
        isDisabled={isDisabled}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      />
    </form>
  )
}
