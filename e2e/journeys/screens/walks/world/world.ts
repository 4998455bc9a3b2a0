import type { Browser } from '@playwright/test'
import { type Caller, callAs } from '../../../../api.ts'
import { addFile, csvRecording } from '../../../../new-file.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../../new-site.ts'
import type { Act } from '../acts/act.ts'
import { type Editable, editablesOf } from './editables.ts'
import { elsewhereOf, newGrowingPlaces } from './places.ts'
import { actsOf } from './pressables.ts'
import { type Places, readStored } from './stored.ts'
import { newManyPlaces, readMany } from './stored-many.ts'
import { readMore } from './stored-more.ts'

export interface World {
  editables: readonly Editable[]
  acts: readonly Act[]
  /** A subject's page with an activity that runs at most for a moment, and the ids of both. */
  press: { path: string; subjectid: string; activitytypeid: string }
  /** What is stored of each field, and of what is pressed. */
  read: () => Promise<Map<string, string>>
  admin: Caller
}

const none = { formtypeids: [], activitytypeids: [] }
const at = Date.parse('2026-10-20T07:50:00Z') / 1000

/** Two administrators at a server of their own, and what they edit and press there. */
export async function newWorld(browser: Browser, address: string): Promise<World> {
  const context = await browser.newContext()
  const admin = await callAs(context.request, address, 'admin')
  const { siteid } = await newSite(admin)
  await (await elsewhereOf(browser, address, 'newcomer')).signIn()
  const { siteid: elsewhere, name: elsewhereName } = await newSite(admin, 'Elsewhere')
  await setRights(admin, 'coordinator', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  await setRights(admin, 'nurse', { groups: ['hp'], sites: [siteid] })
  const studyid = await newStudy(admin, siteid, 's0-0')
  await addActivityType(admin, studyid, 't0-0')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const pressed = await addActivityType(admin, studyid, 'Walk')
  await addDevices(admin, siteid, ['D0X0', 'WA1', 'WB1', 'RX1'])
  const fieldsOf = (names: readonly string[]) => names.map((name) => ({ name, type: 'String', required: false }))
  const fields = ['f1', 'f2', 'f3']
  const formtypeid = await addFormType(admin, studyid, 'Visit', fieldsOf(fields))
  await addFormType(admin, studyid, 'y0-0', fieldsOf(['g1', 'g2']))
  await addFormType(admin, studyid, 'Drafted', fieldsOf(['h1', 'h2']))
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['p0-0'])
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!) {
      addForm(input: $form) { version }
      addActivity(input: $activity) { version } }`,
    {
      form: { subjectid, formtypeid, fields: fields.map((key) => ({ key, value: `${key}-0` })) },
      activity: { subjectid, activitytypeid, startTime: at, stopTime: at + 600 },
    },
  )
  const path = `/studies/${studyid}/subjects/${subjectid}`
  const subject = { siteid, studyid, subjectid, formtypeid, activitytypeid, identifier: 'p0-0', path, call: admin }
  const { path: recording } = await addFile(subject, 'arm.csv', csvRecording('2026-10-20T09:48:00', 20, 10))
  const other = await addFile(subject, 'chest.csv', csvRecording('2026-10-20T09:48:00', 20, 10))
  // What reads a recording says when it was recorded: two are shown together by that.
  const page = await context.newPage()
  for (const each of [recording, other.path]) {
    const isDescribed = page.waitForResponse((answer) => /describeReference/.test(answer.request().postData() ?? ''))
    await page.goto(`${address}${each}?site=${siteid}`)
    await isDescribed
  }
  await page.close()

  const more = await newGrowingPlaces(admin, siteid)
  const pressedAt = await newPlaces(admin, siteid)
  const many = await newManyPlaces(admin, siteid, pressedAt.east)
  const places: Places = { siteid, elsewhere, studyid, subjectid, ...pressedAt, ...more, ...many }
  const together = `${path}/activities/${activitytypeid}`
  const [kari, own] = await Promise.all(
    (['nurse', 'coordinator'] as const).map((name) => elsewhereOf(browser, address, name)),
  )
  if (!kari || !own) throw new Error('no browsers elsewhere')
  const of = await peopleOf(admin)
  const state = async (name: string, at: typeof kari) =>
    [`session of ${name}`, (await at.isIn()) ? 'in' : 'out'] as const
  return {
    editables: editablesOf({ ...places, path, recording, together, fields, elsewhereName }),
    acts: actsOf(places, recording, { kari, own }),
    press: { path, subjectid, activitytypeid: pressed },
    async read() {
      const [stored, more, many, ...sessions] = await Promise.all([
        readStored(admin, places),
        readMore(admin, places, of),
        readMany(admin, places),
        state('nurse', kari),
        state('coordinator', own),
      ])
      return new Map([...stored, ...more, ...many, ...sessions])
    },
    admin,
  }
}

/** Studies and subjects for what is pressed. A schedule is in a study of its own: what it does not ask for is folded. */
async function newPlaces(admin: Caller, siteid: string) {
  const planned = await newStudy(admin, siteid, 'Planned')
  const [visited = ''] = await addSubjects(admin, siteid, planned, ['V-1'])
  const days = ['First', 'Second', 'Third'].map((name) => ({ name, day: 0, ...none }))
  type Visits = { updateVisits: { visitid: string; name: string }[] }
  const { updateVisits } = await admin<Visits>(
    'mutation ($planned: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $planned, visits: $visits) { visitid name } }',
    { planned, visits: [...days, { name: 'Extra', repeats: true, ...none }] },
  )
  const extra = updateVisits.find(({ name }) => name === 'Extra')?.visitid
  await admin('mutation ($input: SubjectVisitInput!) { updateSubjectVisit(input: $input) { version } }', {
    input: { subjectid: visited, visitid: extra, state: 'DONE', date: '2026-10-20' },
  })
  const [east, west] = [await newStudy(admin, siteid, 'East'), await newStudy(admin, siteid, 'West')]
  const [worn = ''] = await addSubjects(admin, siteid, east, ['W-1', 'M-1'])
  for (const name of ['Passing', 'Staying']) await addActivityType(admin, east, name)
  for (const name of ['Slip', 'Sheet'])
    await addFormType(admin, east, name, [{ name: 'g1', type: 'String', required: false }])
  for (const title of ['Protocol', 'Letter'])
    await admin('mutation ($input: StudyDocumentInput!) { addStudyDocument(input: $input) { version } }', {
      input: { studyid: east, title, kind: 'protocol', filename: 'page.txt' },
    })
  const ending = await newStudy(admin, siteid, 'Ending')
  const activitytypeid = await addActivityType(admin, ending, 'Stairs')
  const [closed = ''] = await addSubjects(admin, siteid, ending, ['C-1'])
  await admin('mutation ($activity: ActivityInput!) { addActivity(input: $activity) { version } }', {
    activity: { subjectid: closed, activitytypeid, startTime: at, stopTime: at + 600 },
  })
  return { planned, visited, east, west, worn, ending, closed }
}

/** The ids of those whose tokens are read. Somebody else waits for approval. */
async function peopleOf(admin: Caller) {
  type People = { listPeople: { personid: string; sub: string }[] }
  const { listPeople } = await admin<People>('{ listPeople { personid sub } }')
  const idOf = (name: string) => listPeople.find(({ sub }) => sub === name)?.personid ?? ''
  return { adminid: idOf('admin'), coordinatorid: idOf('coordinator') }
}

async function setRights(admin: Caller, name: string, { groups, sites = [] }: { groups: string[]; sites?: string[] }) {
  type People = { listPeople: { personid: string; sub: string; version: number }[] }
  const { listPeople } = await admin<People>('{ listPeople { personid sub version } }')
  const { personid, version } = listPeople.find(({ sub }) => sub === name) ?? {}
  await admin(
    'mutation ($personid: ID!, $input: RightsInput!) { updatePerson(personid: $personid, input: $input) { version } }',
    { personid, input: { groups, all_sites: sites.length === 0, sites, version } },
  )
}
