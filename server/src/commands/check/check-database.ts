import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { connectionsBesidesPool } from '../../config/connections.ts'
import { databaseMistake } from '../../database/database-mistakes.ts'
import { withLibpqMeaning } from '../../database/open.ts'
import { missingRights } from '../../database/schema/granted-rights.ts'
import { withClient } from '../../database/schema/prepare-schema.ts'
import {
  pendingMigrations,
  readMigrationFiles,
  readRanMigrations,
  readRights,
  whyNotGrantable,
} from '../../database/schema/schema-state.ts'
import { compareTo, type Place, placeQuery } from '../../database/standby/place.ts'
import { accountFor } from '../../embedded-postgres/account.ts'
import { locateBinaries } from '../../embedded-postgres/binaries.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import { tryDataDir, usesDataDir } from '../../operations/data-dir-trial.ts'
import type { CommandContext } from '../command/command.ts'
import { type WithDatabase, withDatabase } from '../command/command-database.ts'
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

type PoolSetting = 'databasePoolSize' | 'webConcurrency'

/** Checks the database: whether all roles can connect, their encryption and rights, and the schema. */
export async function checkDatabase(context: WithDatabase & CommandContext<PoolSetting>, found: Findings) {
  const { config } = context
  const { databaseUrl, databaseOwnerUrl, databaseReadUrl } = config
  if (!databaseUrl) return checkEmbedded(context, found)
  const entered = await found.try('database', () =>
    as('DATABASE_URL', databaseUrl, (client) => examineServer(client, config, found)),
  )
  // What is wrong with the server is said once.
  let isOwned = true
  if (databaseOwnerUrl && (entered || serverOf(databaseOwnerUrl) !== serverOf(databaseUrl))) {
    isOwned = await found.try('database', () =>
      as('DATABASE_OWNER_URL', databaseOwnerUrl, async (client) => {
        const { user, ownsTables } = await readRights(client)
        if (!ownsTables)
          throw new Mistake(
            'databaseRights',
            `The role ${user} of DATABASE_OWNER_URL does not own Casebook's tables and may make none: name their owner.`,
          )
        const why = await whyNotGrantable(client, userOf(databaseUrl))
        if (why) throw new Mistake('databaseRights', `The role ${user} of DATABASE_OWNER_URL ${why}.`)
        return `The role ${user} of DATABASE_OWNER_URL owns the tables.`
      }),
    )
  }
  if (entered && isOwned) await checkSchema(databaseUrl, databaseOwnerUrl, found)
  if (entered && databaseReadUrl) await checkStandby(databaseUrl, databaseReadUrl, found)
}

const serverOf = (url: string) => new URL(url).host + new URL(url).searchParams.get('host')
const userOf = (url: string) => decodeURIComponent(new URL(url).username)

async function examineServer(
  client: pg.Client,
  { databasePoolSize, webConcurrency }: Pick<Config, PoolSetting>,
  found: Findings,
) {
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
}

/** Uses the embedded database of the running server, or starts it for a moment. Makes none where there is none yet. */
async function checkEmbedded(context: WithDatabase, found: Findings) {
  const { dataDir } = context.config
  const cluster = join(dataDir, 'postgres')
  const isThere = await access(cluster).then(
    () => true,
    () => false,
  )
  await found.try('database', async () => {
    const { major } = await locateBinaries(accountFor(cluster))
    if (!isThere) return `The server makes an embedded PostgreSQL ${major} in DATA_DIR at its first start.`
    return withDatabase(context, async ({ owner, runtime, isServed }) => {
      await withClient(owner, async (client) => {
        const pending = pendingMigrations(await readRanMigrations(client), await readMigrationFiles())
        if (pending.length > 0) found.note('schema', pendingSentence(pending, 'the server does so at its start, or'))
      })
      await withClient(runtime, (client) => requireRuntimeRights(client))
      return `The embedded PostgreSQL ${major} in DATA_DIR ${isServed ? 'answers the running server' : 'can be started'}.`
    })
  })
}

const pendingSentence = (pending: readonly { name: string }[], by: string) =>
  `${pending.length} migrations did not run yet, from ${pending[0]?.name} on: ${by} "${commandLine('migrate')}".`

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
    if (state === 'elsewhere')
      throw new Mistake(
        'settings',
        'DATABASE_READ_URL leads to a server that is no copy of the database: name a standby of it.',
      )
    if (state === 'before a failover')
      found.note(
        'database',
        'The standby of DATABASE_READ_URL does not show yet that it follows the new primary after a failover: lists are read from the database until the servers find what they write there on the standby, too.',
      )
    if (state === 'behind')
      found.note(
        'database',
        'The standby of DATABASE_READ_URL is behind at this moment: lists wait for it up to 0.1 s.',
      )
    return 'The standby of DATABASE_READ_URL answers, and is of the same database.'
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
        const sentence = pendingSentence(pending, by)
        if (!databaseOwnerUrl && !ownsTables) throw new Mistake('schema', sentence)
        found.note('schema', sentence)
      }
      if (hasRole && !isMember) {
        const sentence = `The role ${user} of DATABASE_URL may not act as casebook_runtime: "${commandLine('migrate')}" with DATABASE_OWNER_URL lets it.`
        if (pending.length === 0) throw new Mistake('databaseRights', sentence)
      }
      if (isMember && pending.length === 0) await requireRuntimeRights(client)
      return pending.length === 0
        ? `The schema is up to date (${ran.length} migrations), and ${user} may do what the server does.`
        : 'The schema can be brought up to date.'
    }),
  )
}

/** Compares the rights of the role that servers act as with those that migrations grant. The history must refuse changes. */
async function requireRuntimeRights(client: pg.Client) {
  const missing = await missingRights(client, await readMigrationFiles())
  if (missing.length > 0)
    throw new Mistake(
      'databaseRights',
      `The role casebook_runtime lacks ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more rights` : ''}: grant ${missing.length === 1 ? 'it' : 'them'} as the owner of the tables.`,
    )
  const { rows } = await client.query<{ open: boolean }>(
    `select has_table_privilege('casebook_runtime', 'history', 'update, delete, truncate') as open`,
  )
  if (rows[0]?.open)
    throw new Mistake(
      'databaseRights',
      'The role casebook_runtime may change the history: revoke update, delete, truncate on history from casebook_runtime.',
    )
}

/** Checks DATA_DIR: whether it can be used, and its free space. */
export async function checkDisk(config: Parameters<typeof usesDataDir>[0] & Pick<Config, 'dataDir'>, found: Findings) {
  const { dataDir } = config
  if (!usesDataDir(config)) {
    found.ok('disk', 'DATA_DIR holds nothing of value: database, files and secret are elsewhere.')
    return
  }
  await found.try('disk', async () => {
    if (!(await tryDataDir(config))) return `DATA_DIR ${dataDir} is not there yet, and can be made.`
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
