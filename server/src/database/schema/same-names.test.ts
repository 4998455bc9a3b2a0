import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { proveScope, systemActor } from '../../access/scope.ts'
import { write } from '../../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const migration = new URL('../migrations/0101-same-names.sql', import.meta.url)

/** Subjects with the keys of earlier releases: the identifier in lower case. */
async function addEarlier(identifiers: readonly string[]) {
  const { siteid, studyid } = place
  for (const identifier of identifiers)
    await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
      const own = { siteid, studyid, subjectid: randomUUID(), identifier, identifier_key: identifier.toLowerCase() }
      await tx.insertInto('subject').values(own).execute()
    })
}

async function migrateAgain() {
  const client = new pg.Client({ connectionString: casebook.database.owner.url })
  await client.connect()
  await client.query(`begin; ${await readFile(migration, 'utf8')}; commit`)
  await client.end()
}

async function keys() {
  const client = new pg.Client({ connectionString: casebook.database.superuser.url })
  await client.connect()
  const { rows } = await client.query<{ identifier: string; identifier_key: string; version: number }>(
    'select identifier, identifier_key, version from subject where studyid = $1 and identifier <> $2 order by created_at',
    [place.studyid, place.identifier],
  )
  await client.end()
  return rows
}

test('the migration makes the same keys as the server, whatever is in a name', async () => {
  const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  )
  const unseen = points
    .map((point) => String.fromCodePoint(point))
    .filter((one) => /[\p{White_Space}\p{DI}]/u.test(one))
  const names = unseen.flatMap((one) => [`p${one}1`, `${one} p ${one}1${one}`, `e${one}\u0301`])
  const [definition] = (await readFile(migration, 'utf8')).split('do $$')
  const client = new pg.Client({ connectionString: casebook.database.owner.url })
  await client.connect()
  await client.query(`begin; ${definition}`)
  const { rows } = await client.query(
    'select same_name(name) as key from unnest($1::text[]) with ordinality as x (name, place) order by place',
    [names],
  )
  await client.query('rollback')
  await client.end()
  expect(rows.map(({ key }) => key)).toEqual(names.map(caseKey))
})

test('stored names get the key that the server makes for new ones, except second ones, which remain', async () => {
  const first = ['P\u00a01', 'Q  2', 'R\u200c3', 'Å\u2003\u30004', 'S\u{e0100} 5', 'T 6']
  const second = ['P  1', 'p 1\u2064', 'T  6']
  await addEarlier([...first, ...second])
  await migrateAgain()
  await migrateAgain()
  for (const { identifier, identifier_key: key, version } of await keys()) {
    expect(key, identifier).toBe(first.includes(identifier) ? caseKey(identifier) : identifier.toLowerCase())
    expect(version, identifier).toBe(first.includes(identifier) && identifier !== 'T 6' ? 2 : 1)
  }
  const { siteid, studyid } = place
  for (const identifier of ['P 1', 'p\u2009\u20091', 'T 6'])
    expect(await refusal(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } })).toMatchObject({
      reason: 'subject.identifier.taken',
    })
  const [found] = await run(nurse, 'findSubjects', { siteid, text: 'q 2' }, 'studyid subjectid identifier')
  expect(found.identifier).toBe('Q  2')
  const [entry] = await run(nurse, 'listHistory', { studyid, subjectid: found.subjectid, limit: 1 })
  expect(entry).toMatchObject({ actor: 'migrate', action: 'UPDATED' })
})
