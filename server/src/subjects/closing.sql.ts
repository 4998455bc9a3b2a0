import type { SnapshotData } from '@casebook/domain/subjects/snapshot.ts'
import { sql } from 'kysely'
import { jsonObject } from '../database/shape.ts'
import type { Write } from '../platform/write.ts'
import { subjectShape } from './subjects.sql.ts'

const formType = { formtypeid: {}, identifier: {}, fields: {} }
const activity = {
  activitytype: { activitytypeid: {}, description: {} },
  comment: {},
  startTime: {},
  stopTime: {},
  referenceData: { referencedataid: {}, filename: {}, persistedObjectName: {}, status: {} },
}
const whole = {
  siteid: {},
  studyid: {},
  subjectid: {},
  identifier: {},
  devices: { deviceid: {}, position: {} },
  forms: { fields: {}, formtype: formType },
  activities: activity,
}

/** All that a snapshot is made of, as this transaction sees it. */
export async function readClosingData(tx: Write, subjectid: string): Promise<SnapshotData> {
  const { rows } = await sql<{ json: SnapshotData }>`
    select ${jsonObject(subjectShape, 'subject', whole)} as json from subject where subject.subjectid = ${subjectid}`.execute(
    tx,
  )
  const data = rows[0]?.json
  if (!data) throw new Error(`subject ${subjectid} is not there`)
  return data
}
