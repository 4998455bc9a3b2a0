import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { SidePanel } from '../components/SidePanel.tsx'
import { AddDeviceDocument, type DevicesQuery, UpdateDeviceDocument } from '../generated/graphql.ts'
import { DeviceForm } from './DeviceForm.tsx'

export type DeviceRow = DevicesQuery['listDevices'][number]

const nothingTyped = { deviceid: '', hwid: '' }

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
        saved={nothingTyped}
        save={({ deviceid, hwid }) => addDevice({ siteid, deviceid, hw_id: hwid || null })}
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
  onSaved,
  onClose,
}: {
  device: DeviceRow
  onSaved: (deviceid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('devices')
  const [updateDevice] = useWrite(UpdateDeviceDocument)
  const { siteid } = device
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <DeviceForm
        record={`device/${siteid}/${device.deviceid}`}
        saved={{ deviceid: device.deviceid, hwid: device.hw_id ?? '' }}
        version={device.version}
        save={({ deviceid, hwid }, version) =>
          updateDevice({
            siteid,
            deviceid: device.deviceid,
            input: { deviceid, hw_id: hwid || null, version: version ?? null },
          })
        }
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onSaved}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
