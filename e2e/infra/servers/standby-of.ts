import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Bed, freePorts, shell } from '../beds.ts'

const programs = '/usr/lib/postgresql/15/bin'
const asPostgres = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups', '--']

async function superuser(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** A synchronous standby of a test bed's PostgreSQL, set up as PostgreSQL's documentation describes. */
export async function startStandby(postgres: Bed, home: string) {
  const primary = new URL(postgres.env.SUPER_DATABASE_URL ?? '')
  const port = await freePorts(1)
  const folder = join(home, 'standby')
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await userOf('postgres')
  await chown(folder, uid, gid)
  const env = {
    PATH: process.env.PATH ?? '',
    PGPASSWORD: decodeURIComponent(primary.password),
    HOME: '/var/lib/postgresql',
  }
  const from = ['-h', primary.hostname, '-p', primary.port, '-U', primary.username]
  const copy = [`${programs}/pg_basebackup`, ...from, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast']
  await shell('setpriv', [...asPostgres, ...copy], env)
  const settings = [`port=${port}`, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each])
  const child = spawn('setpriv', [...asPostgres, `${programs}/postgres`, '-D', join(folder, 'data'), ...settings], {
    env,
    stdio: 'ignore',
  })
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  const own = at(primary.href)
  for (let round = 0; ; round++) {
    const rows = await superuser(own, 'select pg_is_in_recovery() as follows').catch(() => [])
    if (rows[0]?.follows) break
    if (round > 200) throw new Error('the standby did not start')
    await wait(100)
  }
  await superuser(primary.href, `alter system set synchronous_standby_names = '*'`)
  await superuser(primary.href, 'select pg_reload_conf()')
  for (;;) {
    const [row] = await superuser(primary.href, 'select sync_state from pg_stat_replication')
    if (row?.sync_state === 'sync') break
    await wait(100)
  }
  return {
    port,
    /** Converts the primary's URL to the standby's. */
    at,
    promote: () => superuser(own, 'select pg_promote()'),
    stop: () => ended(child),
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

async function userOf(name: string) {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith(`${name}:`)) ?? ''
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** An address that follows the primary, as provided by a managed service or by haproxy with Patroni. */
export async function movingAddress(first: number) {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const port = await freePorts(1)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    moveTo(next: number) {
      target = next
      for (const socket of open) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
