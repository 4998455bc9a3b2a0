import type { Caller } from '../../../../api.ts'
import { addFile } from '../../../../new-file.ts'
import { addActivityType, addFormType, addSubjects, newStudy } from '../../../../new-site.ts'
import { together } from '../acts/many/chosen.ts'
import { dayAgain } from '../acts/many/repeats.ts'
import { joined } from '../acts/names.ts'

/** Which records are done to together, by their names. */
export const closing = ['X-1', 'X-2']
export const moving = ['N-1', 'N-2']
export const twins = ['Twin A', 'Twin B']

/** Where several records are chosen. */
export interface ManyPlaces {
  /** A study whose subjects are complete. */
  complete: string
  /** A study, its subject and their form, into which values are imported; their activity that repeats; a file without times. */
  sundry: string
  imported: string
  weights: string
  undated: string
}

const at = Date.parse('2026-10-20T07:50:00Z') / 1000

/** Records that are chosen together: subjects and types of `east`, and complete subjects in a study of their own. */
export async function newManyPlaces(admin: Caller, siteid: string, east: string): Promise<ManyPlaces> {
  await addSubjects(admin, siteid, east, moving)
  for (const name of twins) await addActivityType(admin, east, name)
  const complete = await newStudy(admin, siteid, 'Complete')
  const activitytypeid = await addActivityType(admin, complete, 'Stairs')
  for (const subjectid of await addSubjects(admin, siteid, complete, closing))
    await admin('mutation ($activity: ActivityInput!) { addActivity(input: $activity) { version } }', {
      activity: { subjectid, activitytypeid, startTime: at, stopTime: at + 600 },
    })
  return { complete, ...(await newSundryPlaces(admin, siteid)) }
}

/** A subject with a form, with an activity that repeats, and with a file that gives no times. */
async function newSundryPlaces(admin: Caller, siteid: string) {
  const studyid = await newStudy(admin, siteid, 'Sundry')
  const formtypeid = await addFormType(admin, studyid, 'Weights', [{ name: 'w', type: 'String', required: false }])
  const again = await addActivityType(admin, studyid, 'Climb')
  const activitytypeid = await addActivityType(admin, studyid, 'Rest')
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['I-1'])
  await admin(
    `mutation ($again: ID!, $type: ActivityTypeInput!, $form: FormInput!, $first: ActivityInput!, $rest: ActivityInput!) {
      updateActivityType(activitytypeid: $again, input: $type) { repeats }
      addForm(input: $form) { version }
      first: addActivity(input: $first) { version }
      rest: addActivity(input: $rest) { version } }`,
    {
      again,
      type: { studyid, description: 'Climb', repeats: true },
      form: { subjectid, formtypeid, fields: [{ key: 'w', value: 'w-0' }] },
      first: { subjectid, activitytypeid: again, startTime: at, stopTime: at + 600 },
      rest: { subjectid, activitytypeid, startTime: at, stopTime: at + 600 },
    },
  )
  const path = `/studies/${studyid}/subjects/${subjectid}`
  const subject = { siteid, studyid, subjectid, formtypeid, activitytypeid, identifier: 'I-1', path, call: admin }
  const rows = Array.from({ length: 600 }, (_, row) => `${row},${row % 7}`)
  const { path: undated } = await addFile(subject, 'undated.csv', new TextEncoder().encode(`n,x\n${rows.join('\n')}\n`))
  return { sundry: studyid, imported: subjectid, weights: formtypeid, undated }
}

const query = `query ($siteid: ID!, $east: ID!, $complete: ID!, $imported: ID!) {
  east: listSubjects(studyid: $east) { identifier }
  listActivityTypes(studyid: $east) { description }
  complete: listSubjects(studyid: $complete) { identifier status }
  listForms(subjectid: $imported) { fields { key value } }
  listActivities(subjectid: $imported) { startTime }
  listReferenceData(subjectid: $imported) { description }
  listExports(siteid: $siteid) { state }
}`

interface Stored {
  east: { identifier: string }[]
  listActivityTypes: { description: string }[]
  complete: { identifier: string; status: string }[]
  listForms: { fields: { key: string; value: string }[] }[]
  listActivities: { startTime: number | null }[]
  listReferenceData: { description: string | null }[]
  listExports: { state: string }[]
}

/** When an activity began on the day on which it is recorded again, in Oslo, where it is two hours later than in UTC. */
function minuteAgain(startTime: number): string[] {
  const [day, minute = ''] = new Date((startTime + 7_200) * 1_000).toISOString().slice(0, 16).split('T')
  return day === dayAgain ? [minute] : []
}

/** What is stored of what is done to several records at once. */
export async function readMany(
  admin: Caller,
  { siteid, east, complete, imported }: ManyPlaces & { siteid: string; east: string },
): Promise<(readonly [string, string])[]> {
  const found = await admin<Stored>(query, { siteid, east, complete, imported })
  const status = (name: string) => found.complete.find(({ identifier }) => identifier === name)?.status ?? 'none'
  const isEast = moving.map((name) => found.east.some(({ identifier }) => identifier === name))
  const isThere = (name: string) => found.listActivityTypes.some(({ description }) => description === name)
  const { layout } = JSON.parse(found.listReferenceData[0]?.description ?? '{}') as { layout?: { rate?: number } }
  return [
    ['layout', String(layout?.rate ?? '')],
    ['value of Weights', found.listForms[0]?.fields.find(({ key }) => key === 'w')?.value ?? ''],
    ['repeats of Climb', joined(found.listActivities.flatMap(({ startTime }) => minuteAgain(startTime ?? 0)))],
    ['exports', String(found.listExports.length)],
    [`status of ${together(closing)}`, together(closing.map(status))],
    [`study of ${together(moving)}`, isEast.every(Boolean) ? 'East' : isEast.some(Boolean) ? 'apart' : 'West'],
    [`removed ${together(twins)}`, together(twins.map((name) => (isThere(name) ? 'there' : 'removed')))],
  ]
}
