import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { connectionsBesidesPool } from '../../config/connections.ts'
import { databaseMistake } from '../../database/database-mistakes.ts'
import { withLibpqMeaning } from '../../database/open.ts'
import { withClient } from '../../database/schema/prepare-schema.ts'
import {
  pendingMigrations,
  readMigrationFiles,
  readRanMigrations,
  readRights,
} from '../../database/schema/schema-state.ts'
import { compareTo, type Place, placeQuery } from '../../database/standby/place.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import type { Findings } from './finding.ts'

const oldestServer = 150_000
const leastFreeBytes = 1024 ** 3

/** Runs `work` with a connection from the setting. An error names the setting. */
async function as<T>(setting: string, url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withClient({ connectionString: withLibpqMeaning(url) }, work)
  } catch (error) {
    throw databaseMistake(error, { setting, url }) ?? error
  }
}

export function requireVersion({ version, number }: { version: string; number: number }) {
  if (number < oldestServer)
    throw new Mistake('settings', `DATABASE_URL leads to PostgreSQL ${version}: Casebook needs 15 or later.`)
}

/** Checks an external database: whether both roles can connect, their encryption and rights, and the schema. */
export async function checkDatabase(
  { databaseUrl, databaseOwnerUrl, databaseReadUrl, databasePoolSize, webConcurrency }: Config,
  found: Findings,
) {
  if (!databaseUrl) {
    found.ok('database', 'The embedded PostgreSQL under DATA_DIR is used.')
    return
  }
  const entered = await found.try('database', () =>
    as('DATABASE_URL', databaseUrl, async (client) => {
      const { rows } = await client.query<{ version: string; number: number; encrypted: string | null; most: number }>(
        `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
          (select version from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
      )
      const [server] = rows
      if (!server) throw new Error('the database did not say what it is')
      requireVersion(server)
      const needed = (databasePoolSize + connectionsBesidesPool) * webConcurrency
      if (needed > server.most)
        found.note(
          'database',
          `This server may take ${needed} connections, and the database has ${server.most} in all: lower DATABASE_POOL_SIZE, or raise max_connections there.`,
        )
      if (!server.encrypted)
        found.note('database', 'The connection of DATABASE_URL is not encrypted: sslmode=verify-full in it encrypts.')
      return `PostgreSQL ${server.version} answers DATABASE_URL${server.encrypted ? `, encrypted by ${server.encrypted}` : ''}.`
    }),
  )
  if (databaseOwnerUrl) {
    await found.try('database', () =>
      as('DATABASE_OWNER_URL', databaseOwnerUrl, async (client) => {
        const { user, ownsTables } = await readRights(client)
        if (!ownsTables)
          throw new Mistake(
            'databaseRights',
            `The role ${user} of DATABASE_OWNER_URL does not own Casebook's tables and may make none: name their owner.`,
          )
        return `The role ${user} of DATABASE_OWNER_URL owns the tables.`
      }),
    )
  }
  if (entered) await checkSchema(databaseUrl, databaseOwnerUrl, found)
  if (entered && databaseReadUrl) await checkStandby(databaseUrl, databaseReadUrl, found)
}

/** Checks whether the standby answers, and whether it replicates the database. */
async function checkStandby(databaseUrl: string, databaseReadUrl: string, found: Findings) {
  await found.try('database', async () => {
    const read = async (client: pg.Client) => {
      await client.query('set role casebook_runtime')
      const { rows } = await client.query<Place>(placeQuery)
      if (!rows[0]) throw new Error('the database did not say where it stands')
      return rows[0]
    }
    const primary = await as('DATABASE_URL', databaseUrl, read)
    const standby = await as('DATABASE_READ_URL', databaseReadUrl, read)
    const state = compareTo(primary, standby)
    if (state === 'elsewhere') {
      throw new Mistake(
        'settings',
        'DATABASE_READ_URL leads to a server that is no copy of the database, or of a timeline before a failover: name a standby of it.',
      )
    }
    if (state === 'behind')
      found.note(
        'database',
        'The standby of DATABASE_READ_URL is behind at this moment: lists wait for it up to 0.1 s.',
      )
    return 'The standby of DATABASE_READ_URL follows the database.'
  })
}

async function checkSchema(databaseUrl: string, databaseOwnerUrl: string | undefined, found: Findings) {
  await found.try('schema', () =>
    as('DATABASE_URL', databaseUrl, async (client) => {
      const { user, hasRole, isMember, ownsTables } = await readRights(client)
      const ran = await readRanMigrations(client)
      const pending = pendingMigrations(ran, await readMigrationFiles())
      if (pending.length > 0) {
        const by = databaseOwnerUrl || ownsTables ? 'the server does so at its start, or' : 'with DATABASE_OWNER_URL'
        const sentence = `${pending.length} migrations did not run yet, from ${pending[0]?.name} on: ${by} "${commandLine('migrate')}".`
        if (!databaseOwnerUrl && !ownsTables) throw new Mistake('schema', sentence)
        found.note('schema', sentence)
      }
      if (hasRole && !isMember) {
        const sentence = `The role ${user} of DATABASE_URL may not act as casebook_runtime: "${commandLine('migrate')}" with DATABASE_OWNER_URL lets it.`
        if (pending.length === 0) throw new Mistake('databaseRights', sentence)
      }
      if (isMember && pending.length === 0) await tryRuntimeRights(client)
      return pending.length === 0
        ? `The schema is up to date (${ran.length} migrations), and ${user} may do what the server does.`
        : 'The schema can be brought up to date.'
    }),
  )
}

/** Tries reads and writes as the server does them, then rolls back. The history must refuse them. */
async function tryRuntimeRights(client: pg.Client) {
  await client.query('begin; set local role casebook_runtime')
  await client.query(`insert into limit_hit (key, expires_at) values ('check', now())`)
  await client.query('select from current_subject limit 1; select from history limit 1')
  const { rows } = await client.query<{ open: boolean }>(
    `select has_table_privilege('casebook_runtime', 'history', 'update, delete, truncate') as open`,
  )
  await client.query('rollback')
  if (rows[0]?.open)
    throw new Mistake(
      'databaseRights',
      'The role casebook_runtime may change the history: revoke update, delete, truncate on history from casebook_runtime.',
    )
}

/** Checks DATA_DIR: whether it is writable, and its free space. */
export async function checkDisk({ dataDir, s3, databaseUrl, secretKey }: Config, found: Findings) {
  if (s3 && databaseUrl && secretKey) {
    found.ok('disk', 'DATA_DIR holds nothing of value: database, files and secret are elsewhere.')
    return
  }
  await found.try('disk', async () => {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw new Mistake(
        'dataDir',
        `DATA_DIR ${dataDir} can't be used by this user (${code}): make it, and give it to the user that Casebook runs as.`,
        error,
      )
    })
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const gib = (free / 1024 ** 3).toFixed(1)
    if (free < leastFreeBytes)
      throw new Mistake(
        'dataDir',
        `DATA_DIR ${dataDir} has ${gib} GiB free: make room, uploads are refused below 0.25.`,
      )
    return `DATA_DIR ${dataDir} can be written; ${gib} GiB are free.`
  })
}
