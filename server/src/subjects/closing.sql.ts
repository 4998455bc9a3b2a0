import type { SnapshotData } from '@casebook/domain/subjects/snapshot.ts'
import { sql } from 'kysely'
import { readJson } from '../database/read.ts'
import { jsonObject } from '../database/shape.ts'
import { select } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'
import { subjectShape } from './subjects.sql.ts'

const field = { name: {}, type: {}, required: {}, length: {}, pattern: {} }
const formType = { formtypeid: {}, identifier: {}, fields: field }
const activity = {
  activitytype: { activitytypeid: {}, description: {} },
  comment: {},
  startTime: {},
  stopTime: {},
  referenceData: { referencedataid: {}, filename: {}, persistedObjectName: {}, status: {} },
}
const whole = select({
  siteid: {},
  studyid: {},
  subjectid: {},
  identifier: {},
  devices: { deviceid: {}, position: {} },
  forms: { fields: { key: {}, value: {} }, formtype: formType },
  activities: activity,
})

/** All that a snapshot is made of, as this transaction sees it. */
export async function readClosingData(tx: Write, subjectid: string): Promise<SnapshotData> {
  const json = await readJson(
    tx,
    sql`select ${jsonObject(subjectShape, 'subject', whole)} as json from subject where subject.subjectid = ${subjectid}`,
  )
  const data = json?.parse()
  if (!isSnapshotData(data)) throw new Error(`subject ${subjectid} is not there`)
  return data
}

/** The shape itself says what is in it. */
function isSnapshotData(data: unknown): data is SnapshotData {
  return typeof data === 'object' && data !== null && 'activities' in data
}
