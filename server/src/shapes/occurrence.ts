import { sql } from 'kysely'
import { anyJson, column, numberColumn } from './shape/shape.ts'

/** Which form or activity of its type it is. */
export const occurrenceFields = {
  visitid: (row: string) => anyJson(sql`nullif(${sql.ref(`${row}.visitid`)}, '')`),
  occurrence: numberColumn,
}

/** The same of a form or an activity itself. */
export const ownOccurrenceFields = { ...occurrenceFields, label: column }
