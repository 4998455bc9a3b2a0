import { sql } from 'kysely'
import { occurrenceFields } from '../occurrence.ts'
import { anyJson, column, jsonList, numberColumn, numberColumnOf, plainColumn, shape } from '../shape/shape.ts'

/** Reads a row of the table `measure` with this alias. */
const measureShape = shape('Measure', {
  channel: column,
  measure: plainColumn,
  unit: column,
  value: numberColumn,
  recorded: numberColumn,
  method: column,
  methodVersion: (row) => anyJson(sql.ref(`${row}.method_version`)),
  reference: column,
  parameters: (row) => anyJson(sql`${sql.ref(`${row}.parameters`)}::text`),
  firstEpoch: numberColumnOf('first_epoch'),
  epochs: (row) => sql`array_to_json(${sql.ref(`${row}.epochs`)})::text`,
})

/** Reads a file with the alias `file`, what was measured in it as `measured`, and whether it waits as `is_waiting`. */
export const measuredFileShape = shape('MeasuredFile', {
  referencedataid: plainColumn,
  activitytypeid: plainColumn,
  ...occurrenceFields,
  filename: column,
  state: (row) => anyJson(sql.ref(`${row}.state`)),
  measuredAt: (row) =>
    anyJson(sql`to_char(${sql.ref(`${row}.measured_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  ofActivity: (row) => anyJson(sql.ref(`${row}.of_activity`)),
  measuredFrom: (row) => sql`(${sql.ref(`${row}.begun`)} + ${sql.ref(`${row}.measured_from`)})::text`,
  measuredSeconds: (row) => sql`(${sql.ref(`${row}.measured_to`)} - ${sql.ref(`${row}.measured_from`)})::text`,
  epochSeconds: numberColumnOf('epoch_seconds'),
  earlier: (row) => anyJson(sql`coalesce(${sql.ref(`${row}.earlier`)}, '[]')::text`),
  measures: (row, below) =>
    jsonList(measureShape, 'measure', below, {
      from: sql`measure where measure.referencedataid = ${sql.ref(`${row}.referencedataid`)} and measure.siteid = ${sql.ref(`${row}.siteid`)}`,
      orderBy: sql`measure.place`,
    }),
})

/** Reads a row with the alias `found`. */
export const studyMeasureShape = shape('StudyMeasure', {
  subjectid: plainColumn,
  identifier: column,
  activitytypeid: plainColumn,
  ...occurrenceFields,
  referencedataid: plainColumn,
  channel: column,
  measure: plainColumn,
  unit: column,
  value: numberColumn,
  ofActivity: (row) => anyJson(sql.ref(`${row}.of_activity`)),
  recorded: numberColumn,
  method: column,
  methodVersion: (row) => anyJson(sql.ref(`${row}.method_version`)),
})
