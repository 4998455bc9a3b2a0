import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/launcher.ts'
import { until } from './live.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A separate PostgreSQL and a standby that follows it by streaming replication. */
export async function startWithStandby() {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-standby-'))
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary'), log })
  await copyCluster(primary, join(folder, 'primary'), join(folder, 'standby'))
  let standby: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: join(folder, 'standby'), log })

  const line = await openLine(() => join(standby.superuser.host, `.s.PGSQL.${standby.superuser.port}`))
  const { user, database } = standby.runtime

  return {
    primary,
    /** The standby's URL for the server. It stays the same after a restart. */
    readUrl: `postgres://${user}@127.0.0.1:${line.port}/${database}`,
    onStandby: (statement: string) => asSuperuser(standby, statement),
    onPrimary: (statement: string) => asSuperuser(primary, statement),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await startEmbeddedPostgres({ dataDir: join(folder, 'standby'), log })
    },
    /** As after a failover: the primary is on a new timeline, which the standby begins to follow. */
    async failOver() {
      const signal = join(folder, 'primary', 'postgres', 'standby.signal')
      const { uid, gid } = await stat(join(folder, 'primary', 'postgres', 'PG_VERSION'))
      await writeFile(signal, '')
      await chown(signal, uid, gid)
      const { pid } = primary
      process.kill(pid, 'SIGINT')
      await until('the primary is started again', async () => primary.pid !== pid)
      await until('the primary is promoted', async () => {
        const [row] = await asSuperuser(primary, 'select pg_promote() as is').catch(() => [])
        return row?.is === true
      })
    },
    async stop() {
      line.close()
      await standby.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A port that forwards to a Unix socket, whose present path `socketPath` returns. */
async function openLine(socketPath: () => string) {
  const server = createServer((incoming) => {
    const onward = connect(socketPath())
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return { port: typeof bound === 'object' ? bound?.port : undefined, close: () => server.close() }
}

/** A manual base backup, because the npm packages of PostgreSQL do not contain pg_basebackup. */
async function copyCluster({ superuser }: EmbeddedPostgres, from: string, to: string) {
  await mkdir(to)
  const client = new pg.Client({ connectionString: superuser.url })
  await client.connect()
  const cluster = join(to, 'postgres')
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    // Keeps owner and permissions.
    await promisify(execFile)('cp', ['-a', join(from, 'postgres'), cluster])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(cluster, 'postmaster.pid'))
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(cluster, 'standby.signal'), '')
    const { host, port, user } = superuser
    await appendFile(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
    )
    const { uid, gid } = await stat(join(cluster, 'PG_VERSION'))
    for (const name of ['backup_label', 'standby.signal']) await chown(join(cluster, name), uid, gid)
  } finally {
    await client.end()
  }
}

/** Runs a statement in the database of the records. */
async function asSuperuser({ superuser, owner }: EmbeddedPostgres, statement: string) {
  const url = new URL(superuser.url)
  url.pathname = `/${owner.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
