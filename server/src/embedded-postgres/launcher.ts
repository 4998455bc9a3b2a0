import { chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, accountFor, mayReach } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { databaseName, ownerRole, prepareCluster, runtimeLogin, superuser } from './cluster.ts'
import { findPostmaster, freeCluster, readPostmasterFile } from './postmaster.ts'
import { type LauncherLog, port, Supervised } from './supervised.ts'

export { DatabaseStartError } from './program.ts'

/** How a role connects to the database: `host` is the folder of the Unix socket. `url` contains the same as one text. */
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
  /** The postmaster's process id. It changes when PostgreSQL died and was restarted. */
  readonly pid: number
  /** Shuts PostgreSQL down cleanly: open transactions are rolled back, committed ones are on disk. Takes at most 18 s. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: LauncherLog
  /** False only for disposable databases: commits don't wait for the disk. */
  durable?: boolean
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, which it creates if necessary, and restarts it whenever it dies. It listens
 * only on a Unix socket, in a folder that no other user may enter. Throws DatabaseStartError.
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

/**
 * The connections of a PostgreSQL that a running Casebook serves on `dataDir`, or undefined. Used by commands beside
 * the server.
 */
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
 * A new folder with an unguessable name that only the database's user may enter. It controls access, since PostgreSQL
 * trusts everyone who reaches the socket. A socket's path may have at most 103 bytes (macOS; 107 on Linux).
 */
async function makeSocketDir(account: Account): Promise<string> {
  const temporary = await realpath(tmpdir()).catch(() => '/tmp')
  const isFit = Buffer.byteLength(temporary) <= 60 && mayReach(temporary, account)
  const path = await mkdtemp(join(isFit ? temporary : '/tmp', socketDirPrefix))
  if (account) await chown(path, account.uid, account.gid)
  return path
}
