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
  AddDeviceDocument,
  type AddDeviceMutation,
  DevicesDocument,
  type DevicesQuery,
  UpdateDeviceDocument,
  type UpdateDeviceMutation,
} from '../generated/graphql.ts'
import type { Known, Planned } from '../records/machine/entry.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { correctedBy, editingOf, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { findRemover, puttingBack } from '../removed/put-back.ts'

export type DeviceRow = DevicesQuery['listDevices'][number]

const blank = blankFields(deviceFields)
const editing = editingOf(deviceFields)

function newDevice(siteid: string) {
  return {
    record: `new-device/${siteid}`,
    blank,
    plan(typed: Fields, _over: number | null, { added }: Known<AddDeviceMutation>) {
      const given = givenFields(deviceFields, typed)
      const problem = whyNotGiven(deviceFields, given)
      if (problem) return problem
      if (!added) return savedBy(AddDeviceDocument, { siteid, ...given })
      const input = { ...given, version: added.version }
      return correctedBy(UpdateDeviceDocument, { siteid, deviceid: added.data.addDevice.deviceid, input })
    },
  }
}

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

type Panel = { siteid: string; onSaved: (deviceid: string) => void; onClose: () => void }

export function NewDevicePanel({ siteid, onSaved, onClose }: Panel) {
  const t = useTranslations('devices')
  const editor = useEditor(newDevice(siteid), editing)
  const shown = useShown(t('deviceidHint'))
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <RecordForm
        editor={editor}
        fields={deviceFields}
        label={(field) => t(field)}
        shown={shown}
        isNew
        addsAnother
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onClose={(saved) => (saved ? onSaved(saved.addDevice.deviceid) : onClose())}
      />
    </SidePanel>
  )
}

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

function useShown(deviceidHint: string) {
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
