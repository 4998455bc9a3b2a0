import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { bearer } from '../../test/beds/tokens.ts'
import { readPosition, textOfPosition } from './position.ts'

let casebook: Casebook
let chief: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
let elsewhere: Place
let watcher: pg.Client
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  watcher = await openConnection()
  chief = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
  elsewhere = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'], sites: [place.siteid] })
})
afterAll(async () => {
  await watcher.end()
  await casebook.stop()
})

type ReportedChange = { kind: string; action: string; siteid: string; studyid: string; subjectid: string; id: string }
type Page = { changes: ReportedChange[]; position: string; more: boolean }
const wanted = 'position more changes { kind action siteid studyid subjectid id }'

const sinceAtOnce = (person: Person, after?: string, limit?: number): Promise<Page> =>
  run(person, 'listChanges', { after, limit }, wanted)

/** The same after every running transaction of the cluster has ended, because other tests share it. */
async function since(person: Person, after?: string, limit?: number): Promise<Page> {
  const { rows } = await watcher.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  await until('what runs has ended', async () => {
    const ended = await watcher.query('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as is', [
      rows[0].next,
    ])
    return ended.rows[0].is
  })
  return sinceAtOnce(person, after, limit)
}

/** All pages until the end. */
async function allSince(person: Person, after: string, limit?: number) {
  const changes: ReportedChange[] = []
  let page = await since(person, after, limit)
  for (changes.push(...page.changes); page.more; changes.push(...page.changes)) {
    page = await since(person, page.position, limit)
  }
  return { changes, position: page.position }
}

const summaries = ({ changes }: { changes: ReportedChange[] }) =>
  changes.map(({ kind, action, id }) => `${kind} ${action} ${id}`)

describe('what changed', () => {
  test('is empty at first, with a position to continue from', async () => {
    const page = await since(nurse)
    expect(page).toMatchObject({ changes: [], more: false })
    expect(await since(nurse, page.position)).toMatchObject({ changes: [], more: false })
  })

  test('is reported for records of every kind, as ids only, in order', async () => {
    const { siteid, studyid, subjectid, activitytypeid, freeActivitytypeid, formtypeid, referencedataid } = place
    const { position } = await since(nurse)
    await run(chief, 'updateSite', { siteid, name: 'Bodø' })
    await run(chief, 'updateStudy', { siteid, studyid, input: { name: 'Steps', status: 'OPEN' } })
    await run(chief, 'updateActivityType', { activitytypeid, input: { studyid, description: 'Stairs' } })
    await run(chief, 'updateFormType', {
      formtypeid,
      input: { studyid, identifier: 'Intake', fields: [{ name: 'date', type: 'Date', required: false }] },
    })
    await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value: '43200' }] } })
    await run(nurse, 'addActivity', {
      input: { subjectid, activitytypeid: freeActivitytypeid, startTime: 1, stopTime: 2 },
    })
    await run(nurse, 'removeActivity', { subjectid, activitytypeid: freeActivitytypeid })
    await run(nurse, 'addActivity', {
      input: { subjectid, activitytypeid: freeActivitytypeid, startTime: 1, stopTime: 2 },
    })
    await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
    await run(chief, 'addDevice', { siteid, deviceid: 'CHANGES1' })
    const page = await since(nurse, position)
    expect(summaries(page)).toEqual([
      `SITE UPDATED ${siteid}`,
      `STUDY UPDATED ${studyid}`,
      `ACTIVITY_TYPE UPDATED ${activitytypeid}`,
      `FORM_TYPE UPDATED ${formtypeid}`,
      `FORM UPDATED ${formtypeid}`,
      `ACTIVITY ADDED ${freeActivitytypeid}`,
      `ACTIVITY REMOVED ${freeActivitytypeid}`,
      `ACTIVITY ADDED ${freeActivitytypeid}`,
      `REFERENCE_DATA REMOVED ${referencedataid}`,
      'DEVICE ADDED CHANGES1',
    ])
    expect(page.changes[4]).toMatchObject({ siteid, studyid, subjectid })
    expect(await since(nurse, page.position)).toMatchObject({ changes: [], more: false })
  })

  test('reports a subject once if its devices and status changed, or its device was renamed', async () => {
    const { siteid, studyid, subjectid, deviceid, freeActivitytypeid } = place
    const { position } = await since(nurse)
    const devices = [
      { deviceid, position: 'CHEST' },
      { deviceid, position: 'ARM' },
    ]
    await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, devices, status: 'OPEN' } })
    const first = await since(nurse, position)
    expect(summaries(first)).toEqual([`SUBJECT UPDATED ${subjectid}`])
    await run(chief, 'updateDevice', { siteid, deviceid, input: { deviceid: 'CHANGES2' } })
    const renamed = await since(nurse, first.position)
    const wearer = place.subjectid
    expect(summaries(renamed)).toEqual([
      `DEVICE REMOVED ${deviceid}`,
      'DEVICE ADDED CHANGES2',
      `SUBJECT UPDATED ${wearer}`,
    ])
    await run(chief, 'removeSubject', { studyid, subjectid })
    await run(chief, 'updateSubject', { input: { siteid, studyid, subjectid, status: 'OPEN' } })
    await run(chief, 'removeActivity', { subjectid, activitytypeid: freeActivitytypeid })
    expect(summaries(await since(nurse, renamed.position))).toEqual([
      `SUBJECT UPDATED ${subjectid}`,
      `ACTIVITY REMOVED ${freeActivitytypeid}`,
    ])
  })

  test('is reported for own sites only, and not for people', async () => {
    const { position } = await since(nurse)
    await run(chief, 'updateSite', { siteid: elsewhere.siteid, name: 'Elsewhere' })
    await run(chief, 'removeReferenceData', elsewhere)
    await changePerson(casebook, nurse.personid, { groups: ['hp', 'subject:admin'] })
    expect((await since(nurse, position)).changes).toEqual([])
    expect(summaries(await since(chief, position))).toEqual([
      `SITE UPDATED ${elsewhere.siteid}`,
      `REFERENCE_DATA REMOVED ${elsewhere.referencedataid}`,
    ])
    const limited = await addPerson(casebook, 'Limited', { groups: ['admin'], sites: [place.siteid] })
    expect((await since(limited, position)).changes).toEqual([])
  })

  test('is reported to a token confined to a study for that study only', async () => {
    const script = await bearer(nurse, { studies: [place.sibling.studyid] })
    const { position } = await since(script)
    const { siteid, studyid, subjectid, referencedataid, deviceid } = place.sibling
    await run(chief, 'updateSite', { siteid, name: 'Tromsø' })
    await run(chief, 'updateStudy', { siteid, studyid: place.studyid, input: { name: 'Other', status: 'OPEN' } })
    await run(chief, 'updateDevice', { siteid, deviceid, input: { deviceid: 'CHANGES3' } })
    await run(chief, 'removeReferenceData', { subjectid, referencedataid })
    await run(chief, 'updateStudy', { siteid, studyid, input: { name: 'Own', status: 'OPEN' } })
    expect(summaries(await since(script, position))).toEqual([
      `SUBJECT UPDATED ${subjectid}`,
      `REFERENCE_DATA REMOVED ${referencedataid}`,
      `STUDY UPDATED ${studyid}`,
    ])
  })

  test('is reported in pages of a limited size, without omissions', async () => {
    const { position } = await since(chief)
    const made = await Promise.all([...Array(7).keys()].map(() => makePlace(casebook)))
    const whole = await allSince(chief, position)
    const paged = await allSince(chief, position, 3)
    expect(whole.changes.length).toBeGreaterThan(7 * 10)
    expect(new Set(summaries(paged))).toEqual(new Set(summaries(whole)))
    for (const { siteid } of made) expect(summaries(paged)).toContain(`SITE ADDED ${siteid}`)
    expect((await since(chief, position, 3)).changes.length).toBeLessThanOrEqual(3)
    expect(await refusal(chief, 'listChanges', { limit: 0 })).toMatchObject({ code: 'BAD_INPUT', field: 'limit' })
    expect(await refusal(chief, 'listChanges', { limit: 1001 })).toMatchObject({ reason: 'changes.range' })
  })
})

/** Running transactions, as a position names them. */
const nearby = (count: number) => Array.from({ length: count }, (_, index) => `_${index + 1}-0`).join('')

describe('a position', () => {
  test.each([
    '',
    '0',
    'x'.repeat(5_000),
    "'; drop table history",
    Buffer.from('1.2').toString('base64url'),
    Buffer.from('5.0_6-0.0123456789ab').toString('base64url'),
    Buffer.from('5.0_1.0123456789ab').toString('base64url'),
    Buffer.from('5.0_1-9999999999999999999.0123456789ab').toString('base64url'),
    Buffer.from('5.0_1-0_1-0.0123456789ab').toString('base64url'),
    Buffer.from('5.0_1-0_01-7.0123456789ab').toString('base64url'),
    Buffer.from('5.0_0-0.0123456789ab').toString('base64url'),
    Buffer.from(`9999.0${nearby(5_001)}.0123456789ab`).toString('base64url'),
    '\u{1f600}',
  ])('that is none is refused: %.30s', async (after) => {
    expect(await refusal(nurse, 'listChanges', { after })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'changes.position',
      field: 'after',
    })
  })

  test('of as many transactions as a database runs is read', () => {
    const origin = { system: '1', database: '1', timeline: '1' }
    const pending = Array.from({ length: 5_000 }, (_, index) => ({ tx: String(index), historyid: '0' }))
    const position = { tx: '5000', historyid: '7', pending }
    expect(readPosition(textOfPosition(position, origin), origin)).toEqual(position)
  })

  test('of numbers that no database has is refused', async () => {
    const origin = { system: '1', database: '1', timeline: '1' }
    const foreign = textOfPosition({ tx: '5', historyid: '1', pending: [] }, origin)
    expect(await refusal(nurse, 'listChanges', { after: foreign })).toMatchObject({ reason: 'changes.elsewhere' })
    const { position } = await since(nurse)
    const [, , mark] = Buffer.from(position, 'base64url').toString().split('.')
    const give = (text: string) => ({ after: Buffer.from(`${text}.${mark}`).toString('base64url') })
    expect(await refusal(nurse, 'listChanges', give('18446744073709551615.0'))).toMatchObject({
      reason: 'changes.elsewhere',
    })
    expect(await refusal(nurse, 'listChanges', give('18446744073709551616.0'))).toMatchObject({
      reason: 'changes.position',
    })
    expect(await attempt(nurse, 'listChanges', give('0.9223372036854775807'))).not.toHaveProperty('errors')
  })
})

/** A connection on which a transaction can be kept open. */
async function openConnection() {
  const client = new pg.Client({ connectionString: casebook.database.superuser.url })
  await client.connect()
  return client
}

const addStudy = (client: pg.Client, studyid: string) =>
  client.query('insert into study (studyid, siteid, name) values ($1, $2, $1)', [studyid, place.siteid])
const begin = (client: pg.Client) => client.query(`begin; select set_config('casebook.actor', 'system:tests', true)`)

test('a transaction that runs long holds up nothing, and is reported once it has ended', async () => {
  const late = await openConnection()
  await begin(late)
  const many = Array.from({ length: 5 }, () => randomUUID())
  for (const studyid of many.slice(0, 3)) await addStudy(late, studyid)
  const { position } = await sinceAtOnce(nurse)
  await run(chief, 'updateSite', { siteid: place.siteid, name: 'Meanwhile' })
  const before = await sinceAtOnce(nurse, position)
  expect(summaries(before)).toEqual([`SITE UPDATED ${place.siteid}`])
  for (const studyid of many.slice(3)) await addStudy(late, studyid)
  await run(chief, 'updateSite', { siteid: place.siteid, name: 'Again' })
  await late.query('commit')
  await late.end()
  const one = await sinceAtOnce(nurse, before.position, 2)
  expect(one).toMatchObject({ more: true })
  await run(chief, 'updateSite', { siteid: place.siteid, name: 'At last' })
  const rest = await allSince(nurse, one.position, 2)
  const all = [...summaries(one), ...summaries(rest)]
  expect(all.filter((each) => each.startsWith('STUDY'))).toEqual(many.map((studyid) => `STUDY ADDED ${studyid}`))
  expect(all.at(-1)).toBe(`SITE UPDATED ${place.siteid}`)
})

test('two changes of one record are in the order in which they were made, whichever transaction began first', async () => {
  const early = await openConnection()
  const studyid = randomUUID()
  const { position } = await since(nurse)
  await begin(early)
  await addStudy(early, randomUUID())
  await run(chief, 'updateSite', { siteid: place.siteid, name: 'First' })
  await addStudy(early, studyid)
  await early.query('commit')
  await early.end()
  expect(summaries(await since(nurse, position)).slice(1)).toEqual([
    `SITE UPDATED ${place.siteid}`,
    `STUDY ADDED ${studyid}`,
  ])
})

type Step = { who: number; does: 'write' | 'commit' | 'rollback' } | { does: 'read'; limit: number }
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ who: fc.nat(4), does: fc.constant('write' as const) }) },
  { weight: 3, arbitrary: fc.record({ who: fc.nat(4), does: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.nat(4), does: fc.constant('rollback' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }) }) },
)

test('for any interleaving of transactions, a reader receives each change once and none that was rolled back', {
  timeout: 120_000,
}, async () => {
  const clients = await Promise.all([...Array(5).keys()].map(openConnection))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps: Step[]) => {
      const open = new Map<number, string[]>()
      const committed: string[] = []
      const reported: string[] = []
      let { position } = await since(nurse)
      const read = async (limit?: number) => {
        const page = await sinceAtOnce(nurse, position, limit)
        position = page.position
        reported.push(...page.changes.map(({ id }) => id))
        return page.more
      }
      const end = async (who: number, how: 'commit' | 'rollback') => {
        const written = open.get(who)
        if (!written) return
        await clients[who]?.query(how)
        if (how === 'commit') committed.push(...written)
        open.delete(who)
      }
      for (const one of steps) {
        if (one.does === 'read') await read(one.limit)
        else if (one.does === 'write') {
          const client = clients[one.who]
          if (!client) throw new Error('no such connection')
          if (!open.has(one.who)) await begin(client)
          const studyid = randomUUID()
          await addStudy(client, studyid)
          open.set(one.who, [...(open.get(one.who) ?? []), studyid])
        } else await end(one.who, one.does)
      }
      for (const who of [...open.keys()]) await end(who, 'commit')
      const rest = await since(nurse, position)
      reported.push(...rest.changes.map(({ id }) => id))
      expect([...reported].sort()).toEqual([...committed].sort())
    }),
    { numRuns: Number(process.env.INTERLEAVINGS ?? 20), endOnFailure: true },
  )
  for (const client of clients) await client.end()
})
