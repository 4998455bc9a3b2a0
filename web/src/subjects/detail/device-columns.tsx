import { Problem } from '@casebook/domain/shared/problems.ts'
import { givenDevice, isAttachedAs } from '@casebook/domain/subjects/worn-places.ts'
import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { useWrite } from '../../calls/graphql.ts'
import type { Column } from '../../components/list/DataTable.tsx'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../../components/removal/undo-reason.ts'
import { PutBackSubjectDeviceDocument, SetSubjectDevicesDocument } from '../../generated/graphql.ts'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { wornTimeText } from '../record/worn-time-text.ts'
import { typedWornTime } from '../worn/typed-worn-time.ts'
import { WornTimeInput } from '../worn/WornTimeInput.tsx'

type AttachedDevice = SubjectRecord['devices'][number]

/** Device id, position, since when, in a study with visits in which one, and a remove button that sends the device list without this one, and when it was taken off. */
export function useDeviceColumns({
  subject,
  visits,
  isDisabled,
}: {
  subject: SubjectRecord
  visits: SubjectOffers['listVisits']
  isDisabled: boolean
}): Column<AttachedDevice>[] {
  const t = useTranslations('subject')
  const positionText = usePositionText()
  const { siteid, studyid, subjectid, version } = subject
  const lane = `subject/${subjectid}`
  const [putBack] = useWrite(PutBackSubjectDeviceDocument, lane)
  const [setDevices] = useWrite(SetSubjectDevicesDocument, lane)

  const zone = studyZone()

  function remove(device: AttachedDevice, text: string) {
    const takenOff = typedWornTime(text, zone, 'takenOff')
    if (takenOff instanceof Problem) return Promise.reject(takenOff)
    const devices = subject.devices.filter((other) => !isAttachedAs(other, device)).map(givenDevice)
    return setDevices({ input: { siteid, studyid, subjectid, devices, version, ...(takenOff && { takenOff }) } })
  }

  return [
    { key: 'deviceid', header: t('deviceid'), cell: ({ deviceid }) => deviceid },
    { key: 'position', header: t('position'), cell: positionText },
    { key: 'from', header: t('wornSince'), isShort: true, cell: ({ from }) => from && wornTimeText(from, zone) },
    ...(visits.length === 0
      ? []
      : [
          {
            key: 'visit',
            header: t('labels.visitid'),
            cell: ({ visitid }: AttachedDevice) => visits.find((visit) => visit.visitid === visitid)?.name ?? '–',
          },
        ]),
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
            remove={(typed) => remove(device, typed)}
            record={`subject-device/${subjectid}/${name}`}
            undo={() =>
              putBack({ subjectid, deviceid: device.deviceid, position: device.position, reason: undoReason })
            }
            entry={(value, onChange) => (
              <WornTimeInput name="takenOff" label={t('takenOffAt')} zone={zone} value={value} onChange={onChange} />
            )}
          />
        )
      },
    },
  ]
}
