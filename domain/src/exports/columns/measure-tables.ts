import { IsoTimes } from '../files/iso-time.ts'
import type { ActivityTypeRow, ExportRows } from '../rows.ts'
import { column, recordTable, type Table } from './column.ts'
import { idOfTable } from './form-table.ts'
import { hasOccurrences, occurrenceCells, occurrenceColumns, subjectIdCells, subjectIdColumns } from './id-columns.ts'

const fileColumn = column({
  name: 'referencedataid',
  label: 'The file, in reference_data.csv',
  required: true,
  key: true,
})
const channelColumn = column({ name: 'channel', label: 'Channel or accelerometer, as in the file', key: true })
const measureColumn = column({ name: 'measure', label: 'What was measured', required: true, key: true })
const unitColumn = column({ name: 'unit', label: 'Unit of the value' })
const methodColumns = [
  column({ name: 'method', label: 'Method', required: true }),
  column({ name: 'method_version', label: 'Version of the method', required: true }),
]

/** What was measured in recordings, a row for each value of an activity. Undefined if nothing was. */
export function measuresTable(rows: ExportRows): Table | undefined {
  if (!rows.activityTypes.some(({ measured }) => measured)) return undefined
  const { heading, measures } = rows
  const several = hasOccurrences(rows)
  const columns = [
    ...subjectIdColumns(heading),
    column({ name: 'activitytypeid', label: 'Activity type', required: true }),
    column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
    ...(several ? occurrenceColumns({ key: false }) : []),
    fileColumn,
    channelColumn,
    measureColumn,
    column({ name: 'value', label: 'Value; empty if nothing could be measured', type: 'number' }),
    unitColumn,
    column({ name: 'recorded', label: 'Share of the measured time that was recorded', type: 'number', required: true }),
    column({
      name: 'of_activity',
      label: 'Whether it is the time of the activity; otherwise that of the whole recording',
      type: 'boolean',
      required: true,
    }),
    ...methodColumns,
    column({ name: 'parameters', label: 'Parameters of the method, as JSON', required: true }),
  ]
  return recordTable('measures', 'What was measured in recordings', columns, async function* () {
    for await (const row of measures()) {
      yield [
        ...subjectIdCells(row, heading),
        ...[row.activitytypeid, row.activitytype, ...(several ? occurrenceCells(row) : [])],
        ...[row.referencedataid, row.channel || null, row.measure, row.value, row.unit, row.recorded, row.ofActivity],
        ...[row.method, row.methodVersion, row.parameters],
      ]
    }
  })
}

/** The values of epochs, a table for each activity type of which a recording was measured. */
export function epochTables(rows: ExportRows): Table[] {
  return rows.activityTypes.filter(({ measured }) => measured).map((type) => epochTable(rows, type))
}

function epochTable(rows: ExportRows, { activitytypeid, description, studyid }: ActivityTypeRow): Table {
  const { heading, measures } = rows
  const several = hasOccurrences(rows)
  const times = new IsoTimes(heading.zone)
  const tableId = idOfTable('epochs', activitytypeid)
  const columns = [
    ...subjectIdColumns(heading),
    ...(several ? occurrenceColumns({ key: false }) : []),
    fileColumn,
    channelColumn,
    measureColumn,
    column({
      name: 'epoch',
      label: 'Number of the epoch; 0 begins where the measured time does',
      type: 'integer',
      required: true,
      key: true,
    }),
    column({ name: 'begins', label: 'When it begins, in seconds since 1970', type: 'number', unit: 's' }),
    column({ name: 'begins_iso', label: 'When it begins', type: 'datetime', unit: heading.zone }),
    column({ name: 'epoch_seconds', label: 'Its length', type: 'integer', unit: 's', required: true }),
    column({ name: 'value', label: 'Value; empty if too little of it was recorded', type: 'number' }),
    unitColumn,
    ...methodColumns,
  ]
  const table = recordTable(`epochs/${tableId}`, `Epochs of ${description}`, columns, async function* () {
    for await (const row of measures()) {
      if (row.activitytypeid !== activitytypeid) continue
      for (const [index, value] of row.epochs.entries()) {
        const epoch = row.firstEpoch + index
        const begins = row.measuredFrom === null ? null : row.measuredFrom + epoch * row.epochSeconds
        yield [
          ...subjectIdCells(row, heading),
          ...(several ? occurrenceCells(row) : []),
          ...[row.referencedataid, row.channel || null, row.measure, epoch],
          ...[begins, begins === null ? null : times.format(Math.floor(begins)), row.epochSeconds, value],
          ...[row.unit, row.method, row.methodVersion],
        ]
      }
    }
  })
  return { ...table, tableId, from: `activity_type ${activitytypeid}`, studyid }
}
