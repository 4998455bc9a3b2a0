import { deviceFields, pastedDevices, whyNotDeviceid } from '@casebook/domain/devices/devices.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddDeviceDocument,
  type AddDeviceMutation,
  AddDevicesDocument,
  DevicesDocument,
  UpdateDeviceDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { isNextOne } from '../records/machine/next-one.ts'
import { OneOrSeveral, PastedForm, pastesList, usePastedList } from '../records/pasted/PastedForm.tsx'
import { RecordForm } from '../records/RecordForm.tsx'
import { correctedBy, editingOf, replacedBy, savedBy, useEditor } from '../records/use-record.ts'
import { type Panel, useShown } from './DevicePanels.tsx'

const editing = editingOf(deviceFields)

function newDevice(siteid: string) {
  return {
    record: `new-device/${siteid}`,
    blank: blankFields(deviceFields),
    plan(typed: Fields, _over: number | null, known: Known<AddDeviceMutation>) {
      const { added } = known
      const given = givenFields(deviceFields, typed)
      const problem = whyNotGiven(deviceFields, given)
      if (problem) return problem
      if (!added) return savedBy(AddDeviceDocument, { siteid, ...given })
      if (isNextOne(known, typed, 'deviceid')) return replacedBy(AddDeviceDocument, { siteid, ...given })
      const input = { ...given, version: added.version }
      return correctedBy(UpdateDeviceDocument, { siteid, deviceid: added.data.addDevice.deviceid, input })
    },
  }
}

/** Adds one device, one after the other, or a list of them at once. A list that is pasted into the first field opens the list. */
export function NewDevicePanel({ siteid, onSaved, onClose }: Panel) {
  const t = useTranslations('devices')
  const editor = useEditor(newDevice(siteid), editing)
  const { data } = useRead(DevicesDocument, { siteid })
  const existing = useMemo(() => data?.listDevices.map(({ deviceid }) => deviceid) ?? [], [data])
  const several = usePastedList(`new-devices/${siteid}`, whyNotDeviceid, (deviceids, text) => {
    const missing = deviceids.filter((deviceid) => !existing.includes(deviceid))
    return savedBy(AddDevicesDocument, { siteid, devices: pastedDevices(text, missing) })
  })
  const [hasSeveral, setHasSeveral] = useState(several.isChanged)
  const shown = useShown(t('deviceidHint'))
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneOrSeveral hasSeveral={hasSeveral} onChange={setHasSeveral} />
      {hasSeveral ? (
        <PastedForm
          editor={several}
          existing={existing}
          whyNot={whyNotDeviceid}
          label={t('list')}
          hint={t('listHint')}
          nameLabel={t('deviceid')}
          saveText={(count) => t('createSeveral', { count })}
          busyLabel={t('creating')}
          onClose={onClose}
        />
      ) : (
        <RecordForm
          editor={editor}
          fields={deviceFields}
          label={(field) => t(field)}
          shown={{
            ...shown,
            deviceid: {
              ...shown.deviceid,
              onPaste: pastesList(several, () => setHasSeveral(true)),
            },
          }}
          isNew
          addsAnother
          saveLabel={t('create')}
          busyLabel={t('creating')}
          onClose={(saved) => (saved ? onSaved(saved.addDevice.deviceid) : onClose())}
        />
      )}
    </SidePanel>
  )
}
