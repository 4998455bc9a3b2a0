import pg from 'pg'
import { isConnectionLost } from '../connections/lost-connection.ts'
import { makeBackoff, retryForMs } from '../connections/retrying-pool.ts'
import type { Connection } from '../connections/shared-connections.ts'
import { databaseMistake, unreachable } from '../database-mistakes.ts'
import type { OpenDatabase } from '../open.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles, readRights, requireSchema } from './schema-state.ts'

/**
 * Makes sure at start that the schema fits this release: runs missing migrations as the owner or, without the owner's
 * password, only checks. If the database does not respond, it logs that at once and waits. Throws a Mistake that says
 * what to do.
 */
export async function prepareSchema(database: OpenDatabase, say: (line: string) => void): Promise<void> {
  const backoff = makeBackoff()
  let isSaid = false
  for (;;) {
    const step = { setting: 'DATABASE_URL', url: database.runtime.connectionString }
    try {
      if (database.hasOwner) {
        Object.assign(step, { setting: 'DATABASE_OWNER_URL', url: database.owner.connectionString })
        await migrate(database.owner, database.runtimeUser)
        Object.assign(step, { setting: 'DATABASE_URL', url: database.runtime.connectionString })
      }
      await checkAsRuntime(database)
      return
    } catch (error) {
      if (isConnectionLost(error)) {
        if (!isSaid) say(`${unreachable(step, error)}; trying again for ${retryForMs / 1000} s.`)
        isSaid = true
        if (await backoff.pause()) continue
      }
      throw databaseMistake(error, step) ?? error
    }
  }
}

async function checkAsRuntime({ owner, runtime, runtimeUser, hasOwner }: OpenDatabase) {
  await withClient(runtime, async (client) => {
    // With a single role, that role is also the owner.
    if (!hasOwner && (await readRights(client)).ownsTables) await migrate(owner, runtimeUser)
    await requireSchema(client, await readMigrationFiles())
  })
}

export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ application_name: 'casebook', ...connection, connectionTimeoutMillis: 5_000 })
  // A broken connection fails the current statement. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
