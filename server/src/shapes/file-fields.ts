import { sql } from 'kysely'
import { anyJson, column, numberColumn, plainColumn } from './shape/shape.ts'

/** The object of an uploaded file, from which a download link is made. */
export type Stored = { objectName: string; filename: string }

/** The upload form. Present only in the answer that begins the upload; it is not stored. */
export type UploadTexts = { objectUrl: string; fields: string }

/** The fields of a type whose rows have a file. `downloadUrl` is returned as Stored; the resolver turns it into a link. */
export function fileFields(form?: UploadTexts) {
  return {
    filename: column,
    status: plainColumn,
    size: numberColumn,
    sha256: column,
    objectUrl: () => (form ? anyJson(sql`${form.objectUrl}::text`) : sql`null::text`),
    fields: () => (form ? anyJson(sql`${form.fields}::text`) : sql`null::text`),
    downloadUrl: storedFile,
  }
}

/** A Stored, or NULL until the file has arrived. */
export function storedFile(row: string) {
  return sql`case when ${sql.ref(`${row}.status`)} = 'UPLOADED' then
    json_build_object('objectName', ${sql.ref(`${row}.object_name`)}, 'filename', ${sql.ref(`${row}.filename`)})::text end`
}

/** The value of `storedFile`. */
export function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && 'objectName' in value && 'filename' in value
}
