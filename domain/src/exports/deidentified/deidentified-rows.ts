import type { FormTypeRow } from '../form-type-row.ts'
import type { Deidentification, ExportHeading } from '../heading.ts'
import type { Provenance } from '../history-row.ts'
import type { MeasureRow, OfSubject } from '../occurrences.ts'
import { type ExportRows, type FormRow, leftOutLists, type ReferenceDataRow, type SubjectVisitRow } from '../rows.ts'
import { isUnit } from './clean-edf.ts'
import { FormValues, isLeftOut, withoutDemands } from './form-values.ts'
import { deidentifiedHistory } from './history.ts'
import { deviceCode, type Pseudonyms, shiftedInstant } from './pseudonyms.ts'

const replaced = [
  'subjectid and identifier of subjects, referencedataid, and deviceid, by codes',
  'names of people, by codes',
  'historyid, by numbers within this export',
  'names of files, by codes',
]

const leftOut = [
  'fields marked as identifying',
  'fields of text without a pattern, and values that do not fit their field',
  'comments, labels of single forms and activities, reasons, and why unusual values were confirmed',
  'hardware ids of devices, descriptions of files, names of channels, and units that are not known',
  `snapshots, and ${leftOutLists.map(({ name }) => name).join(', ')}`,
  'uploaded files other than EDF and BDF',
  'patient, recording, transducers, unknown labels and annotations in EDF and BDF files',
  'changes of sites, studies, devices, types and visits, and who added and changed them',
]

/** The lists of which nothing is exported, without rows. */
const nothing = Object.fromEntries(leftOutLists.map(({ list }) => [list, []])) as Record<
  (typeof leftOutLists)[number]['list'],
  []
>

const shifted =
  'All times of a subject are moved by the same number of whole days, of 24 hours each, in tables, forms, history and files. Another subject has another number.'

/**
 * The rows without what identifies people. All formats of an export are made from rows, so that none contains more. The
 * subjects must come in the order of their codes.
 */
export function deidentifiedRows(rows: ExportRows, pseudonyms: Pseudonyms): ExportRows {
  const values = new Map(rows.formTypes.map((formtype) => [formtype.formtypeid, new FormValues(formtype)]))
  const person = (name: string | null | undefined) => (name ? pseudonyms.codeOf('person', name) : null)
  const moved = (at: string | null | undefined, shift: number) => (at ? shiftedInstant(at, shift) : null)

  /** The common columns of a row of a subject. */
  function ofSubject<Row extends OfSubject>(row: Row, shift: number): Row {
    const code = pseudonyms.codeOf('subject', row.subjectid)
    return {
      ...row,
      subjectid: code,
      identifier: code,
      created_at: moved(row.created_at, shift),
      created_by: person(row.created_by),
      changed_at: moved(row.changed_at, shift),
      changed_by: person(row.changed_by),
    }
  }

  const each = <Row extends OfSubject>(list: () => AsyncIterable<Row>, change: (row: Row, shift: number) => Row) =>
    async function* () {
      for await (const row of list()) {
        const shift = pseudonyms.shiftOf(row.subjectid)
        yield ofSubject(change(row, shift), shift)
      }
    }

  function form(row: FormRow, shift: number): FormRow {
    const kept = values.get(row.formtypeid)
    const fields = row.fields.flatMap(({ key, value }) => {
      const stays = kept?.kept({ key, value }, shift)
      return stays === undefined ? [] : [{ key, value: stays }]
    })
    return { ...row, fields, confirmed: null, label: null }
  }

  function file(row: ReferenceDataRow, shift: number): ReferenceDataRow {
    const code = pseudonyms.codeOf('file', row.referencedataid)
    const ending = isCleanable(row) ? (/\.(edf|bdf|rec)$/i.exec(row.filename)?.[0].toLowerCase() ?? '') : undefined
    return {
      ...row,
      referencedataid: code,
      filename: code + (ending ?? ''),
      persistedObjectName: `${row.studyid}/${code}`,
      size: ending === undefined ? null : row.size,
      sha256: null,
      description: null,
      stored: ending === undefined ? null : { objectName: row.persistedObjectName, shift },
      source: { objectName: row.persistedObjectName, filename: row.filename, description: row.description, shift },
    }
  }

  function visit(row: SubjectVisitRow, shift: number): SubjectVisitRow {
    return {
      ...row,
      reason: null,
      outsideReason: null,
      orderReason: null,
      date: row.date && shiftedInstant(`${row.date}T12:00:00Z`, shift).slice(0, 10),
      startTime: row.startTime === null ? null : row.startTime + shift,
    }
  }

  return {
    heading: headingOf(rows, pseudonyms),
    users: [...new Set(rows.users.map(({ name }) => pseudonyms.codeOf('person', name)))]
      .sort()
      .map((code) => ({ actor: code, name: code })),
    sites: rows.sites.map(untracked),
    studies: rows.studies.map(untracked),
    devices: rows.devices
      .map((device) => ({ ...untracked(device), deviceid: deviceCode(pseudonyms, device.deviceid), hw_id: null }))
      .sort((a, b) => (a.deviceid < b.deviceid ? -1 : 1)),
    activityTypes: rows.activityTypes,
    formTypes: rows.formTypes.map(withoutDemands),
    ...nothing,
    visits: rows.visits.map(untracked),
    subjects: each(rows.subjects, (row) => ({ ...row, snapshot: null, snapshot_sha256: null })),
    subjectDevices: each(rows.subjectDevices, (row) => ({ ...row, deviceid: deviceCode(pseudonyms, row.deviceid) })),
    worn: each(rows.worn, (row, shift) => ({
      ...row,
      wornid: pseudonyms.codeOf('device', row.wornid),
      deviceid: deviceCode(pseudonyms, row.deviceid),
      from: moved(row.from, shift),
      to: moved(row.to, shift),
    })),
    subjectVisits: each(rows.subjectVisits, visit),
    forms: (formtypeid) => each(() => rows.forms(formtypeid), form)(),
    activities: each(rows.activities, (row, shift) => ({
      ...row,
      startTime: row.startTime + shift,
      stopTime: row.stopTime + shift,
      comment: null,
      label: null,
    })),
    runningActivities: each(rows.runningActivities, (row, shift) => ({
      ...row,
      startTime: row.startTime + shift,
      startedBy: pseudonyms.codeOf('person', row.startedBy),
      label: null,
    })),
    referenceData: each(rows.referenceData, file),
    measures: each(rows.measures, (row, shift) => ({
      ...row,
      referencedataid: pseudonyms.codeOf('file', row.referencedataid),
      channel: '',
      unit: knownUnit(row),
      measuredFrom: row.measuredFrom === null ? null : row.measuredFrom + shift,
    })),
    history: () => deidentifiedHistory(rows.history(), values, pseudonyms),
  }
}

/** Of a statistic, the unit is that of its channel, which the file spells as it likes. Other methods have their own. */
function knownUnit({ method, unit }: MeasureRow): string | null {
  return method !== statistics || unit === null || isUnit(unit) ? unit : null
}

const statistics = 'statistics'

function headingOf({ heading, formTypes }: ExportRows, pseudonyms: Pseudonyms): ExportHeading {
  const { subjectids } = heading
  return {
    ...heading,
    ...(subjectids && { subjectids: subjectids.map((id) => pseudonyms.codeOf('subject', id)) }),
    deidentified: { replaced, left_out: leftOut, shifted, fields: formTypes.flatMap(namesLeftOut) },
  }
}

function namesLeftOut({ formtypeid, fields, earlier }: FormTypeRow): Deidentification['fields'] {
  const all = [fields, ...earlier.map((each) => each.fields)].flat()
  const names = [...new Set(all.filter(isLeftOut).map(({ name }) => name))]
  return names.length > 0 ? [{ formtypeid, names }] : []
}

/** A record of a study or a site does not say who changed it, and when. */
function untracked<Row extends Provenance>(row: Row): Row {
  return { ...row, created_at: null, created_by: null, changed_at: null, changed_by: null }
}

/** Whether what identifies can be taken out of a file. A packed one is no EDF file until it is unpacked. */
function isCleanable({ status, description, filename }: ReferenceDataRow): boolean {
  const format = String(description?.format ?? '')
  return (
    status === 'UPLOADED' &&
    (/^[EB]DF/.test(format) || /\.(edf|bdf)$/i.test(filename)) &&
    !/\.(gz|zip)$/i.test(filename)
  )
}
