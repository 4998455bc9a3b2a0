import { devicePositions } from '../../subjects/subjects.rules.ts'
import { deviationKinds } from '../../visits/deviations.ts'
import { daysOutside } from '../../visits/due.ts'
import { subjectVisitStates } from '../../visits/visits.rules.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { ExportRows } from '../rows.ts'
import { column, recordTable, type Table } from './column.ts'
import { idColumns, ofSubjects, subjectIdCells, subjectIdColumns, tracked, versionColumn } from './id-columns.ts'
import { visitsOfSubjects } from './subject-visits.ts'

const visitColumn = column({ name: 'visitid', label: 'Visit', required: true, key: true })
const nameColumn = column({ name: 'visit', label: 'Name of the visit', required: true })
const occurrenceColumn = column({
  name: 'occurrence',
  label: 'Which one of a repeated visit',
  type: 'integer',
  required: true,
  key: true,
})
const outsideColumn = column({
  name: 'days_outside',
  label: 'Days outside the window, negative if too early',
  type: 'integer',
  unit: 'days',
})

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
      column({ name: 'optional_typeids', label: 'Those of them that are recorded only if wanted, separated by |' }),
      column({
        name: 'in_order',
        label: 'Whether its activities are to be done in this order',
        type: 'boolean',
        required: true,
      }),
      versionColumn('visit'),
    ],
    records: () => visits,
    cells: ({
      siteid,
      studyid,
      visitid,
      place,
      name,
      day,
      daysBefore,
      daysAfter,
      repeats,
      inOrder,
      version,
      ...types
    }) => {
      const ids = [siteid, studyid, visitid, place, name, day, daysBefore, daysAfter, repeats]
      const joined = [types.formtypeids, types.activitytypeids, types.optionaltypeids].map((own) => own.join('|'))
      return [...ids, ...joined, inOrder, version]
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
      occurrenceColumn,
      column({ name: 'state', label: 'State', type: 'choice', options: subjectVisitStates, required: true }),
      day('planned_date', 'Planned day'),
      day('earliest_date', 'First day of the window'),
      day('latest_date', 'Last day of the window'),
      day('date', 'Day of the visit'),
      outsideColumn,
      column({ name: 'reason', label: 'Reason' }),
      column({
        name: 'version',
        label: 'Version of the visit, 0 if nobody changed it',
        type: 'integer',
        required: true,
      }),
    ],
    records: () => visitsOfSubjects(rows),
    cells: (visit) => [
      ...[visit.visitid, visit.name, visit.occurrence, visit.state],
      ...[visit.plannedDate, visit.earliestDate, visit.latestDate, visit.date],
      ...[visit.date === null ? null : daysOutside(visit), visit.reason, visit.version],
    ],
  })
}

/** Where the subjects of these studies deviate from the schedule. Of a missed visit, the explanation is its reason. */
export function deviationsTable(rows: ExportRows): Table | undefined {
  if (rows.visits.length === 0) return undefined
  return ofSubjects(rows.heading, {
    name: 'deviations',
    label: 'Deviations from the schedule',
    columns: [
      visitColumn,
      nameColumn,
      occurrenceColumn,
      column({
        name: 'deviation',
        label: 'Deviation',
        type: 'choice',
        options: deviationKinds,
        required: true,
        key: true,
      }),
      outsideColumn,
      column({ name: 'explanation', label: 'Why; empty if nobody explained it' }),
    ],
    async *records() {
      for await (const { deviations, ...visit } of visitsOfSubjects(rows, { withOrder: true }))
        for (const deviation of deviations) yield { ...visit, ...deviation }
    },
    cells: ({ visitid, name, occurrence, kind, days, explanation }) => [
      visitid,
      name,
      occurrence,
      kind,
      days,
      explanation,
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
