import { whyNotDeviceid, whyNotHwId } from '@casebook/domain/devices/devices.rules.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
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
import { correctedBy, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { DeviceForm } from './DeviceForm.tsx'

export type DeviceRow = DevicesQuery['listDevices'][number]

const blank = { deviceid: '', hw_id: '' }

function whyNot(key: string, fields: Fields): Error | undefined {
  return key === 'hw_id' ? whyNotHwId(fieldValue(fields, key)) : whyNotDeviceid(fieldValue(fields, 'deviceid'))
}

const editing = { names: ['deviceid', 'hw_id'], why: whyNot }

function typedOf(fields: Fields) {
  return { deviceid: fieldValue(fields, 'deviceid'), hw_id: fieldValue(fields, 'hw_id') || null }
}

function newDevice(siteid: string) {
  return {
    record: `new-device/${siteid}`,
    blank,
    plan(fields: Fields, _over: number | null, { added }: Known<AddDeviceMutation>) {
      const problem = whyNot('deviceid', fields) ?? whyNot('hw_id', fields)
      if (problem) return problem
      if (!added) return savedBy(AddDeviceDocument, { siteid, ...typedOf(fields) })
      const input = { ...typedOf(fields), version: added.version }
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
      const { version, deviceid, hw_id } = device
      return { version, fields: { deviceid, hw_id: hw_id ?? '' }, row: device }
    }),
    plan(
      fields: Fields,
      over: number | null,
      { row }: { row: DeviceRow | undefined },
    ): Planned<AddDeviceMutation | UpdateDeviceMutation> | Error {
      const problem = whyNot('deviceid', fields) ?? whyNot('hw_id', fields)
      if (problem) return problem
      const typed = typedOf(fields)
      if (over === null || !row) return savedBy(AddDeviceDocument, { siteid, ...typed })
      // By its newest id, which a colleague may have changed.
      return savedBy(UpdateDeviceDocument, { siteid, deviceid: row.deviceid, input: { ...typed, version: over } })
    },
  }
}

type Panel = { siteid: string; onSaved: (deviceid: string) => void; onClose: () => void }

export function NewDevicePanel({ siteid, onSaved, onClose }: Panel) {
  const t = useTranslations('devices')
  const editor = useEditor(newDevice(siteid), editing)
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <DeviceForm
        editor={editor}
        isNew
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onSaved={({ addDevice }) => onSaved(addDevice.deviceid)}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

export function EditDevicePanel({ siteid, deviceuid, onSaved, onClose }: Panel & { deviceuid: string }) {
  const t = useTranslations('devices')
  const editor = useEditor(deviceRecord(siteid, deviceuid), editing)
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <DeviceForm
        editor={editor}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={(saved) => onSaved('addDevice' in saved ? saved.addDevice.deviceid : saved.updateDevice.deviceid)}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
