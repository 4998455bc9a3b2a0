import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { type DevicePosition, devicePositions, whyNotDevices } from '@casebook/domain/subjects/subjects.rules.ts'
import { NativeSelect } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { FormActions } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { DraftNotice } from '../../components/notices/DraftNotice.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import { nextTask } from '../../drafts/use-record-submission.ts'
import { SetSubjectDevicesDocument } from '../../generated/graphql.ts'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { DevicePlaces } from './DevicePlaces.tsx'

const nothing = { position: '', deviceid: '' }

function positionOf(text: string): DevicePosition | undefined {
  return devicePositions.find((one) => one === text)
}

/**
 * Sends the subject's device list with one more device; both selects are required. If a colleague changed the subject
 * meanwhile, the newest list is extended.
 */
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
  const { siteid, studyid, subjectid } = subject
  const newest = useRef(subject)
  useEffect(() => {
    newest.current = subject
  })
  const draft = useDraft(`subject-device/${subjectid}`, nothing)
  const { position } = draft.value
  // A site's only device is preselected.
  const only = devices.length === 1 ? devices[0]?.deviceid : undefined
  const deviceid = draft.value.deviceid || (only ?? '')

  async function extend(added: typeof nothing) {
    const chosen = positionOf(added.position)
    if (!chosen) throw problem('text.required', { field: 'position' })
    if (added.deviceid === '') throw problem('text.required', { field: 'deviceid' })
    const { devices: worn, version } = newest.current
    const extended = [...worn, { deviceid: added.deviceid, position: chosen }]
    const why = whyNotDevices(extended)
    if (why) throw why
    await setDevices({ input: { siteid, studyid, subjectid, devices: extended, version } })
  }

  const submission = useSubmission(
    ['position', 'deviceid', 'devices'],
    async (added: typeof nothing) => {
      try {
        await extend(added)
      } catch (thrown) {
        if (!failuresOf(thrown).some(({ code }) => code === 'CONFLICT')) throw thrown
        await rereadShown()
        await nextTask()
        await extend(added)
      }
    },
    { isBeside: true },
  )
  const { submit, errorOf, clear, check, ifShown } = submission

  async function add(added: typeof nothing) {
    if (!(await submit(added))) return
    draft.discard()
    ifShown(onAdded)
  }

  function choose(changed: Partial<typeof nothing>) {
    draft.set({ ...draft.value, ...changed })
    clear()
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add({ position, deviceid })
      }}
    >
      <FieldStack>
        <DraftNotice draft={draft} />
        <NativeSelect
          label={t('location')}
          name="position"
          withAsterisk
          aria-required
          value={position}
          error={errorOf('position')}
          disabled={isDisabled}
          onChange={(event) => choose({ position: event.currentTarget.value })}
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
        submission={submission}
        isDisabled={isDisabled}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      />
      <DevicePlaces
        devices={devices}
        worn={subject.devices}
        isDisabled={isDisabled || submission.isBusy}
        onChoose={(added) => void add(added)}
      />
    </form>
  )
}
