import type { Config } from '../config/config.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/launcher.ts'
import type { LauncherLog } from '../embedded-postgres/supervised.ts'
import type { Connection } from './connections/shared-connections.ts'

export type OpenDatabase = {
  runtime: Connection
  owner: Connection
  /** The standby that lists and exports are read from. */
  standby: Connection | undefined
  /** Who the runtime connection signs in as. */
  runtimeUser: string | undefined
  /** Whether `owner` is known to be the schema's owner; without DATABASE_OWNER_URL it is the runtime connection again. */
  hasOwner: boolean
  stop: () => Promise<void>
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databaseReadUrl' | 'dataDir'>

/** Opens the database of DATABASE_URL, or starts the embedded one. */
export async function openDatabase(config: DatabaseSettings, log: LauncherLog): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const owner = config.databaseOwnerUrl ?? config.databaseUrl
    const user = decodeURIComponent(new URL(config.databaseUrl).username)
    return {
      runtime: { connectionString: withLibpqMeaning(config.databaseUrl) },
      owner: { connectionString: withLibpqMeaning(owner) },
      standby: config.databaseReadUrl ? { connectionString: withLibpqMeaning(config.databaseReadUrl) } : undefined,
      runtimeUser: user || undefined,
      hasOwner: config.databaseOwnerUrl !== undefined,
      stop: async () => undefined,
    }
  }
  const { runtime, owner, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return {
    runtime: { connectionString: runtime.url },
    owner: { connectionString: owner.url },
    standby: undefined,
    runtimeUser: runtime.user,
    hasOwner: true,
    stop,
  }
}

/**
 * Reads the URL as PostgreSQL's own programs do: `sslmode=require` encrypts without verifying the server, `verify-ca`
 * and `verify-full` verify against `sslrootcert`. The driver would treat all of them as `verify-full`. Without an
 * sslmode, or with `disable`, nothing is encrypted.
 */
export function withLibpqMeaning(url: string): string {
  const parsed = new URL(url)
  const mode = parsed.searchParams.get('sslmode')
  if (!mode || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}
