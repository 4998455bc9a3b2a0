import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { whyNotDevices } from '@casebook/domain/subjects/subjects.rules.ts'
import { devicePlaced, givenDevice, positionOfPlace } from '@casebook/domain/subjects/worn-places.ts'
import { NativeSelect } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { FormActions } from '../../components/form/FormActions.tsx'
import { SetSubjectDevicesDocument, SubjectRecordDocument } from '../../generated/graphql.ts'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, sourceOf, useEditor } from '../../records/use-record.ts'
import { useStudy } from '../../studies/study/use-study.ts'
import { usePlaceText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { typedWornTime } from '../worn/typed-worn-time.ts'
import { WornTimeInput } from '../worn/WornTimeInput.tsx'
import { DevicePlaces } from './DevicePlaces.tsx'

const nothing = { position: '', deviceid: '', from: '', visitid: '' }
/** What stands for no visit in the editor. */
const noVisit = '-'

function whyNot(key: string, fields: Fields): Error | undefined {
  if (key === 'position' && fieldValue(fields, key) === '') return problem('text.required', { field: key })
  const from = key === 'from' && putOnAt(fields)
  return from instanceof Problem ? from : undefined
}

function putOnAt(fields: Fields) {
  return typedWornTime(fieldValue(fields, 'from'), studyZone(), 'from')
}

/**
 * A device to be worn: saving sends the subject's device list with one more. If a colleague changed the subject
 * meanwhile, the newest list is extended. `only`: the device that is taken if none is selected; `here`: the visit.
 */
function wornDevice({ siteid, studyid, subjectid }: SubjectRecord, only: string | undefined, here: string) {
  const ids = { siteid, studyid, subjectid }
  return {
    record: `subject-device/${subjectid}`,
    lane: `subject/${subjectid}`,
    blank: nothing,
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) =>
      data?.getSubject ? { version: null, fields: nothing, row: data.getSubject } : undefined,
    ),
    plan(fields: Fields, _over: number | null, { row }: { row: SubjectRecord | undefined }) {
      const place = fieldValue(fields, 'position')
      const deviceid = fieldValue(fields, 'deviceid') || only
      if (!place) return problem('text.required', { field: 'position' })
      if (!deviceid || !row) return problem('text.required', { field: 'deviceid' })
      const from = putOnAt(fields)
      if (from instanceof Problem) return from
      const visitid = fieldValue(fields, 'visitid') || here
      const ofVisit = visitid === noVisit ? {} : { visitid }
      const added = { ...devicePlaced(deviceid, place), ...(from && { from }), ...ofVisit }
      const devices = [...row.devices.map(givenDevice), added]
      const why = whyNotDevices(devices)
      return why ?? savedBy(SetSubjectDevicesDocument, { input: { ...ids, devices, version: row.version } })
    },
  }
}

/** What stands for a place in the editor. */
function standFor(place: string): string {
  const position = positionOfPlace(place)
  return position === 'OTHER' ? place : position
}

/** Adds a device to those that the subject wears; both selects are required. */
export function AddDeviceForm({
  subject,
  devices,
  visits,
  visitHere,
  isDisabled,
  onAdded,
  onCancel,
}: {
  subject: SubjectRecord
  devices: SubjectOffers['listDevices']
  visits: SubjectOffers['listVisits']
  /** The visit that one is in. */
  visitHere: string | undefined
  isDisabled: boolean
  onAdded: () => void
  onCancel: () => void
}) {
  const t = useTranslations('subject')
  const placeText = usePlaceText()
  const { places } = useStudy()
  // A site's only device is preselected.
  const only = devices.length === 1 ? devices[0]?.deviceid : undefined
  const here = visitHere ?? noVisit
  const editor = useEditor(wornDevice(subject, only, here), {
    names: ['position', 'deviceid', 'from', 'visitid', 'devices'],
    why: whyNot,
    isOpen: false,
  })
  const { position = '' } = editor.fields
  const deviceid = editor.fields.deviceid || (only ?? '')

  async function add() {
    // Also if a form was opened meanwhile: the panel would stand open again when the form is left.
    if ((await editor.save())?.isWhole) onAdded()
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add()
      }}
    >
      <FieldStack>
        <RecordNotices copy={editor} label={(key) => key} />
        <NativeSelect
          label={t('location')}
          name="position"
          withAsterisk
          aria-required
          value={position}
          error={editor.errorOf('position')}
          disabled={isDisabled}
          onChange={(event) => editor.type({ position: event.currentTarget.value })}
          onBlur={() => editor.check('position')}
        >
          <option value="" disabled>
            {t('selectLocation')}
          </option>
          {places.map((place) => (
            <option key={place} value={standFor(place)}>
              {placeText(place)}
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
          error={editor.errorOf('deviceid') ?? editor.errorOf('devices')}
          disabled={isDisabled}
          onChange={(event) => editor.type({ deviceid: event.currentTarget.value })}
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
        {visits.length > 0 && (
          <NativeSelect
            label={t('labels.visitid')}
            name="visitid"
            value={editor.fields.visitid || here}
            error={editor.errorOf('visitid')}
            disabled={isDisabled}
            onChange={(event) => editor.type({ visitid: event.currentTarget.value })}
          >
            {visits.map(({ visitid, name }) => (
              <option key={visitid} value={visitid}>
                {name}
              </option>
            ))}
            <option value={noVisit}>{t('noVisit')}</option>
          </NativeSelect>
        )}
        <WornTimeInput
          name="from"
          label={t('putOnAt')}
          zone={studyZone()}
          value={fieldValue(editor.fields, 'from')}
          error={editor.errorOf('from')}
          isDisabled={isDisabled}
          onChange={(from) => editor.type({ from })}
          onBlur={() => editor.check('from')}
        />
      </FieldStack>
      <FormActions
        save={t('add')}
        busyLabel={t('adding')}
        submission={editor}
        isDisabled={isDisabled}
        onCancel={() => {
          editor.discard()
          onCancel()
        }}
      />
      <DevicePlaces
        devices={devices}
        places={places}
        worn={subject.devices}
        isDisabled={isDisabled || editor.isBusy}
        onChoose={(deviceid, place) => {
          editor.type({ deviceid, position: standFor(place) })
          void add()
        }}
      />
    </form>
  )
}
