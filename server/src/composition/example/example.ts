import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { storedDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { dateValueOf } from '@casebook/domain/form-types/values/form-dates.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { type Actor, proveScope } from '../../access/scope.ts'
import type { SiteData } from '../../access/site-data.ts'
import { insertActivity } from '../../activities/activities.sql.ts'
import type { Config } from '../../config/config.ts'
import { insertFormType } from '../../form-types/form-types.sql.ts'
import { insertForm } from '../../forms/forms.sql.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { insertReferenceData } from '../../reference-data/reference-data.sql.ts'
import { activityTypeShape } from '../../shapes/activity-type.shape.ts'
import { deviceShape } from '../../shapes/device.shape.ts'
import { select } from '../../shapes/shape/selection.ts'
import { siteShape } from '../../shapes/site.shape.ts'
import { studyShape } from '../../shapes/study.shape.ts'
import { changeSubject } from '../../subjects/change-subject.ts'
import { insertSubject } from '../../subjects/subjects.sql.ts'
import { settleUpload } from '../../uploads/uploads.sql.ts'
import { onlyOccurrence } from '../../writes/occurrences.sql.ts'
import { insertRecord } from '../../writes/records.sql.ts'
import { newId } from '../../writes/versions.ts'
import { type Write, write } from '../../writes/write.ts'
import { isUntouched } from './example.sql.ts'
import { sensorFile, stepCounting, walkers } from './example-study.ts'
import { baselineVisit } from './instruments/baseline.ts'
import { sixMinuteWalk } from './instruments/six-minute-walk.ts'
import { usability } from './instruments/usability.ts'

const actor: Actor = {
  kind: 'system',
  personid: 'system:example',
  name: 'Example data',
  groups: ['hp', 'subject:admin'],
}
const scope = proveScope(actor, 'all')
const day = 86_400

type Deps = { db: SiteData; store: ObjectStore; config: Pick<Config, 'studyTimezone'> }
type Place = { siteid: string; studyid: string }
type Definitions = { baseline: string; fitting: string; activityTypes: string[] }

/**
 * Loads a realistic study for the first visit, in local mode only. Loads nothing if there has ever been a site, so that
 * removed data stays removed. Returns whether it loaded the study.
 */
export async function loadExample({ db, store, config }: Deps): Promise<boolean> {
  return write(db, scope, 'example data', async (tx) => {
    if (!(await isUntouched(tx))) return false
    await addSite(tx, 'oslo', 'Oslo walking lab', ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
    await addSite(tx, 'bergen', 'Bergen gait clinic', ['A7', 'B7'])

    const oslo = await addStudy(tx, 'oslo', stepCounting.name)
    const definitions = await define(tx, oslo)
    for (const number of walkers.keys()) await addWalker(tx, store, config.studyTimezone, oslo, definitions, number)

    const pilot = await addStudy(tx, 'oslo', 'Night-time movement, pilot')
    await addType(tx, pilot, 'Asleep')
    await addFormDefinition(tx, pilot, 'Evening', [
      { name: 'Date', type: 'Date', required: true, length: null, pattern: null },
    ])

    const instruments = await addStudy(tx, 'oslo', 'Questionnaires and tests')
    for (const { identifier, fields, checks } of [baselineVisit, usability, sixMinuteWalk]) {
      await addFormDefinition(tx, instruments, identifier, fields, checks)
    }
    await addSubject(tx, instruments, 'Q-01')

    const bergen = await addStudy(tx, 'bergen', 'Step counting with a rollator')
    await define(tx, bergen)
    for (const identifier of ['R-01', 'R-02']) await addSubject(tx, bergen, identifier)
    return true
  })
}

async function addSite(tx: Write, siteid: string, name: string, devices: string[]) {
  await insertRecord(tx, 'site', { siteid, name }, siteShape, select({ siteid: {} }))
  for (const [place, deviceid] of devices.entries()) {
    const hw_id = `SN-${siteid.slice(0, 2).toUpperCase()}-${4100 + place * 17}`
    const device = { deviceuid: newId(), siteid, deviceid, hw_id }
    await insertRecord(tx, 'device', device, deviceShape, select({ deviceid: {} }))
  }
}

async function addStudy(tx: Write, siteid: string, name: string): Promise<Place> {
  const studyid = newId()
  await insertRecord(tx, 'study', { siteid, studyid, name }, studyShape, select({ studyid: {} }))
  return { siteid, studyid }
}

async function addType(tx: Write, place: Place, description: string) {
  const activitytypeid = newId()
  const type = { activitytypeid, ...place, description, description_key: caseKey(description) }
  await insertRecord(tx, 'activity_type', type, activityTypeShape, select({ activitytypeid: {} }))
  return activitytypeid
}

async function addFormDefinition(
  tx: Write,
  place: Place,
  identifier: string,
  fields: readonly FormTypeField[],
  checks: readonly FormCheck[] = [],
) {
  const formtypeid = newId()
  await insertFormType(
    tx,
    { formtypeid, ...place, ...storedDefinition(identifier, fields, checks) },
    select({ formtypeid: {} }),
  )
  return formtypeid
}

async function define(tx: Write, place: Place): Promise<Definitions> {
  const activityTypes: string[] = []
  for (const description of stepCounting.activityTypes) activityTypes.push(await addType(tx, place, description))
  const baseline = await addFormDefinition(tx, place, 'Baseline', stepCounting.baseline)
  const fitting = await addFormDefinition(tx, place, 'Sensor fitting', stepCounting.fitting)
  return { baseline, fitting, activityTypes }
}

async function addSubject(tx: Write, place: Place, identifier: string) {
  const subjectid = newId()
  await insertSubject(tx, { ...place, subjectid, identifier, identifier_key: caseKey(identifier) })
  return subjectid
}

async function addWalker(
  tx: Write,
  store: ObjectStore,
  zone: string,
  place: Place,
  types: Definitions,
  number: number,
) {
  const walker = walkers[number]
  if (!walker) return
  const subjectid = await addSubject(tx, place, walker.identifier)
  const visit = new Date(Date.now() - walker.daysAgo * day * 1000).toISOString().slice(0, 10)
  const filled = (formtypeid: string, values: Record<string, string>) => {
    const fields = Object.entries(values).flatMap(([key, value]) => (value ? [{ key, value }] : []))
    const form = { ...place, subjectid, formtypeid, fields, confirmations: [], number: 1, label: null }
    return insertForm(tx, { ...form, ...onlyOccurrence }, select({ formtypeid: {} }))
  }
  if (walker.recorded === 0) return
  await filled(types.baseline, {
    Date: dateValueOf(visit) ?? '',
    'Arrived at': '08:40',
    Age: walker.age,
    'Writing hand': walker.hand,
    'Walks without aid': 'true',
    'Shoe size': '42',
  })
  await filled(types.fitting, {
    'Arm strap': 'M',
    'Chest strap': 'M',
    'Skin checked': 'true',
    'Treadmill steps at 4 km/h': walker.steps,
  })
  const set = 1 + (number % 3)
  const from = `${visit}T07:50:00.000Z`
  const devices = [
    { deviceid: `A${set}`, position: 'ARM' as const, from },
    { deviceid: `B${set}`, position: 'CHEST' as const, from },
  ]
  await changeSubject(tx, scope, { ...place, subjectid, devices }, zone)

  let begins = Date.parse(`${visit}T08:00:00Z`) / 1000
  for (const [order, activitytypeid] of types.activityTypes.slice(0, walker.recorded).entries()) {
    const minutes = stepCounting.minutes[order] ?? 5
    const times = { startTime: begins, stopTime: begins + minutes * 60, comment: order === 2 ? 'even pace' : null }
    await insertActivity(
      tx,
      { ...place, subjectid, activitytypeid, ...onlyOccurrence, ...times, label: null },
      select({ version: {} }),
    )
    if (order >= 2)
      await addFile(
        tx,
        store,
        { ...place, subjectid, activitytypeid },
        `${walker.identifier}-arm-${order}.csv`,
        sensorFile(number * 7 + order, times),
      )
    begins += (minutes + 5) * 60
  }
  if (walker.state !== 'OPEN' || walker.recorded === types.activityTypes.length) {
    const takenOff = new Date(begins * 1000).toISOString()
    await changeSubject(tx, scope, { ...place, subjectid, devices: [], takenOff }, zone)
  }
  if (walker.state !== 'OPEN') await changeSubject(tx, scope, { ...place, subjectid, status: walker.state }, zone)
}

async function addFile(
  tx: Write,
  store: ObjectStore,
  ids: Place & { subjectid: string; activitytypeid: string },
  filename: string,
  content: string,
) {
  const referencedataid = newId()
  const object_name = `${ids.studyid}/${referencedataid}`
  const bytes = Buffer.from(content)
  await store.write(object_name, chunks(bytes), bytes.length)
  await insertReferenceData(
    tx,
    { ...ids, ...onlyOccurrence, referencedataid, filename, object_name, sha256: null, expires_at: new Date() },
    { objectUrl: '', fields: '' },
    select({ referencedataid: {} }),
  )
  await settleUpload(tx, 'reference_data', { referencedataid, siteid: ids.siteid }, bytes.length)
}

async function* chunks(bytes: Buffer) {
  yield bytes
}
