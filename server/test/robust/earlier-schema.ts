import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { readMigrationFiles } from '../../src/database/schema/schema-state.ts'

const fixtures = new URL('../fixtures/earlier-migrations/', import.meta.url)
const today = async (name: string) => (await readMigrationFiles()).find((file) => file.name === name)?.text ?? ''
const earlier = (file: string) => readFile(new URL(`${file}.sql`, fixtures), 'utf8')

/** The contents of 0001 in the commits of 0.1.0, in order. */
export const firstVersions = ['78bcb51', 'ae104ac', '8fdc3c3', 'today'] as const
/** The other migrations that had run in an up-to-date database of 0.1.0. */
export const lastVersions = ['0002', '0010', '0020', '0030 of 3f7ebb2', '0040-plain-ids', '0030 of today'] as const

export type EarlierState = { first: (typeof firstVersions)[number]; last: (typeof lastVersions)[number] }

/** All states that commits of 0.1.0 could leave a database in: created by one commit, migrated by any later one. */
export function listEarlierStates(): EarlierState[] {
  return firstVersions.flatMap((first) =>
    lastVersions
      // The first content of 0001 that included the checks of 0040-plain-ids is the one after which 0040 was removed.
      .filter((last) => !(first === 'today' && last === '0040-plain-ids'))
      .map((last) => ({ first, last })),
  )
}

/** Brings an empty database to a state of 0.1.0, including the tables of its migrator, Kysely's. */
export async function makeEarlierSchema(connectionString: string, { first, last }: EarlierState): Promise<void> {
  const steps: [name: string, text: string][] = [
    ['0001-records', first === 'today' ? await today('0001-records') : await earlier(`0001-records.${first}`)],
    ['0002-people', await today('0002-people')],
  ]
  if (last !== '0002') steps.push(['0010-access-tokens', await today('0010-access-tokens')])
  if (last !== '0002' && last !== '0010') steps.push(['0020-idempotency', await today('0020-idempotency')])
  if (last === '0030 of today') steps.push(['0030-lists-of-a-study', await today('0030-lists-of-a-study')])
  if (last === '0030 of 3f7ebb2' || last === '0040-plain-ids')
    steps.push(['0030-lists-of-a-study', await earlier('0030-lists-of-a-study.3f7ebb2')])
  if (last === '0040-plain-ids') steps.push(['0040-plain-ids', await earlier('0040-plain-ids.ff3284d')])

  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`create table migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
      create table migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
      insert into migration_lock (id) values ('migration_lock')`)
    for (const [name, text] of steps) {
      await client.query(text)
      await client.query('insert into migration values ($1, now()::text)', [name])
    }
  } finally {
    await client.end()
  }
}
