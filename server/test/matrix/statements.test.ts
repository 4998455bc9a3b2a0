import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { kindsOf } from '../../src/records/records.ts'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { attempt, documentOf, operations, run } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, type Place } from '../beds/place.ts'
import { rows } from './rows.ts'

/** The statements of this process, without those of the feed, of the sweep of uploads and of the caller's session. */
const statements: string[] = []
const ofItself =
  /as stale|as unseen|as changed \(siteid, deviceid\)|max\(historyid\)|pg_notify|^notify|^listen|\) unsettled/i

let casebook: Casebook
let admin: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0', MAKE_EXPORTS: 'false' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
  const send = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : String(Object(first).text)
    if (!ofItself.test(text)) statements.push(text)
    return Reflect.apply(send, this, given)
  })
})
beforeEach(() => {
  statements.length = 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  await casebook.stop()
})

/**
 * Root fields with several statements: those of exports first check the place, or record that an export was refused,
 * whole records are read by list, a draft is compared with its type before the forms of it are read,
 * and so is the version of a type that forms are brought up to date with. How visits stand is read by the schedule,
 * which is read first.
 */
const ofSeveral = [
  'listExports',
  'listExportAccesses',
  'getExportLink',
  'previewExport',
  'getSubjectRecord',
  'reviewFormTypeDraft',
  'reviewFormRenewal',
  'previewImport',
  'listImportJobs',
  'listVisitStandings',
  'listDeviations',
  'listCalendar',
  'reviewVisits',
]
const queries = [...operations]
  .filter(([name, { kind }]) => kind === 'query' && !ofSeveral.includes(name))
  .map(([name]) => name)

describe('one statement reads', () => {
  test.each(queries)('%s', async (name) => {
    await attempt(admin, name, rows[name]?.give(place))
    expect(statements).toHaveLength(1)
  })

  test('a study with everything below it, however many subjects it has', async () => {
    const { siteid, studyid } = place
    for (let n = 0; n < 5; n++) await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: `S-${n}` } })
    statements.length = 0
    const subjects = `subjectid devices { deviceid } forms { fields { key } formtype { identifier } }
      activities { activitytype { description } referenceData { filename } }`
    const study = await run(
      admin,
      'getStudy',
      { siteid, studyid },
      `name activitytypes { description } formtypes { fields { name } } subjects { ${subjects} }`,
    )
    expect(study.subjects).toHaveLength(6)
    expect(statements).toHaveLength(1)
  })

  test('each of several root fields', async () => {
    const { siteid, studyid, subjectid } = place
    await admin.ask(
      `query ($siteid: ID!, $studyid: ID!, $subjectid: ID!) {
        listSites { name } getStudy(siteid: $siteid, studyid: $studyid) { name }
        one: listForms(subjectid: $subjectid) { version } two: listForms(subjectid: $subjectid) { formtypeid }
      }`,
      { siteid, studyid, subjectid },
    )
    expect(statements).toHaveLength(4)
  })
})

describe('nothing is read that was not requested', () => {
  const tables = [...kindsOf('site', 'study', 'subject'), 'person', 'history']
  const read = () =>
    tables.filter((table) => statements.some((text) => new RegExp(`(from|join) "?(current_)?${table}"?\\b`).test(text)))

  test.each([
    ['listSites', 'siteid name', ['site']],
    ['listSites', 'siteid studies { studyid } devices { deviceid }', ['site', 'device', 'study']],
    ['getSite', 'name', ['site']],
    ['getSite', 'patients { patientid }', ['site', 'person']],
    ['getStudy', 'name status', ['study']],
    ['getStudy', 'subjects { subjectid }', ['study', 'subject']],
    ['listStudies', 'name subjectCount', ['site', 'study', 'subject']],
    ['listSubjects', 'subjectid identifier', ['study', 'subject']],
    ['listSubjects', 'devices { deviceid }', ['device', 'study', 'subject', 'subject_device']],
    ['listSubjects', 'activities { activitytypeid }', ['study', 'activity_type', 'subject', 'activity']],
    // By which types it was kept is compared. Visits ask for forms, and whatever is recorded in one that repeats makes it one that asks.
    [
      'listSubjects',
      'facts { formsDone }',
      [
        'study',
        'activity_type',
        'form_type',
        'visit',
        'subject',
        'subject_visit',
        'form',
        'activity',
        'running_activity',
        'reference_data',
      ],
    ],
    ['listSubjects', 'facts { changedBy }', ['study', 'subject', 'history']],
    ['getSubject', 'identifier status', ['subject']],
    [
      'getSubject',
      'facts { warnings }',
      ['activity_type', 'visit', 'subject', 'subject_visit', 'form', 'activity', 'running_activity', 'reference_data'],
    ],
    ['getSubject', 'forms { fields { key } }', ['form_type', 'subject', 'form']],
    // The type stores whether its fields were reordered since.
    ['getForm', 'fields { key value }', ['form_type', 'form']],
    [
      'listActivities',
      'startTime referenceData { filename }',
      ['activity_type', 'subject', 'activity', 'reference_data'],
    ],
  ])('by %s with %s', async (name, selection, expected) => {
    await run(admin, name, rows[name]?.give(place), selection)
    expect(read()).toEqual(expected)
  })

  test('by a fragment that is skipped, and all is that is included', async () => {
    const { studyid, subjectid } = place
    const query = `query ($studyid: ID!, $subjectid: ID!, $all: Boolean!) {
      getSubject(studyid: $studyid, subjectid: $subjectid) {
        identifier forms @include(if: $all) { version } ...rest @skip(if: $all) ... on Subject @include(if: $all) { activities { version } }
      } }
      fragment rest on Subject { devices { deviceid } }`
    const some = await admin.ask(query, { studyid, subjectid, all: false })
    expect(Object.keys(some.getSubject)).toEqual(['identifier', 'devices'])
    expect(read()).toEqual(['device', 'subject', 'subject_device'])
    statements.length = 0
    const all = await admin.ask(query, { studyid, subjectid, all: true })
    expect(Object.keys(all.getSubject)).toEqual(['identifier', 'forms', 'activities'])
    expect(read()).toEqual(['activity_type', 'form_type', 'subject', 'form', 'activity'])
  })
})

describe('an answer has the requested form', () => {
  const whole = `__typename siteid n: name studies { __typename ids: studyid subjects { forms { formtype { id: formtypeid fields { name t: type } } values: fields { key } } } }
    more: studies { name }`

  test('with the caller’s aliases and order, from either executor', async () => {
    const direct = await run(admin, 'getSite', { siteid: place.siteid }, whole)
    // A directive requires GraphQL's own executor.
    const document = documentOf('getSite', whole).replace(
      'getSite(siteid: $siteid)',
      'getSite(siteid: $siteid) @include(if: true)',
    )
    const { getSite } = await admin.ask(document, { siteid: place.siteid })
    expect(JSON.stringify(direct)).toBe(JSON.stringify(getSite))
    expect(Object.keys(direct)).toEqual(['__typename', 'siteid', 'n', 'studies', 'more'])
    expect(direct.__typename).toBe('Site')
    expect(Object.keys(direct.studies[0])).toEqual(['__typename', 'ids', 'subjects'])
    expect(direct.studies[0].subjects[0].forms[0].formtype.fields).toEqual([{ name: 'date', t: 'Date' }])
  })

  test('with one field requested twice under two names, and merged under one', async () => {
    const { studyid, subjectid } = place
    const twice = 'a: forms { formtypeid } b: forms { version } forms { version } forms { formtypeid }'
    const subject = await run(admin, 'getSubject', { studyid, subjectid }, twice)
    const { formtypeid } = place
    expect(subject).toEqual({ a: [{ formtypeid }], b: [{ version: 1 }], forms: [{ version: 1, formtypeid }] })
  })
})
