import type { Connection } from '../../database/connections/connection.ts'
import { openDatabase } from '../../database/open.ts'
import { findEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import type { CommandContext } from './command.ts'

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
  { config, log }: CommandContext,
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
