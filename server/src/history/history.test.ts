import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, nowhere, type Place } from '../../test/beds/place.ts'
import { expectHistoryToReplay, readHistory } from '../../test/beds/replay.ts'
import { rows } from '../../test/matrix/rows.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { recordKinds, records } from '../records/records.ts'
import { write } from '../writes/write.ts'

let casebook: Casebook
let admin: AddedPerson
const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups })
})
afterAll(() => casebook.stop())

const last = async () => (await readHistory(casebook)).at(-1)?.historyid ?? 0

// Each mutation of records, with the entries that it writes to the history.
const written: [string, string[]][] = [
  ['addSite', ['site ADDED']],
  ['updateSite', ['site UPDATED']],
  ['removeSite', ['site REMOVED']],
  ['addDevice', ['device ADDED']],
  ['addDevices', ['device ADDED']],
  ['updateDevice', ['device UPDATED']],
  ['removeDevice', ['device REMOVED']],
  ['addStudy', ['study ADDED']],
  ['updateStudy', ['study UPDATED']],
  ['removeStudy', ['study REMOVED']],
  ['addActivityType', ['activity_type ADDED']],
  ['updateActivityType', ['activity_type UPDATED']],
  ['removeActivityType', ['activity_type REMOVED']],
  ['addFormType', ['form_type ADDED']],
  ['updateFormType', ['form_type UPDATED']],
  ['removeFormType', ['form_type REMOVED']],
  ['addSubject', ['subject ADDED', 'subject_device ADDED']],
  ['addSubjectV2', ['subject ADDED', 'subject_device ADDED']],
  ['updateSubject', ['subject UPDATED', 'subject_device ADDED', 'subject_device REMOVED']],
  ['removeSubject', ['subject UPDATED']],
  ['addForm', ['form ADDED']],
  ['updateForm', ['form UPDATED']],
  ['removeForm', ['form REMOVED']],
  ['addActivity', ['activity ADDED']],
  ['updateActivity', ['activity UPDATED']],
  ['removeActivity', ['activity REMOVED', 'reference_data REMOVED']],
  ['addReferenceData', ['reference_data ADDED']],
  ['describeReferenceData', ['reference_data UPDATED']],
  ['setReferenceDataZone', ['reference_data UPDATED']],
  ['correctReferenceDataClock', ['reference_data UPDATED']],
  ['removeReferenceData', ['reference_data REMOVED']],
  ['addStudyDocument', ['study_document ADDED', 'study_document_version ADDED']],
  ['addStudyDocumentVersion', ['study_document UPDATED', 'study_document_version ADDED']],
  ['removeStudyDocument', ['study_document REMOVED']],
  ['updateVisits', ['visit UPDATED']],
  ['updateSubjectVisit', ['subject_visit UPDATED']],
  ['updateMe', ['person UPDATED']],
]

describe.each(written)('%s', (name, expected) => {
  test('writes who did what, before and after, to the history', async () => {
    const place = await makePlace(casebook)
    const before = await last()
    await run(admin, name, rows[name]?.give(place))
    const entries = await readHistory(casebook, before)
    expect(entries.map(({ kind, action }) => `${kind} ${action}`).sort()).toEqual(expected)
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: admin.personid, groups: [...groups] })
      expect(entry.reason).toBe(name === 'updateSubject' ? 'a slip' : null)
      const isGone = entry.action === 'REMOVED' && entry.kind === 'subject_device'
      expect([entry.before === null, entry.after === null]).toEqual([entry.action === 'ADDED', isGone])
    }
  })

  test('writes nothing if it is refused', async () => {
    const before = await last()
    const given = rows[name]?.give(nowhere()) ?? {}
    // Calls without a place are refused for their content.
    const wrong = { addSite: { identifier: 'X', name: 'x' }, updateMe: { input: { given_name: '', family_name: '' } } }
    await refusal(admin, name, Reflect.get(wrong, name) ?? given)
    expect(await readHistory(casebook, before)).toEqual([])
  })
})

test('every mutation of a record is among those', () => {
  // Mutations of many records or of none: see exports.robust.test.ts, imports.test.ts, importing.test.ts, form-files.test.ts and study-setup.test.ts.
  const many = [
    'addExport',
    'addImport',
    'addImportJob',
    'addDefinitions',
    'addFormFile',
    'addStudyLike',
    'addExampleStudy',
  ]
  const others = [
    ...many,
    'completeReferenceData',
    'completeStudyDocument',
    'restoreRemoved',
    'resendEmailVerification',
    'verifyEmail',
  ]
  const ofPeople = /Person|Session|Token/
  const mutations = Object.keys(rows).filter((name) =>
    /^(add|correct|describe|set|update|remove|complete|restore|resend|verify)/.test(name),
  )
  const expected = mutations.filter((name) => !others.includes(name) && !ofPeople.test(name))
  expect(written.map(([name]) => name).sort()).toEqual(expected.sort())
})

test('all of it replays to what the tables hold', async () => {
  const place = await makePlace(casebook)
  const { siteid, studyid, subjectid, referencedataid } = place
  await run(admin, 'removeReferenceData', { subjectid, referencedataid })
  const changes = written.map(([name]) => name).filter((name) => /^(add|update)/.test(name))
  // Mutations that rename what others refer to come last.
  const renaming = ['updateSubject', 'updateDevice']
  const inOrder = [...changes.filter((name) => !renaming.includes(name)), ...renaming]
  for (const name of inOrder) await run(admin, name, give(name, place))
  await run(admin, 'removeReferenceData', { subjectid, referencedataid: await pending(subjectid) })
  for (const status of ['CLOSED', 'OPEN', 'CLOSED']) {
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, status } })
  }
  expect((await expectHistoryToReplay(casebook)).length).toBeGreaterThan(50)
})

/** A row's variables, for places that changed meanwhile. */
function give(name: string, place: Place): Record<string, unknown> {
  const given = rows[name]?.give(place) ?? {}
  return JSON.parse(JSON.stringify(given, (key, value) => (key === 'version' ? undefined : value)))
}

async function pending(subjectid: string) {
  const [file] = await run(admin, 'listReferenceData', { subjectid }, 'referencedataid')
  return file.referencedataid
}

describe('listHistory', () => {
  test('returns the newest entries first, page by page, each once', async () => {
    const { siteid, studyid, subjectid } = await makePlace(casebook)
    for (let n = 0; n < 7; n++) {
      await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, identifier: `S-${n}` } })
    }
    const list = (more: Record<string, unknown>) => run(admin, 'listHistory', { studyid, subjectid, ...more })
    const all: { historyid: string }[] = await list({})
    const pages: { historyid: string }[] = []
    for (;;) {
      const page = await list({ limit: 3, before: pages.at(-1)?.historyid ?? null })
      if (page.length === 0) break
      pages.push(...page)
    }
    expect(pages).toEqual(all)
    expect(all.map(({ historyid }) => Number(historyid))).toEqual(
      all.map(({ historyid }) => Number(historyid)).toSorted((a, b) => b - a),
    )
    expect(all[0]).toMatchObject({ kind: 'subject', action: 'UPDATED', groups: [...groups] })
  })

  test('returns the changes of one record, asked for by its kind and id, page by page', async () => {
    const { studyid, subjectid, formtypeid, activitytypeid, sibling } = await makePlace(casebook)
    for (const value of ['43200', '129600', '216000']) {
      await run(admin, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value }] } })
    }
    const of = { studyid, subjectid, kind: 'form', id: formtypeid }
    const all: { historyid: string; kind: string; id: string }[] = await run(admin, 'listHistory', of)
    expect(all.length).toBeGreaterThanOrEqual(3)
    expect(all.every(({ kind, id }) => kind === 'form' && id === formtypeid)).toBe(true)
    const [first] = await run(admin, 'listHistory', { ...of, limit: 1 })
    expect(await run(admin, 'listHistory', { ...of, before: first.historyid })).toEqual(all.slice(1))
    for (const other of [
      { kind: 'form', id: activitytypeid },
      { kind: 'study', id: studyid },
      { kind: 'form', id: sibling.formtypeid },
    ]) {
      expect(await run(admin, 'listHistory', { studyid, subjectid, ...other })).toEqual([])
    }
    const activities: { kind: string }[] = await run(admin, 'listHistory', { studyid, subjectid, kind: 'activity' })
    expect(new Set(activities.map(({ kind }) => kind))).toEqual(new Set(['activity']))
  })

  test('accepts 1 to 200 entries at a time, and a numeric position', async () => {
    const { studyid, subjectid } = await makePlace(casebook)
    for (const limit of [0, -1, 201]) {
      const refused = await refusal(admin, 'listHistory', { studyid, subjectid, limit })
      expect(refused).toMatchObject({ code: 'BAD_INPUT', field: 'limit' })
    }
    for (const before of ['zz', '1.5', '1e400', '99999999999999999999', ' ', '1e3', '0x10', '-1']) {
      const refused = await refusal(admin, 'listHistory', { studyid, subjectid, before })
      expect(refused).toMatchObject({ code: 'BAD_INPUT', field: 'before' })
      expect(refused.message).toBe(
        `before must be the historyid of the last entry that was read; “${before}” is not one.`,
      )
    }
    expect(await run(admin, 'listHistory', { studyid, subjectid, limit: 200, before: '0' })).toEqual([])
  })
})

describe('listStudyHistory', () => {
  test('returns what happened to a study, its types and its documents, page by page, and nothing of its subjects', async () => {
    const place = await makePlace(casebook)
    const { siteid, studyid, activitytypeid, formtypeid, documentid } = place
    const changes: [string, Record<string, unknown>][] = [
      ['updateStudy', { siteid, studyid, input: { name: 'Renamed', status: 'OPEN' } }],
      ['removeActivityType', { studyid, activitytypeid }],
      ['updateFormType', { ...rows.updateFormType?.give(place) }],
      ['addStudyDocumentVersion', { documentid, filename: 'second.pdf' }],
      ['removeStudyDocument', { documentid }],
    ]
    const since = await last()
    for (const [name, given] of changes) await run(admin, name, given)
    await run(admin, 'removeForm', { subjectid: place.subjectid, formtypeid })
    const list = (more: Record<string, unknown> = {}) => run(admin, 'listStudyHistory', { studyid, ...more })
    const all: { historyid: string; kind: string; action: string; before: string; after: string }[] = await list()
    const own = all.filter(({ historyid }) => Number(historyid) > since)
    expect(own.map(({ kind, action }) => `${kind} ${action}`).toSorted()).toEqual([
      'activity_type REMOVED',
      'form_type UPDATED',
      'study UPDATED',
      'study_document REMOVED',
      'study_document UPDATED',
      'study_document_version ADDED',
    ])
    const renamed = own.find(({ kind }) => kind === 'study')
    expect(JSON.parse(renamed?.after ?? '')).toMatchObject({ name: 'Renamed', studyid })
    const ids = all.map(({ historyid }) => Number(historyid))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))

    const pages: { historyid: string }[] = []
    for (;;) {
      const page = await list({ limit: 3, before: pages.at(-1)?.historyid ?? null })
      if (page.length === 0) break
      pages.push(...page)
    }
    expect(pages).toEqual(all)
    expect((await refusal(admin, 'listStudyHistory', { studyid, limit: 201 })).field).toBe('limit')
  })

  test('returns also what is no longer in its table', async () => {
    const { siteid, studyid, visitid, subjectid } = await makePlace(casebook)
    await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
      await tx.deleteFrom('subject_visit').where('subjectid', '=', subjectid).execute()
      await tx.deleteFrom('visit').where('visitid', '=', visitid).where('siteid', '=', siteid).execute()
    })
    const [removed] = await run(admin, 'listStudyHistory', { studyid })
    expect(removed).toMatchObject({ kind: 'visit', action: 'REMOVED', id: visitid, after: null })
    expect(JSON.parse(removed.before)).toMatchObject({ name: 'First day', day: 0 })
  })
})

/** A new column of these tables is internal (`internal` of its record), or shown on purpose. */
const shownColumns = {
  subject: ['identifier', 'snapshot', 'snapshot_sha256', 'status', 'version'],
  subject_device: ['body_place', 'deviceid', 'from_time', 'position', 'to_time', 'visitid'],
  form: ['confirmed', 'fields', 'formtypeid', 'type_number', 'version'],
  subject_visit: ['date', 'occurrence', 'order_reason', 'outside_reason', 'reason', 'state', 'version', 'visitid'],
  activity: ['activitytypeid', 'comment', 'start_time', 'stop_time', 'version'],
  running_activity: ['activitytypeid', 'start_time', 'started_by', 'version'],
  reference_data: [
    ...['activitytypeid', 'clock_correction', 'description', 'filename', 'object_name', 'referencedataid'],
    ...['sha256', 'size', 'status', 'version', 'zone'],
  ],
}
const shownColumnsOfStudy = {
  visit: [
    'activitytypeids',
    'day',
    'days_after',
    'days_before',
    'formtypeids',
    'in_order',
    'name',
    'optional_typeids',
    'repeats',
    'version',
    'visitid',
  ],
  study: [
    'calendar_feed',
    'epoch_seconds',
    'identifier',
    'name',
    'places',
    'quality_battery',
    'quality_calibration',
    'quality_clipped',
    'quality_drift',
    'quality_drop_out',
    'quality_gap',
    'quality_not_worn',
    'quality_share',
    'quality_volts',
    'status',
    'version',
  ],
  activity_type: ['activitytypeid', 'description', 'repeats', 'version'],
  form_type: [
    ...['checks', 'draft', 'fields', 'formtypeid', 'identifier', 'number', 'properties', 'repeats', 'version'],
    'version_notes',
  ],
  study_document: ['documentid', 'kind', 'latest', 'title', 'version'],
  study_document_version: [
    ...['date', 'documentid', 'filename', 'number', 'object_name', 'sha256', 'size', 'status', 'uploaded_by'],
  ],
}

test('histories show no internal columns', async () => {
  const { studyid, subjectid, freeActivitytypeid } = await makePlace(casebook)
  await run(admin, 'startActivity', { subjectid, activitytypeid: freeActivitytypeid })
  const entries: { kind: string; before: string | null; after: string | null }[] = [
    ...(await run(admin, 'listHistory', { studyid, subjectid })),
    ...(await run(admin, 'listStudyHistory', { studyid })),
  ]
  const places = ['created_at', 'siteid', 'studyid', 'subjectid']
  const columns = entries.map(({ kind, before, after }) => {
    const names = Object.keys({ ...JSON.parse(before ?? '{}'), ...JSON.parse(after ?? '{}') })
    return [kind, names.filter((name) => !places.includes(name)).sort()]
  })
  expect(Object.fromEntries(columns)).toEqual({ ...shownColumns, ...shownColumnsOfStudy })
})

describe('the database by itself', () => {
  async function as(role: 'runtime' | 'owner', ...statements: string[]) {
    const client = new pg.Client({ connectionString: casebook.database[role].url })
    await client.connect()
    try {
      if (role === 'runtime') await client.query('set role casebook_runtime')
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    const place = await makePlace(casebook)
    // What a place does not have.
    for (const name of ['startActivity', 'addToken', 'addExport', 'getSubjectRecord']) {
      await run(admin, name, rows[name]?.give(place))
    }
  })

  test.each(recordKinds)('refuses an unattributed write to %s, even by the owner', async (table) => {
    const [column] = records[table].key
    for (const role of ['runtime', 'owner'] as const) {
      await expect(as(role, `update ${table} set ${column} = ${column}`)).rejects.toMatchObject({ code: 'CB001' })
    }
    await expect(as('owner', 'set session_replication_role = origin', `delete from ${table}`)).rejects.toThrow()
  })

  test('refuses a name that remains from the previous transaction', async () => {
    const attribute = "select set_config('casebook.actor', 'x', true)"
    await expect(as('runtime', 'begin', attribute, 'commit', 'update site set name = name')).rejects.toMatchObject({
      code: 'CB001',
    })
  })

  test.each([
    "update history set actor = 'somebody else'",
    'delete from history',
    'truncate history',
    'alter table history disable trigger all',
    'drop trigger history_append_only on history',
    'alter table site disable trigger site_history',
    'drop table history',
    'create or replace function record_history() returns trigger language plpgsql as $$ begin return null; end $$',
    "insert into history (actor, actor_name, groups, kind, action, id) values ('x', 'x', '{}', 'site', 'ADDED', 'x')",
    'set session_replication_role = replica',
    'truncate subject cascade',
    'delete from subject',
    "select setval(pg_get_serial_sequence('history', 'historyid'), 1)",
    'create table mine (n int)',
    'set role casebook_owner',
  ])('does not let the runtime role say: %s', async (statement) => {
    await expect(as('runtime', statement)).rejects.toThrow(/permission denied|must be owner|does not exist|append-only/)
  })

  test.each(["update history set actor = 'somebody else'", 'delete from history', 'truncate history'])(
    'does not let its owner say: %s',
    async (statement) => {
      await expect(as('owner', statement)).rejects.toMatchObject({ code: 'CB002' })
    },
  )
})
