import type { Caller } from '../../../../api.ts'
import type { ManyPlaces } from './stored-many.ts'

/** What the walk made beside what is edited, and reads again after each step. */
export interface Places extends ManyPlaces {
  siteid: string
  studyid: string
  /** A study with a schedule, and its subject. */
  planned: string
  visited: string
  /** Two studies without types, between which a subject is moved; a subject of the first wears devices. */
  east: string
  west: string
  worn: string
  /** A site beside the other one. */
  elsewhere: string
  /** A subject that is closed and opened again, and its study. */
  ending: string
  closed: string
  subjectid: string
  /** A site that is removed and put back, by its name. */
  spare: string
  /** A study to which subjects and types are added, and one that takes types over. */
  growing: string
  setup: string
  /** A study whose subject's records are removed and put back, with the type that is named, and the activity with files. */
  records: string
  kept: string
  named: string
  running: string
  /** A study whose subject deviates from the schedule. */
  deviating: string
}

const query = `query ($siteid: ID!, $studyid: ID!, $planned: ID!, $subjectid: ID!, $visited: ID!, $east: ID!, $west: ID!,
    $worn: ID!, $ending: ID!, $closed: ID!) {
  listSites { siteid name }
  listDevices(siteid: $siteid) { deviceid hw_id }
  listStudies(siteid: $siteid) { studyid name qualityLimits { gap } }
  listSubjects(studyid: $studyid) { identifier }
  listActivityTypes(studyid: $studyid) { description }
  listActivities(subjectid: $subjectid) { comment }
  listFormTypes(studyid: $studyid) { identifier fields { name label } draft { identifier fields { name label } } }
  listVisits(studyid: $planned) { visitid name day }
  listForms(subjectid: $subjectid) { fields { key value } }
  listReferenceData(subjectid: $subjectid) { filename clockCorrection zone }
  listPeople { sub given_name family_name groups sites phone_number state }
  listSubjectVisits(subjectid: $visited) { visitid state reason }
  east: listSubjects(studyid: $east) { identifier }
  west: listSubjects(studyid: $west) { identifier }
  getSubject(studyid: $east, subjectid: $worn) { devices { deviceid } }
  ending: getSubject(studyid: $ending, subjectid: $closed) { status }
  listStudyDocuments(studyid: $east) { title versions { number } }
  passing: listActivityTypes(studyid: $east) { description }
  slips: listFormTypes(studyid: $east) { identifier }
}`
type Definition = { identifier: string; fields: { name: string; label: string | null }[] }
type Subject = { identifier: string }
type Stored = {
  listSites: { siteid: string; name: string }[]
  listDevices: { deviceid: string; hw_id: string | null }[]
  listStudies: { studyid: string; name: string; qualityLimits: { gap: number | null } }[]
  listSubjects: Subject[]
  listActivityTypes: { description: string }[]
  listActivities: { comment: string | null }[]
  listFormTypes: (Definition & { draft: Definition | null })[]
  listVisits: { visitid: string; name: string; day: number | null }[]
  listForms: { fields: { key: string; value: string }[] }[]
  listReferenceData: { filename: string; clockCorrection: number; zone: string | null }[]
  listPeople: {
    sub: string
    given_name: string | null
    family_name: string | null
    groups: string[]
    sites: string[]
    phone_number: string | null
    state: string
  }[]
  listSubjectVisits: { visitid: string; state: string; reason: string | null }[]
  east: Subject[]
  west: Subject[]
  getSubject: { devices: { deviceid: string }[] }
  ending: { status: string }
  listStudyDocuments: { title: string; versions: { number: number }[] }[]
  passing: { description: string }[]
  slips: { identifier: string }[]
}

/** What is stored of each field, and of what is pressed. */
export async function readStored(admin: Caller, places: Places): Promise<Map<string, string>> {
  const { siteid, studyid, planned, subjectid, visited, east, west, worn, ending, closed } = places
  const ids = { siteid, studyid, planned, subjectid, visited, east, west, worn, ending, closed }
  const found = await admin<Stored>(query, ids)
  return new Map([...ofEditors(found, places), ...ofPresses(found)])
}

function ofEditors(found: Stored, { siteid, studyid, elsewhere }: Places): (readonly [string, string])[] {
  const kari = found.listPeople.find(({ sub }) => sub === 'nurse')
  const has = (name: string) => (kari?.groups.includes(name) ? 'yes' : 'no')
  const study = found.listStudies.find((each) => each.studyid === studyid)
  const device = found.listDevices.find(({ deviceid }) => deviceid.startsWith('D0X'))
  const labels = (definition: Definition | undefined, key: string) =>
    (definition?.fields ?? []).map(({ label }, place) => [`${key}${place}`, label ?? ''] as const)
  const published = found.listFormTypes.find(({ identifier }) => identifier.startsWith('y0'))
  const drafted = found.listFormTypes.find(({ identifier }) => identifier === 'Drafted')
  const draft = drafted?.draft ?? drafted
  const days = found.listVisits.filter(({ day }) => day !== null)
  return [
    ...(found.listForms[0]?.fields.map(({ key, value }) => [key, value] as const) ?? []),
    ['a0', found.listActivities.find(({ comment }) => comment)?.comment ?? ''],
    ['p0', found.listSubjects[0]?.identifier ?? ''],
    ['t0', found.listActivityTypes.find(({ description }) => description.startsWith('t0'))?.description ?? ''],
    ['y0', published?.identifier ?? ''],
    ['z0', draft?.identifier ?? ''],
    ...labels(published, 'l'),
    ...labels(draft, 'm'),
    ...days.map(({ name, day }) => [`day ${name}`, String(day)] as const),
    ['s0', study?.name ?? ''],
    ['gap', String(study?.qualityLimits.gap ?? '')],
    ['n0', found.listSites.find((each) => each.siteid === siteid)?.name ?? ''],
    ['d0', device?.deviceid ?? ''],
    ['w0', device?.hw_id ?? ''],
    ['group patient', has('patient')],
    ['group subject:admin', has('subject:admin')],
    ['site elsewhere', kari?.sites.includes(elsewhere) ? 'yes' : 'no'],
    ...found.listReferenceData.map((file) => [`clock ${file.filename}`, String(file.clockCorrection)] as const),
    ...found.listPeople.map(({ sub, phone_number }) => [`phone ${sub}`, phone_number ?? ''] as const),
  ]
}

function ofPresses(found: Stored): (readonly [string, string])[] {
  const said = (name: string) => {
    const { visitid } = found.listVisits.find((visit) => visit.name === name) ?? {}
    return found.listSubjectVisits.filter((visit) => visit.visitid === visitid)
  }
  const isThere = (names: readonly string[], name: string) => (names.includes(name) ? 'there' : 'removed')
  const wears = found.getSubject.devices.map(({ deviceid }) => deviceid)
  const documents = found.listStudyDocuments
  const deviceids = found.listDevices.map(({ deviceid }) => deviceid)
  return [
    ...['First', 'Second', 'Third'].map((name) => {
      const [visit] = said(name)
      return [`visit ${name}`, `${visit?.state ?? 'PLANNED'} ${visit?.reason ?? ''}`] as const
    }),
    ['visits Extra', String(said('Extra').filter(({ state }) => state !== 'PLANNED').length)],
    ['worn WA1', wears.includes('WA1') ? 'on' : 'off'],
    ['worn WB1', wears.includes('WB1') ? 'on' : 'off'],
    ['study of M-1', found.east.some(({ identifier }) => identifier === 'M-1') ? 'East' : 'West'],
    ['subjects', String(found.east.length + found.west.length)],
    ['status', found.ending.status],
    ['documents', String(documents.filter(({ title }) => title.startsWith('D-')).length)],
    ['versions of Protocol', String(documents.find(({ title }) => title === 'Protocol')?.versions.length)],
    ['removed RX1', isThere(deviceids, 'RX1')],
    [
      'removed Passing',
      isThere(
        found.passing.map(({ description }) => description),
        'Passing',
      ),
    ],
    [
      'removed Slip',
      isThere(
        found.slips.map(({ identifier }) => identifier),
        'Slip',
      ),
    ],
    [
      'removed Letter',
      isThere(
        documents.map(({ title }) => title),
        'Letter',
      ),
    ],
    ...found.listPeople
      .filter(({ sub }) => sub === 'patient')
      .map(({ given_name, family_name, state }) => [`person ${given_name} ${family_name}`, state] as const),
    ['zone', found.listReferenceData.find(({ filename }) => filename === 'arm.csv')?.zone ?? ''],
  ]
}
