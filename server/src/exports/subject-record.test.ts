import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { unscoped } from '../database/unscoped.ts'

let casebook: Casebook
let place: Place & { sibling: Place }
let nurse: Person

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp'], sites: [place.siteid] })
}, 60_000)
afterAll(() => casebook.stop())

const ids = () => ({ siteid: place.siteid, studyid: place.studyid, subjectid: place.subjectid })

test('the record of a subject is one JSON text with everything about it, and nothing about others', async () => {
  const text: string = await run(nurse, 'getSubjectRecord', ids())
  const { formtypeid, activitytypeid, referencedataid, identifier } = place
  expect(JSON.parse(text)).toMatchObject({
    zone: 'Europe/Oslo',
    study: { studyid: place.studyid, name: 'A study' },
    subject: { subjectid: place.subjectid, identifier, status: 'OPEN' },
    devices: [{ deviceid: place.deviceid, position: 'ARM' }],
    forms: [{ formtypeid, fields: [] }],
    activities: [{ activitytypeid, startTime: 1_792_476_000 }],
    referenceData: [{ referencedataid, filename: 'arm.csv' }],
    formTypes: [{ formtypeid }],
    snapshot: null,
  })
  const kinds = new Set(JSON.parse(text).history.map(({ kind }: { kind: string }) => kind))
  for (const kind of ['subject', 'form', 'activity', 'reference_data', 'subject_device']) expect(kinds).toContain(kind)
  expect(text).not.toContain(place.sibling.subjectid)
  const without = await run(nurse, 'getSubjectRecord', { ...ids(), history: false })
  expect(JSON.parse(without)).not.toHaveProperty('history')
})

test('taking a record out is no change of the subject or its site', async () => {
  const facts = async () => ({
    site: await run(nurse, 'getSite', { siteid: place.siteid }, 'lastChangeAt'),
    subject: await run(
      nurse,
      'getSubject',
      { studyid: place.studyid, subjectid: place.subjectid },
      'facts { changedAt changedBy }',
    ),
  })
  const before = await facts()
  await run(nurse, 'getSubjectRecord', ids())
  expect(await facts()).toEqual(before)
})

test('that a record was taken out, or refused, is in the history', async () => {
  const admin = await addPerson(casebook, 'Admin', { groups: ['admin'], sites: [place.siteid] })
  const { subjectid } = place
  expect(await refusal(admin, 'getSubjectRecord', ids())).toMatchObject({ code: 'FORBIDDEN' })
  const { rows } = await sql<{ actor_name: string; what: string }>`select actor_name, after ->> 'what' as what
    from history where kind = 'export_access' and subjectid = ${subjectid} order by historyid`.execute(
    unscoped(casebook.services.people),
  )
  expect(rows).toEqual([
    { actor_name: 'Nurse', what: 'RECORD' },
    { actor_name: 'Nurse', what: 'RECORD' },
    { actor_name: 'Nurse', what: 'RECORD' },
    { actor_name: 'Admin', what: 'REFUSED' },
  ])
})

test('a person’s records are read one after the other', async () => {
  const busy = () =>
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`.execute(
      unscoped(casebook.services.people),
    )
  const superuser = new pg.Client({ connectionString: casebook.database.superuser.url })
  await superuser.connect()
  await superuser.query('begin; lock table export_access in access exclusive mode')
  const asked = [1, 2, 3].map(() => run(nurse, 'getSubjectRecord', ids()))
  await until('one waits', async () => (await busy()).rows[0]?.count === 1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await busy()).rows).toEqual([{ count: 1 }])
  await superuser.query('rollback')
  await superuser.end()
  expect(await Promise.all(asked)).toHaveLength(3)
})
