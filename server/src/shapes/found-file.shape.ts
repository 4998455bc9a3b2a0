import { column, plainColumn, shape } from './shape/shape.ts'

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

export const deviceElsewhereShape = shape('DeviceElsewhere', { ...found, ownid: plainColumn, serialnumber: column })
