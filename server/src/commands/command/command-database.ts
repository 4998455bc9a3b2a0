import { randomBytes } from 'node:crypto'
import type { Connection } from '../../database/connections/shared-connections.ts'
import { openDatabase } from '../../database/open.ts'
import { withClient } from '../../database/schema/prepare-schema.ts'
import { recordTaskRun } from '../../database/schema/task-runs.ts'
import { findEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import { EmbeddedStore } from '../../object-store/embedded/embedded-store.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import type { Task } from '../../operations/metrics/database-levels.ts'
import type { CommandContext } from './command.ts'

type DatabaseSetting = keyof Parameters<typeof openDatabase>[0]
export type WithDatabase = CommandContext<DatabaseSetting>
export type WithStore = CommandContext<'s3' | 'dataDir'>

export type CommandDatabase = {
  owner: Connection
  runtime: Connection
  runtimeUser: string | undefined
  /** Whether a server is running on this data folder. Unknown for an external database. */
  isServed: boolean
}

/**
 * Runs `work` with the configured database. The embedded one is used as the running server has it, or started for the
 * duration.
 */
export async function withDatabase<T>(
  { config, log }: WithDatabase,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  const served = config.databaseUrl ? undefined : await findEmbeddedPostgres(config.dataDir)
  if (served) {
    const { owner, runtime } = served
    return work({
      owner: { connectionString: owner.url },
      runtime: { connectionString: runtime.url },
      runtimeUser: runtime.user,
      isServed: true,
    })
  }
  const { stop, ...database } = await openDatabase(config, log)
  try {
    return await work({ ...database, isServed: false })
  } finally {
    await stop()
  }
}

/** Opens the configured object store, without its routes for browsers. */
export async function openCommandStore({ config, log }: WithStore): Promise<ObjectStore> {
  if (config.s3) {
    const { S3Store } = await import('../../object-store/s3/s3-store.ts')
    return new S3Store(config.s3, log)
  }
  // A command signs nothing that a browser sends back.
  const store = new EmbeddedStore({ dataDir: config.dataDir, key: randomBytes(32) })
  await store.open()
  return store
}

/** Runs the work and stores when it ended and whether it succeeded, for the metrics. */
export async function recorded(context: WithDatabase, task: Task, work: () => Promise<boolean>): Promise<boolean> {
  const record = (succeeded: boolean) =>
    withDatabase(context, ({ owner }) => withClient(owner, (client) => recordTaskRun(client, task, succeeded)))
  let succeeded: boolean
  try {
    succeeded = await work()
  } catch (error) {
    // Report the original error; the database may be unavailable.
    await record(false).catch(() => undefined)
    throw error
  }
  await record(succeeded)
  return succeeded
}
