import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { AddDeviceDocument, type DevicesQuery, UpdateDeviceDocument } from '../generated/graphql.ts'
import { DeviceForm } from './DeviceForm.tsx'

export type DeviceRow = DevicesQuery['listDevices'][number]

const none = { version: null, fields: { deviceid: '', hw_id: '' } }

export function NewDevicePanel({
  siteid,
  onSaved,
  onClose,
}: {
  siteid: string
  onSaved: (deviceid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('devices')
  const [addDevice] = useWrite(AddDeviceDocument)
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <DeviceForm
        record={`new-device/${siteid}`}
        stored={none}
        save={async ({ deviceid, hwid }) => (await addDevice({ siteid, deviceid, hw_id: hwid || null })).addDevice}
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onSaved={onSaved}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

export function EditDevicePanel({
  device,
  isGone,
  onSaved,
  onClose,
}: {
  device: DeviceRow
  /** A colleague removed it: saving adds it again. */
  isGone: boolean
  onSaved: (deviceid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('devices')
  const [updateDevice] = useWrite(UpdateDeviceDocument)
  const [addDevice] = useWrite(AddDeviceDocument)
  const { siteid } = device
  // A save that is repeated after a colleague renamed the device needs its new id.
  const newest = useRef(device)
  useEffect(() => {
    newest.current = device
  })
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <DeviceForm
        record={`device/${device.deviceuid}`}
        stored={
          isGone ? none : { version: device.version, fields: { deviceid: device.deviceid, hw_id: device.hw_id ?? '' } }
        }
        save={async ({ deviceid, hwid }, version) => {
          const hw_id = hwid || null
          if (version === null) return (await addDevice({ siteid, deviceid, hw_id })).addDevice
          const input = { deviceid, hw_id, version }
          return (await updateDevice({ siteid, deviceid: newest.current.deviceid, input })).updateDevice
        }}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onSaved}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
