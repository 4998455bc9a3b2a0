import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDatabases, emptyDatabase } from '../../../test/beds/database.ts'
import { listEarlierStates, makeEarlierSchema } from '../../../test/robust/earlier-schema.ts'
import { fingerprint } from '../../../test/robust/fingerprint.ts'
import { migrate } from './migrate.ts'

let fresh: Record<string, string[]>
beforeAll(async () => {
  const { owner, runtime } = await emptyDatabase()
  await migrate({ connectionString: owner.url }, runtime.user)
  fresh = await fingerprintOf(owner.url)
})
afterAll(dropDatabases)

async function fingerprintOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await fingerprint(client)
  } finally {
    await client.end()
  }
}

test('a fresh database has at least one object of each compared kind', () => {
  for (const kind of ['columns', 'rights', 'indexes', 'constraints', 'triggers', 'functions', 'views', 'account'])
    expect(fresh[kind], kind).not.toEqual([])
})

test.each(listEarlierStates())(
  'a database of 0.1.0 begun at $first and left at $last becomes the same as a fresh one',
  async (state) => {
    const { owner, runtime } = await emptyDatabase()
    await makeEarlierSchema(owner.url, state)
    await migrate({ connectionString: owner.url }, runtime.user)
    expect(await fingerprintOf(owner.url)).toEqual(fresh)
    expect(await migrate({ connectionString: owner.url }, runtime.user)).toEqual([])
  },
)

const migrations = 'server/src/database/migrations'
const fixtures = new URL('../../../test/fixtures/earlier-migrations/', import.meta.url)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The content of a commit's file; undefined if the Git history is not available, as in a source download. */
async function textAt(commit: string, file: string): Promise<string | undefined> {
  const shown = promisify(execFile)('git', ['show', `${commit}:${migrations}/${file}`], { cwd: root, maxBuffer: 1e7 })
  return shown.then(
    ({ stdout }) => stdout,
    () => undefined,
  )
}

test.each([
  ['78bcb51', '0001-records', 'cf530062bfc524ff4347a036762c803ac2bedd74e0fb314e1cc539e0cb10580f'],
  ['ae104ac', '0001-records', '8df34507c4016ab9e8674c6ce884b04c25964811412447391a30e0c921977702'],
  ['8fdc3c3', '0001-records', '76c27ff10b4e64bcb9322729bfcbe7378360c6b7bd68899f3b8d5b3a26af453b'],
  ['3f7ebb2', '0030-lists-of-a-study', '22365dc99de41e940b23ee9451cb06b15d359920379b60b546a2874af9389bf8'],
  ['ff3284d', '0040-plain-ids', '71e134558e9d25759149fb39a5859f0c42bc1b6c568f313fff70176f29bf95b0'],
])('the file kept for commit %s of %s is the one that it had', async (commit, name, sha256) => {
  const kept = await readFile(new URL(`${name}.${commit}.sql`, fixtures), 'utf8')
  expect(createHash('sha256').update(kept).digest('hex')).toBe(sha256)
  const then = await textAt(commit, `${name}.sql`)
  if (then !== undefined) expect(kept).toBe(then)
})
