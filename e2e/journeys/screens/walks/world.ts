import type { Browser } from '@playwright/test'
import { type Caller, callAs } from '../../../api.ts'
import { addFile, csvRecording } from '../../../new-file.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'
import { type Editable, editablesOf } from './editables.ts'

export interface World {
  editables: readonly Editable[]
  /** A subject's page with an activity that runs at most for a moment, and the ids of both. */
  press: { path: string; subjectid: string; activitytypeid: string }
  /** What is stored of each field. */
  read: () => Promise<Map<string, string>>
  admin: Caller
}

const stored = `query ($siteid: ID!, $studyid: ID!, $planned: ID!, $subjectid: ID!) {
  listSites { siteid name }
  listDevices(siteid: $siteid) { deviceid hw_id }
  listStudies(siteid: $siteid) { studyid name qualityLimits { gap } }
  listSubjects(studyid: $studyid) { identifier }
  listActivityTypes(studyid: $studyid) { description }
  listActivities(subjectid: $subjectid) { comment }
  listFormTypes(studyid: $studyid) { identifier fields { name label } draft { identifier fields { name label } } }
  listVisits(studyid: $planned) { name day }
  listForms(subjectid: $subjectid) { fields { key value } }
  listReferenceData(subjectid: $subjectid) { clockCorrection }
  listPeople { sub groups phone_number }
}`
type Definition = { identifier: string; fields: { name: string; label: string | null }[] }
type Stored = {
  listSites: { siteid: string; name: string }[]
  listDevices: { deviceid: string; hw_id: string | null }[]
  listStudies: { studyid: string; name: string; qualityLimits: { gap: number | null } }[]
  listSubjects: { identifier: string }[]
  listActivityTypes: { description: string }[]
  listActivities: { comment: string | null }[]
  listFormTypes: (Definition & { draft: Definition | null })[]
  listVisits: { name: string; day: number }[]
  listForms: { fields: { key: string; value: string }[] }[]
  listReferenceData: { clockCorrection: number }[]
  listPeople: { sub: string; groups: string[]; phone_number: string | null }[]
}

/** Two administrators at a server of their own, and what they edit there. */
export async function newWorld(browser: Browser, address: string): Promise<World> {
  const context = await browser.newContext()
  const admin = await callAs(context.request, address, 'admin')
  await makeAdministrator(admin, 'coordinator')
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 's0-0')
  // A schedule of its own: with visits, what they do not ask for is folded on a subject's page.
  const planned = await newStudy(admin, siteid, 'Planned')
  await addActivityType(admin, studyid, 't0-0')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const pressed = await addActivityType(admin, studyid, 'Walk')
  await addDevices(admin, siteid, ['D0X0'])
  const fieldsOf = (names: readonly string[]) => names.map((name) => ({ name, type: 'String', required: false }))
  const fields = ['f1', 'f2', 'f3']
  const formtypeid = await addFormType(admin, studyid, 'Visit', fieldsOf(fields))
  await addFormType(admin, studyid, 'y0-0', fieldsOf(['g1', 'g2']))
  await addFormType(admin, studyid, 'Drafted', fieldsOf(['h1', 'h2']))
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['p0-0'])
  const at = Date.parse('2026-10-20T07:50:00Z') / 1000
  const none = { formtypeids: [], activitytypeids: [] }
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!, $planned: ID!, $visits: [VisitInput!]!) {
      addForm(input: $form) { version }
      addActivity(input: $activity) { version }
      updateVisits(studyid: $planned, visits: $visits) { version } }`,
    {
      form: { subjectid, formtypeid, fields: fields.map((key) => ({ key, value: `${key}-0` })) },
      activity: { subjectid, activitytypeid, startTime: at, stopTime: at + 600 },
      planned,
      visits: ['First', 'Second', 'Third'].map((name) => ({ name, day: 0, ...none })),
    },
  )
  const path = `/studies/${studyid}/subjects/${subjectid}`
  const subject = { siteid, studyid, subjectid, formtypeid, activitytypeid, identifier: 'p0-0', path, call: admin }
  const { path: recording } = await addFile(subject, 'arm.csv', csvRecording('2026-10-20T09:48:00', 20, 10))

  async function read() {
    const found = await admin<Stored>(stored, { siteid, studyid, planned, subjectid })
    const kari = found.listPeople.find(({ sub }) => sub === 'nurse')
    const has = (name: string) => (kari?.groups.includes(name) ? 'yes' : 'no')
    const study = found.listStudies.find((each) => each.studyid === studyid)
    const [device] = found.listDevices
    const labels = (definition: Definition | undefined, key: string) =>
      (definition?.fields ?? []).map(({ label }, place) => [`${key}${place}`, label ?? ''] as const)
    const published = found.listFormTypes.find(({ identifier }) => identifier.startsWith('y0'))
    const drafted = found.listFormTypes.find(({ identifier }) => identifier === 'Drafted')
    const draft = drafted?.draft ?? drafted
    return new Map([
      ...(found.listForms[0]?.fields.map(({ key, value }) => [key, value] as const) ?? []),
      ['a0', found.listActivities.find(({ comment }) => comment)?.comment ?? ''],
      ['p0', found.listSubjects[0]?.identifier ?? ''],
      ['t0', found.listActivityTypes.find(({ description }) => description.startsWith('t0'))?.description ?? ''],
      ['y0', published?.identifier ?? ''],
      ['z0', draft?.identifier ?? ''],
      ...labels(published, 'l'),
      ...labels(draft, 'm'),
      ...found.listVisits.map(({ name, day }) => [`day ${name}`, String(day)] as const),
      ['s0', study?.name ?? ''],
      ['gap', String(study?.qualityLimits.gap ?? '')],
      ['n0', found.listSites.find((each) => each.siteid === siteid)?.name ?? ''],
      ['d0', device?.deviceid ?? ''],
      ['w0', device?.hw_id ?? ''],
      ['group patient', has('patient')],
      ['group subject:admin', has('subject:admin')],
      ['clock', String(found.listReferenceData[0]?.clockCorrection)],
      ...found.listPeople.map(({ sub, phone_number }) => [`phone ${sub}`, phone_number ?? ''] as const),
    ])
  }
  const editables = editablesOf({ siteid, studyid, planned, path, recording, fields })
  return { editables, press: { path, subjectid, activitytypeid: pressed }, read, admin }
}

async function makeAdministrator(admin: Caller, name: string) {
  type People = { listPeople: { personid: string; sub: string; version: number }[] }
  const { listPeople } = await admin<People>('{ listPeople { personid sub version } }')
  const { personid, version } = listPeople.find(({ sub }) => sub === name) ?? {}
  await admin(
    'mutation ($personid: ID!, $input: RightsInput!) { updatePerson(personid: $personid, input: $input) { version } }',
    {
      personid,
      input: { groups: ['admin', 'hp', 'study:admin', 'subject:admin'], all_sites: true, sites: [], version },
    },
  )
}
