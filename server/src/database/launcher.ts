import { chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, accountFor, mayReach } from './launcher-account.ts'
import { locateBinaries } from './launcher-binaries.ts'
import { databaseName, ownerRole, prepareCluster, runtimeLogin, superuser } from './launcher-cluster.ts'
import { findPostmaster, freeCluster, readPostmasterFile } from './launcher-postmaster.ts'
import { type LauncherLog, port, Supervised } from './launcher-supervised.ts'

export { DatabaseStartError } from './launcher-program.ts'

/** Where a role reaches the database: `host` is the folder of the unix socket. `url` says the same in one text. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
  url: string
}

export interface EmbeddedConnections {
  owner: EmbeddedConnection
  runtime: EmbeddedConnection
  superuser: EmbeddedConnection
}

export interface EmbeddedPostgres extends EmbeddedConnections {
  /** The postmaster's process id; another one after PostgreSQL died and was started again. */
  readonly pid: number
  /** Ends PostgreSQL in order: open transactions are undone, what was committed is on disk. Takes 18 s at most. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: LauncherLog
  /** False only for throw-away databases: commits don't wait for the disk. */
  durable?: boolean
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, which it makes when it isn't there, and starts it again whenever it dies.
 * It listens on a unix socket only, in a folder that no other user may enter. Throws DatabaseStartError.
 */
export async function startEmbeddedPostgres({ dataDir, log, durable = true }: Options): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  const account = accountFor(cluster)
  const binaries = await locateBinaries(account)
  await prepareCluster(cluster, { binaries, account, durable })
  const left = await readPostmasterFile(cluster)
  await freeCluster(cluster)
  if (left && isOurSocketDir(left.socketDir)) await rm(left.socketDir, { recursive: true, force: true })

  const socketDir = await makeSocketDir(account)
  const server = new Supervised({ program: join(binaries.bin, 'postgres'), cluster, account, socketDir, durable, log })
  await server.start().catch(async (error) => {
    await rm(socketDir, { recursive: true, force: true })
    throw error
  })
  return {
    ...connectionsAt(socketDir),
    get pid() {
      return server.pid
    },
    stop: () => server.stop(),
  }
}

/** The connections of a PostgreSQL that a living Casebook serves on `dataDir`; undefined when none does. For the commands beside the server. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedConnections | undefined> {
  const cluster = join(dataDir, 'postgres')
  const [file, found] = await Promise.all([readPostmasterFile(cluster), findPostmaster(cluster)])
  return found?.starter && file?.isReady ? connectionsAt(file.socketDir) : undefined
}

function connectionsAt(host: string): EmbeddedConnections {
  const as = (user: string, database = databaseName) => {
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    return { host, port, user, database, url }
  }
  return { owner: as(ownerRole), runtime: as(runtimeLogin), superuser: as(superuser, 'postgres') }
}

const socketDirPrefix = 'casebook-pg-'
const isOurSocketDir = (path: string) => basename(path).startsWith(socketDirPrefix)

/**
 * A new folder with a name that nobody could guess, entered by the database's user alone: it is the lock on the door,
 * since PostgreSQL trusts whoever reaches the socket. A socket's path may be no longer than 103 bytes (macOS; 107 on Linux).
 */
async function makeSocketDir(account: Account): Promise<string> {
  const temporary = await realpath(tmpdir()).catch(() => '/tmp')
  const isFit = Buffer.byteLength(temporary) <= 60 && mayReach(temporary, account)
  const path = await mkdtemp(join(isFit ? temporary : '/tmp', socketDirPrefix))
  if (account) await chown(path, account.uid, account.gid)
  return path
}
