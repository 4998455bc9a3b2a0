import type { Caller } from '../../../../api.ts'
import { joined } from '../acts/names.ts'
import type { Places } from './stored.ts'

const query = `query ($siteid: ID!, $growing: ID!, $records: ID!, $kept: ID!, $setup: ID!, $deviating: ID!,
    $named: ID!, $adminid: ID!, $coordinatorid: ID!) {
  listSites { name }
  listStudies(siteid: $siteid) { studyid name epochSeconds places calendarFeed }
  listDevices(siteid: $siteid) { deviceid }
  subjects: listSubjects(studyid: $growing) { identifier }
  activitytypes: listActivityTypes(studyid: $growing) { description }
  formtypes: listFormTypes(studyid: $growing) { identifier }
  taken: listFormTypes(studyid: $setup) { identifier }
  drafts: listFormTypes(studyid: $records) { identifier fields { label } draft { fields { label } } }
  marked: listSubjects(studyid: $records) { identifier status }
  listForms(subjectid: $kept) { formtypeid typeNumber formtype { identifier } fields { value } }
  listActivities(subjectid: $kept) { comment activitytype { description } }
  listReferenceData(subjectid: $kept) { filename status }
  listFormTypeVersions(studyid: $records, formtypeid: $named) { number note }
  deviations: listDeviations(studyid: $deviating) { explanation }
  listPeople { personid sub email email_verified state groups }
  ofAdmin: listTokens(personid: $adminid) { name }
  ofCoordinator: listTokens(personid: $coordinatorid) { name }
}`

interface Stored {
  listSites: { name: string }[]
  listStudies: { studyid: string; name: string; epochSeconds: number; places: string[]; calendarFeed: boolean }[]
  listDevices: { deviceid: string }[]
  subjects: { identifier: string }[]
  activitytypes: { description: string }[]
  formtypes: { identifier: string }[]
  taken: { identifier: string }[]
  drafts: { identifier: string; fields: Labelled[]; draft: { fields: Labelled[] } | null }[]
  marked: { identifier: string; status: string }[]
  listForms: { formtypeid: string; typeNumber: number; formtype: { identifier: string }; fields: { value: string }[] }[]
  listActivities: { comment: string | null; activitytype: { description: string } }[]
  listReferenceData: { filename: string; status: string }[]
  listFormTypeVersions: { number: number; note: string | null }[]
  deviations: { explanation: string | null }[]
  listPeople: {
    personid: string
    sub: string
    email: string | null
    email_verified: boolean
    state: string
    groups: string[]
  }[]
  ofAdmin: { name: string }[]
  ofCoordinator: { name: string }[]
}
type Labelled = { label: string | null }

/** What is stored of what is added, imported, put back, renewed and drafted, and of people. */
export async function readMore(
  admin: Caller,
  places: Places,
  people: { adminid: string; coordinatorid: string },
): Promise<(readonly [string, string])[]> {
  const { siteid, studyid, planned, growing, records, kept, setup, deviating, named, spare } = places
  const ids = { siteid, growing, records, kept, setup, deviating, named }
  const found = await admin<Stored>(query, { ...ids, ...people })
  const { listStudies: studies, deviations } = found
  const names = (all: readonly string[], start: string) => joined(all.filter((each) => each.startsWith(start)))
  const isThere = (all: readonly string[], name: string) => (all.includes(name) ? 'there' : 'removed')
  const study = studies.find((each) => each.studyid === studyid)
  const ofStudies = studies.map(({ name }) => name)
  const sites = found.listSites.map(({ name }) => name)
  const descriptions = found.activitytypes.map(({ description }) => description)
  const subjects = found.subjects.map(({ identifier }) => identifier)
  const newcomer = found.listPeople.find(({ sub }) => sub === 'newcomer')
  const has = (group: string) => (newcomer?.groups.includes(group) ? 'yes' : 'no')
  return [
    ['new studies', names(ofStudies, 'NS-')],
    ['new studies like another', names(ofStudies, 'NL-')],
    ['new studies from an example', names(ofStudies, 'NE-')],
    ['new sites', names(sites, 'NW-')],
    [
      'new devices',
      names(
        found.listDevices.map(({ deviceid }) => deviceid),
        'ND',
      ),
    ],
    ['new subjects', names(subjects, 'NP-')],
    ['imported subjects', names(subjects, 'NI-')],
    ['new activity types', names(descriptions, 'NA-')],
    ['imported types', names(descriptions, 'NJ-')],
    [
      'new form types',
      names(
        found.formtypes.map(({ identifier }) => identifier),
        'NF-',
      ),
    ],
    ['types taken over', String(found.taken.length)],
    ['removed Leaving', isThere(ofStudies, 'Leaving')],
    [`removed ${spare}`, isThere(sites, spare)],
    ...ofRecords(found),
    ['calendar', studies.find((each) => each.studyid === planned)?.calendarFeed ? 'yes' : 'no'],
    ['epoch', String(study?.epochSeconds ?? '')],
    ['place', study?.places.at(-1) ?? ''],
    ['x0', deviations[0]?.explanation ?? ''],
    ['newcomer hp', has('hp')],
    ['newcomer patient', has('patient')],
    ['newcomer subject:admin', has('subject:admin')],
    [
      'tokens admin',
      names(
        found.ofAdmin.map(({ name }) => name),
        'T-',
      ),
    ],
    [
      'tokens coordinator',
      names(
        found.ofCoordinator.map(({ name }) => name),
        'T-',
      ),
    ],
    ...['admin', 'coordinator'].map((of) => {
      const { email, email_verified: isVerified } = found.listPeople.find(({ sub }) => sub === of) ?? {}
      return [`email ${of}`, `${email ?? ''} ${isVerified ? 'verified' : 'open'}`] as const
    }),
  ]
}

function ofRecords(found: Stored): (readonly [string, string])[] {
  const sheet = found.listForms.find(({ formtype }) => formtype.identifier === 'Sheet')
  const old = found.listForms.find(({ formtype }) => formtype.identifier === 'Renewed')
  const run = found.listActivities.find(({ activitytype }) => activitytype.description === 'Run')
  const files = found.listReferenceData.filter(({ filename }) => filename.startsWith('kept-'))
  const sketch = found.drafts.find(({ identifier }) => identifier === 'Sketch')
  const published = sketch?.fields[0]?.label ?? ''
  const draft = sketch?.draft?.fields[0]?.label
  const deleted = found.marked.find(({ identifier }) => identifier === 'K-2')
  return [
    ['form Sheet', sheet?.fields[0]?.value ?? 'none'],
    ['activity Run', run ? (run.comment ?? '') : 'none'],
    [
      'files kept',
      joined(files.map(({ filename, status }) => (status === 'UPLOADED' ? filename : `${filename} ${status}`))),
    ],
    ['deleted K-2', deleted?.status ?? ''],
    ['name of version 1 of Named', found.listFormTypeVersions.find(({ number }) => number === 1)?.note ?? ''],
    ['forms of Renewed', `version ${old?.typeNumber ?? ''}`],
    ['draft of Sketch', draft ? `draft ${draft} over ${published}` : `none ${published}`],
  ]
}
