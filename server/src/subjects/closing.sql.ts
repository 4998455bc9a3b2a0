import type { SnapshotData } from '@casebook/domain/subjects/snapshot.ts'
import { sql } from 'kysely'
import { readJson } from '../access/site-data.ts'
import { select } from '../shapes/shape/selection.ts'
import { jsonObject } from '../shapes/shape/shape.ts'
import { subjectShape } from '../shapes/subject.shape.ts'
import { readSubjectVisits } from '../shapes/subject-visits.ts'
import type { Write } from '../writes/write.ts'

const limits = {
  length: {},
  pattern: {},
  minimum: {},
  maximum: {},
  decimals: {},
  options: { code: {}, label: {} },
  multiple: {},
}
const field = { name: {}, type: {}, required: {}, variable: {}, showIf: {}, calculation: {}, ...limits }
const checks = { expression: {}, message: {}, field: {}, soft: {} }
const formType = { formtypeid: {}, identifier: {}, fields: field, checks, repeats: {} }
const activity = {
  visitid: {},
  occurrence: {},
  label: {},
  activitytype: { activitytypeid: {}, description: {}, repeats: {} },
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
  devices: { deviceid: {}, position: {}, place: {} },
  forms: { visitid: {}, occurrence: {}, label: {}, fields: { key: {}, value: {} }, formtype: formType },
  activities: activity,
})

/** Everything that a snapshot contains, as this transaction sees it. */
export async function readClosingData(tx: Write, subjectid: string, zone: string): Promise<SnapshotData> {
  const subject = sql`subject where subject.subjectid = ${subjectid}`
  const json = await readJson(tx, sql`select ${jsonObject(subjectShape, 'subject', whole)} as json from ${subject}`)
  const visits = await readSubjectVisits(tx, subject, zone)
  const data = json?.parse()
  if (!isSnapshotData(data)) throw new Error(`subject ${subjectid} is not there`)
  return { ...data, visits: visits ?? [] }
}

/** The shape defines its fields. */
function isSnapshotData(data: unknown): data is Omit<SnapshotData, 'visits'> {
  return typeof data === 'object' && data !== null && 'activities' in data
}
