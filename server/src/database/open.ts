import type { Config } from '../config.ts'
import type { Connection } from './connect.ts'
import { startEmbeddedPostgres } from './launcher.ts'
import type { LauncherLog } from './launcher-supervised.ts'
import { withLibpqMeaning } from './tls-of-url.ts'

export type OpenDatabase = {
  runtime: Connection
  owner: Connection
  /** Who the runtime connection signs in as. */
  runtimeUser: string | undefined
  stop: () => Promise<void>
}

/** The database of DATABASE_URL, or else the embedded one, started. */
export async function openDatabase(config: Config, log: LauncherLog): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const owner = config.databaseOwnerUrl ?? config.databaseUrl
    const user = decodeURIComponent(new URL(config.databaseUrl).username)
    return {
      runtime: { connectionString: withLibpqMeaning(config.databaseUrl) },
      owner: { connectionString: withLibpqMeaning(owner) },
      runtimeUser: user || undefined,
      stop: async () => undefined,
    }
  }
  const { runtime, owner, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return {
    runtime: { connectionString: runtime.url },
    owner: { connectionString: owner.url },
    runtimeUser: runtime.user,
    stop,
  }
}
