import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { dropDatabases, emptyDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { compareReleases, release } from '../../config/release.ts'
import { migrate } from './migrate.ts'
import { prepareSchema } from './prepare-schema.ts'
import { migrationOf, pendingMigrations, readMigrationFiles } from './schema-state.ts'

afterAll(dropDatabases)

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Like a server that has only DATABASE_URL. */
function startWithout(url: string) {
  const connection = { connectionString: url }
  const runtimeUser = decodeURIComponent(new URL(url).username)
  const stop = async () => undefined
  const database = { owner: connection, runtime: connection, standby: undefined, runtimeUser, hasOwner: false, stop }
  return prepareSchema(database, () => undefined)
}

test('releases are compared as numbers, not as text', () => {
  expect(compareReleases('0.10.0', '0.9.9')).toBeGreaterThan(0)
  expect(compareReleases('0.2.0', '0.2.0')).toBe(0)
  expect(compareReleases('1.0.0', '1.0.1')).toBeLessThan(0)
})

test('a migration that differs from the one that ran keeps a server from starting and from migrating', async () => {
  const { owner } = await freshDatabase()
  const files = await readMigrationFiles()
  const changed = files.map((file) =>
    file.name === '0020-idempotency' ? migrationOf(file.name, `${file.text}\n`) : file,
  )
  await expect(migrate({ connectionString: owner.url }, undefined, { files: changed })).rejects.toThrow(
    'Migration 0020-idempotency differs from the one that ran on this database',
  )
  await withClient(owner.url, (client) =>
    client.query(`update schema_migration set sha256 = 'x' where name = '0001-records'`),
  )
  await expect(migrate({ connectionString: owner.url })).rejects.toThrow('Migration 0001-records differs')
})

test('other line endings do not change a migration', async () => {
  const text = 'create table a ();\nselect 1;\n'
  expect(migrationOf('0050-a', text.replaceAll('\n', '\r\n')).sha256).toBe(migrationOf('0050-a', text).sha256)
})

const newer = (oldest?: string) =>
  migrationOf('9000-newer', `${oldest ? `-- oldest-release: ${oldest}\n` : ''}alter table site add column later text;`)

test('this release starts on the schema of a newer one that supports it, and migrates nothing', async () => {
  const { owner, runtime } = await freshDatabase()
  const files = [...(await readMigrationFiles()), newer(release)]
  expect(await migrate({ connectionString: owner.url }, undefined, { files })).toEqual(['9000-newer'])
  expect(await migrate({ connectionString: owner.url })).toEqual([])
  await startWithout(runtime.url)
})

test('otherwise it refuses with a sentence that names the release to start', async () => {
  const { owner, runtime } = await freshDatabase()
  await migrate({ connectionString: owner.url }, undefined, {
    files: [...(await readMigrationFiles()), newer('9.1.0')],
  })
  const sentence = `The database's schema needs Casebook 9.1.0 or later, and this is ${release}: start a later release, or restore the backup made before the upgrade.`
  await expect(migrate({ connectionString: owner.url })).rejects.toThrow(sentence)
  await expect(startWithout(runtime.url)).rejects.toThrow(sentence)
})

test('a later migration that supports older releases does not override one that does not', () => {
  const ran = ['0.4.0', '0.1.0'].map((oldestRelease, place) => ({ name: `90${place}`, sha256: '', oldestRelease }))
  expect(() => pendingMigrations(ran, [], '0.3.9')).toThrow('needs Casebook 0.4.0')
  expect(pendingMigrations(ran, [], '0.4.0')).toEqual([])
})

test('a server without the owner’s password starts on an up-to-date schema with its own rights', async () => {
  const { runtime } = await freshDatabase()
  await startWithout(runtime.url)
})

test('if the schema is outdated it says what to run, and changes nothing', async () => {
  const { owner, runtime } = await emptyDatabase()
  const run = 'run "npm run casebook -- migrate" with DATABASE_OWNER_URL'
  await expect(startWithout(runtime.url)).rejects.toThrow(run)
  await migrate({ connectionString: owner.url }, runtime.user, { upTo: '0020-idempotency' })
  await expect(startWithout(runtime.url)).rejects.toThrow(run)
  await migrate({ connectionString: owner.url }, runtime.user)
  await startWithout(runtime.url)
  await withClient(owner.url, (client) => client.query(`delete from schema_migration where name = '0040-one-schema'`))
  await expect(startWithout(runtime.url)).rejects.toThrow(`(0040-one-schema did not run): ${run}`)
})

test('a single role migrates the schema itself', async () => {
  const { owner } = await emptyDatabase()
  await startWithout(owner.url)
  await withClient(owner.url, (client) => client.query('select from site'))
})

test('a migration waits for a lock without blocking others, and succeeds once it is free', async () => {
  const { owner, superuser } = await freshDatabase()
  await withClient(superuser.url, async (busy) => {
    await busy.query('begin; lock table site in share mode')
    const files = [...(await readMigrationFiles()), newer()]
    const migrating = migrate({ connectionString: owner.url }, undefined, { files })
    await untilRefusedOnce(superuser.url)
    await busy.query('rollback')
    expect(await migrating).toEqual(['9000-newer'])
  })
})

/** Resolves when a wait for the lock on `site` has begun and timed out. */
async function untilRefusedOnce(url: string) {
  const waiting = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ waits: boolean }>(
        `select exists (select from pg_locks where relation = 'site'::regclass and not granted) as waits`,
      )
      return rows[0]?.waits ?? false
    })
  while (!(await waiting()));
  while (await waiting());
}

test('servers that start at the same moment migrate one after the other', async () => {
  const { owner } = await emptyDatabase()
  const ran = await Promise.all([1, 2, 3].map(() => migrate({ connectionString: owner.url })))
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
})
