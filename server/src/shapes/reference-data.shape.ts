import { type RawBuilder, sql } from 'kysely'
import { fileFields, type UploadTexts } from './file-fields.ts'
import { lastChangeOf } from './last-change.ts'
import { occurrenceFields } from './occurrence.ts'
import { anyJson, column, numberColumnOf, plainColumn, shape } from './shape/shape.ts'

/** Reads a row with the alias `reference_data`. */
export function referenceDataShapeWith(form?: UploadTexts) {
  return shape('ReferenceData', {
    referencedataid: plainColumn,
    activitytypeid: plainColumn,
    siteid: plainColumn,
    subjectid: plainColumn,
    ...occurrenceFields,
    studyid: plainColumn,
    zone: column,
    // JSON text, as a string within the answer.
    description: (row) => anyJson(sql`${sql.ref(`${row}.description`)}::text`),
    clockCorrection: numberColumnOf('clock_correction'),
    clockCorrectedBy: (row) => anyJson(lastCorrection(row, sql`history.actor_name`)),
    clockCorrectedAt: (row) =>
      anyJson(lastCorrection(row, sql`to_char(history.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)),
    persistedObjectName: (row) => anyJson(sql.ref(`${row}.object_name`)),
    ...fileFields(form),
    ...lastChangeOf('reference_data'),
  })
}

export const referenceDataShape = referenceDataShapeWith()

/** By name ignoring case, the order of `compareReferenceData`. */
export const referenceDataOrder = sql`lower(reference_data.filename) collate "C", reference_data.filename collate "C", reference_data.referencedataid`

/** A value from the last history entry that corrected the recorder's clock. */
function lastCorrection(row: string, what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${what} from history where history.subjectid = ${sql.ref(`${row}.subjectid`)}
    and history.kind = 'reference_data' and history.id = ${sql.ref(`${row}.referencedataid`)} and history.action = 'UPDATED'
    and coalesce(history.before -> 'clock_correction', '0') <> history.after -> 'clock_correction'
    order by history.historyid desc limit 1)`
}

const found = {
  referencedataid: plainColumn,
  studyid: plainColumn,
  subjectid: plainColumn,
  identifier: column,
  activitytypeid: plainColumn,
  activity: column,
  filename: column,
}

/** A file with its subject and activity, from a row with the alias `found`. */
export const foundFileShape = shape('FoundFile', found)

export const deviceElsewhereShape = shape('DeviceElsewhere', {
  ...found,
  ...occurrenceFields,
  ownid: plainColumn,
  serialnumber: column,
})
