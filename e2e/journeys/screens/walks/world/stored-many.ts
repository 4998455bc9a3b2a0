import type { Caller } from '../../../../api.ts'
import { addActivityType, addSubjects, newStudy } from '../../../../new-site.ts'
import { together } from '../acts/many/chosen.ts'

/** Which records are done to together, by their names. */
export const closing = ['X-1', 'X-2']
export const moving = ['N-1', 'N-2']
export const twins = ['Twin A', 'Twin B']

/** Where several records are chosen. */
export interface ManyPlaces {
  /** A study whose subjects are complete. */
  complete: string
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
  return { complete }
}

const query = `query ($east: ID!, $complete: ID!) {
  east: listSubjects(studyid: $east) { identifier }
  listActivityTypes(studyid: $east) { description }
  complete: listSubjects(studyid: $complete) { identifier status }
}`

interface Stored {
  east: { identifier: string }[]
  listActivityTypes: { description: string }[]
  complete: { identifier: string; status: string }[]
}

/** What is stored of what is done to several records at once. */
export async function readMany(
  admin: Caller,
  { east, complete }: ManyPlaces & { east: string },
): Promise<(readonly [string, string])[]> {
  const found = await admin<Stored>(query, { east, complete })
  const status = (name: string) => found.complete.find(({ identifier }) => identifier === name)?.status ?? 'none'
  const isEast = moving.map((name) => found.east.some(({ identifier }) => identifier === name))
  const isThere = (name: string) => found.listActivityTypes.some(({ description }) => description === name)
  return [
    [`status of ${together(closing)}`, together(closing.map(status))],
    [`study of ${together(moving)}`, isEast.every(Boolean) ? 'East' : isEast.some(Boolean) ? 'apart' : 'West'],
    [`removed ${together(twins)}`, together(twins.map((name) => (isThere(name) ? 'there' : 'removed')))],
  ]
}
