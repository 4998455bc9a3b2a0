import { givenDevice, isAttachedAs } from '@casebook/domain/subjects/worn-places.ts'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import type { Column } from '../../components/list/DataTable.tsx'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../../components/removal/undo-reason.ts'
import { PutBackSubjectDeviceDocument, SetSubjectDevicesDocument } from '../../generated/graphql.ts'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectRecord } from '../record/subject-record.ts'

type AttachedDevice = SubjectRecord['devices'][number]

/** Device id, position, and a remove button that sends the device list without this one. */
export function useDeviceColumns({
  subject,
  isDisabled,
}: {
  subject: SubjectRecord
  isDisabled: boolean
}): Column<AttachedDevice>[] {
  const t = useTranslations('subject')
  const positionText = usePositionText()
  const { siteid, studyid, subjectid, version } = subject
  const lane = `subject/${subjectid}`
  const [putBack] = useWrite(PutBackSubjectDeviceDocument, lane)
  const [setDevices] = useWrite(SetSubjectDevicesDocument, lane)

  function remove(device: AttachedDevice) {
    const devices = subject.devices.filter((other) => !isAttachedAs(other, device)).map(givenDevice)
    return setDevices({ input: { siteid, studyid, subjectid, devices, version } })
  }

  return [
    { key: 'deviceid', header: t('deviceid'), cell: ({ deviceid }) => deviceid },
    { key: 'position', header: t('position'), cell: positionText },
    {
      key: 'actions',
      header: t('actions'),
      isHeaderHidden: true,
      cell: (device) => {
        const name = `${device.deviceid}, ${positionText(device)}`
        return (
          <ConfirmRemoval
            name={name}
            isDisabled={isDisabled}
            note={t('deviceStays')}
            remove={() => remove(device)}
            record={`subject-device/${subjectid}/${name}`}
            undo={() =>
              putBack({ subjectid, deviceid: device.deviceid, position: device.position, reason: undoReason })
            }
          />
        )
      },
    },
  ]
}
