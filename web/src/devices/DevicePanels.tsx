import { deviceFields } from '@casebook/domain/devices/devices.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  blankFields,
  givenFields,
  typedFields,
  whyNotGiven,
} from '@casebook/domain/shared/record-fields/record-fields.ts'
import { useTranslations } from 'use-intl'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  type AddDeviceMutation,
  DevicesDocument,
  type DevicesQuery,
  UpdateDeviceDocument,
  type UpdateDeviceMutation,
} from '../generated/graphql.ts'
import type { Planned } from '../records/machine/entry.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { editingOf, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { findRemover, puttingBack } from '../removed/put-back.ts'

export type DeviceRow = DevicesQuery['listDevices'][number]

const blank = blankFields(deviceFields)
const editing = editingOf(deviceFields)

/** A device that a colleague removed is added again by saving. */
function deviceRecord(siteid: string, deviceuid: string) {
  return {
    record: `device/${deviceuid}`,
    blank,
    source: sourceOf(DevicesDocument, { siteid }, ({ data }) => {
      const device = data?.listDevices.find((each) => each.deviceuid === deviceuid)
      if (!device) return data && { version: null, fields: blank }
      return { version: device.version, fields: typedFields(deviceFields, device), row: device }
    }),
    findRemover: () => findRemover('DEVICE', deviceuid),
    plan(
      typed: Fields,
      over: number | null,
      { row }: { row: DeviceRow | undefined },
    ): Planned<AddDeviceMutation | UpdateDeviceMutation> | Error {
      const given = givenFields(deviceFields, typed)
      const problem = whyNotGiven(deviceFields, given)
      if (problem) return problem
      if (over === null || !row) return puttingBack('DEVICE', deviceuid)
      // By its newest id, which a colleague may have changed.
      return savedBy(UpdateDeviceDocument, { siteid, deviceid: row.deviceid, input: { ...given, version: over } })
    },
  }
}

export type Panel = { siteid: string; onSaved: (deviceid: string) => void; onClose: () => void }

export function EditDevicePanel({ siteid, deviceuid, onSaved, onClose }: Panel & { deviceuid: string }) {
  const t = useTranslations('devices')
  const editor = useEditor(deviceRecord(siteid, deviceuid), editing)
  const shown = useShown(t('renameHint'))
  function close(saved: AddDeviceMutation | UpdateDeviceMutation | undefined) {
    if (!saved) return onClose()
    onSaved('addDevice' in saved ? saved.addDevice.deviceid : saved.updateDevice.deviceid)
  }
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <RecordForm
        editor={editor}
        fields={deviceFields}
        label={(field) => t(field)}
        shown={shown}
        canPutBack
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onClose={close}
      />
    </SidePanel>
  )
}

export function useShown(deviceidHint: string) {
  const t = useTranslations('devices')
  return {
    deviceid: {
      description: deviceidHint,
      placeholder: t('deviceidPlaceholder'),
      autoCapitalize: 'characters',
    },
    hw_id: { description: t('hwidHint') },
  }
}
