import { dayOfDateValue } from '../../form-types/values/form-dates.ts'
import { subjectDate } from '../../forms/forms.rules.ts'
import { devicePositions } from '../../subjects/subjects.rules.ts'
import { daysOutside, occurrencesOf } from '../../visits/due.ts'
import { subjectVisitStates } from '../../visits/visits.rules.ts'
import { BySubject } from '../files/merge.ts'
import type { ExportRows, FormRow, SubjectVisitRow } from '../rows.ts'
import type { VisitRow } from '../visit-rows.ts'
import { column, recordTable, type Table } from './column.ts'
import { idColumns, ofSubjects, subjectIdCells, subjectIdColumns, tracked, versionColumn } from './id-columns.ts'
import { IsoTimes } from './iso-time.ts'

const visitColumn = column({ name: 'visitid', label: 'Visit', required: true, key: true })
const nameColumn = column({ name: 'visit', label: 'Name of the visit', required: true })

/** The schedules. Undefined if no study of the export has one. */
export function visitsTable({ heading, visits }: ExportRows): Table | undefined {
  if (visits.length === 0) return undefined
  const days = (name: string, label: string) => column({ name, label, type: 'integer', unit: 'days' })
  return tracked(heading, {
    name: 'visits',
    label: 'Visits of the schedule',
    columns: [
      ...idColumns(['siteid', 'studyid']),
      visitColumn,
      column({ name: 'place', label: 'Place in the schedule, from 0', type: 'integer', required: true }),
      nameColumn,
      days('day', "Days after the subject's day zero; empty if unscheduled"),
      { ...days('days_before', 'How many days early it may be'), required: true },
      { ...days('days_after', 'How many days late it may be'), required: true },
      column({
        name: 'repeats',
        label: 'Whether a subject may have it more than once',
        type: 'boolean',
        required: true,
      }),
      column({ name: 'formtypeids', label: 'Form types that belong to it, separated by |' }),
      column({ name: 'activitytypeids', label: 'Activity types that belong to it, separated by |' }),
      versionColumn('visit'),
    ],
    records: () => visits,
    cells: ({ siteid, studyid, visitid, place, name, day, daysBefore, daysAfter, repeats, version, ...types }) => {
      const ids = [siteid, studyid, visitid, place, name, day, daysBefore, daysAfter, repeats]
      return [...ids, types.formtypeids.join('|'), types.activitytypeids.join('|'), version]
    },
  })
}

/** The visits of the subjects of these studies, those that are only planned included. */
export function subjectVisitsTable(rows: ExportRows): Table | undefined {
  if (rows.visits.length === 0) return undefined
  const day = (name: string, label: string) => column({ name, label, type: 'date' })
  return ofSubjects(rows.heading, {
    name: 'subject_visits',
    label: "Subjects' visits",
    columns: [
      visitColumn,
      nameColumn,
      column({
        name: 'occurrence',
        label: 'Which one of a repeated visit',
        type: 'integer',
        required: true,
        key: true,
      }),
      column({ name: 'state', label: 'State', type: 'choice', options: subjectVisitStates, required: true }),
      day('planned_date', 'Planned day'),
      day('earliest_date', 'First day of the window'),
      day('latest_date', 'Last day of the window'),
      day('date', 'Day of the visit'),
      column({
        name: 'days_outside',
        label: 'Days outside the window, negative if too early',
        type: 'integer',
        unit: 'days',
      }),
      column({ name: 'reason', label: 'Reason' }),
      column({
        name: 'version',
        label: 'Version of the visit, 0 if nobody changed it',
        type: 'integer',
        required: true,
      }),
    ],
    records: () => subjectVisits(rows),
    cells: (visit) => [
      ...[visit.visitid, visit.name, visit.occurrence, visit.state],
      ...[visit.plannedDate, visit.earliestDate, visit.latestDate, visit.date],
      ...[visit.date === null ? null : daysOutside(visit), visit.reason, visit.version],
    ],
  })
}

/** What subjects wore, where and when. Undefined if no study of the export recorded that. */
export function wornTable({ heading, studies, worn }: ExportRows): Table | undefined {
  if (!studies.some((study) => study.worn)) return undefined
  const times = new IsoTimes(heading.zone)
  const time = (name: string, label: string) => column({ name, label, type: 'datetime', unit: heading.zone })
  const shown = (at: string | null) => (at === null ? null : times.format(Date.parse(at) / 1000))
  const columns = [
    ...subjectIdColumns(heading),
    column({ name: 'wornid', label: 'Id of the row', required: true, key: true }),
    column({ name: 'deviceid', label: 'Device', required: true }),
    column({ name: 'position', label: 'Where it was worn', type: 'choice', options: devicePositions, required: true }),
    column({ name: 'body_place', label: "The study's word for where it was worn", required: true }),
    time('put_on', 'When it was put on; empty if not known'),
    time('taken_off', 'When it was taken off; empty if it is worn'),
    column({ name: 'visitid', label: 'Visit at which it was put on; empty if none was named' }),
  ]
  return recordTable('worn', 'What was worn, where and when', columns, async function* () {
    for await (const row of worn()) {
      const { wornid, deviceid, position, place, from, to, visitid } = row
      yield [...subjectIdCells(row, heading), wornid, deviceid, position, place, shown(from), shown(to), visitid]
    }
  })
}

async function* subjectVisits(rows: ExportRows) {
  const times = new IsoTimes(rows.heading.zone)
  const types = new Map(rows.formTypes.map((formtype) => [formtype.formtypeid, formtype]))
  const forms = new BySubject(rows.forms())
  const all = new BySubject(rows.subjectVisits())
  try {
    for await (const { created_at, created_by, changed_at, changed_by, ...subject } of rows.subjects()) {
      const schedule = rows.visits.filter((visit) => isOfStudy(visit, subject))
      if (schedule.length === 0) continue
      const dayZero = dayZeroOf(await forms.of(subject), types)
      const found = await all.of(subject)
      for (const visit of schedule) {
        const own = found.filter(({ visitid }) => visitid === visit.visitid)
        const said = own.flatMap(({ state, ...row }) => (state === null ? [] : [{ ...row, state }]))
        const recorded = own.filter(({ state }) => state === null).map((row) => recordedOf(row, times))
        for (const each of occurrencesOf(visit, { stored: said, recorded }, dayZero)) {
          const row = said.find(({ occurrence }) => occurrence === each.occurrence)
          const provenance = row && {
            ...{ created_at: row.created_at ?? null, created_by: row.created_by ?? null },
            ...{ changed_at: row.changed_at ?? null, changed_by: row.changed_by ?? null },
          }
          const { siteid, studyid, subjectid, identifier, status } = subject
          const ids = { siteid, studyid, subjectid, identifier, subject_status: status }
          yield { ...ids, ...provenance, ...each, visitid: visit.visitid, name: visit.name }
        }
      }
    }
  } finally {
    await forms.close()
    await all.close()
  }
}

type OfStudy = { siteid: string; studyid: string }

function isOfStudy(a: VisitRow, b: OfStudy): boolean {
  return a.studyid === b.studyid && a.siteid === b.siteid
}

/** Something recorded, with its day in the zone of the export. */
function recordedOf({ visitid, occurrence, startTime }: SubjectVisitRow, times: IsoTimes) {
  return { visitid, occurrence, date: startTime === null ? null : times.format(startTime).slice(0, 10) }
}

function dayZeroOf(forms: readonly FormRow[], types: ReadonlyMap<string, ExportRows['formTypes'][number]>) {
  const date = subjectDate(
    forms.flatMap(({ formtypeid, fields }) => {
      const formtype = types.get(formtypeid)
      return formtype ? [{ fields, formtype }] : []
    }),
  )
  return date === undefined ? undefined : dayOfDateValue(String(date))
}
