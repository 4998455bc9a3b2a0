import type { Connection } from '../database/connect.ts'
import { findEmbeddedPostgres } from '../database/launcher.ts'
import { openDatabase } from '../database/open.ts'
import type { CommandContext } from './command.ts'

export type CommandDatabase = {
  owner: Connection
  runtime: Connection
  runtimeUser: string | undefined
  /** Whether a server of this data folder runs at this moment; an outside database does not say. */
  isServed: boolean
}

/** Works with the settings' database: the embedded one as the running server has it, or started for as long as the work lasts. */
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
