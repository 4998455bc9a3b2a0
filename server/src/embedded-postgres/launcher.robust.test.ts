import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountFor, mayReach } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts'
import { explain, isAlive, until } from './program.ts'

vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const script = fileURLToPath(new URL('../../test/beds/run-launcher.ts', import.meta.url))
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let home: string
const ending: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'launcher-test-'))
})

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
  await rm(home, { recursive: true, force: true })
})

/** What a killed process wrote is safe without waiting for the disk. Only a power failure would lose it. */
async function start(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, durable })
  ending.push(() => database.stop())
  return database
}

/** Starts the launcher in a separate process and returns its first line. */
async function startElsewhere(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, 'fast'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    ...user,
  })
  const over = once(child, 'exit')
  ending.push(async () => {
    child.stdin?.end()
    await over
  })
  if (!child.stdout) throw new Error('no output')
  const [line] = await once(createInterface(child.stdout), 'line')
  const said: { pid: number; url: string; host: string; refused?: string } = JSON.parse(line)
  return { ...said, kill: () => child.kill('SIGKILL') && over }
}

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const tablesAt = (url: string) => query(url, `select count(*)::int as n from kept`)
const keep = (url: string) => query(url, `create table kept as select generate_series(1, 100) as n`)

test('the first start creates a durable UTF-8 cluster with checksums, the database and its two roles', async () => {
  const { owner, runtime } = await start(join(home, 'data'), true)
  const [settings] = await query(
    owner.url,
    `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      (select datlocprovider::text || datlocale from pg_database where datname = current_database()) as locale,
      (select bool_or(rolsuper or rolcreatedb or rolcreaterole) from pg_roles where rolname like 'casebook%') as mighty`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    fsync: 'on',
    checksums: 'on',
    addresses: '',
    locale: 'bC.UTF-8',
    mighty: false,
  })
  await expect(query(runtime.url, 'create table mine (n int)')).rejects.toThrow('permission denied')
  await expect(query(runtime.url, 'create temporary table mine (n int)')).rejects.toThrow('permission denied')
})

test('the socket and the cluster lie in folders that nobody else may enter, and only the cluster stays after the stop', async () => {
  const database = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log, durable: false })
  const modes = await Promise.all(
    [database.owner.host, join(home, 'data', 'postgres')].map(async (path) => (await stat(path)).mode & 0o777),
  )
  await database.stop()
  expect(modes).toEqual([0o700, 0o700])
  expect(await readdir(join(home, 'data'))).toEqual(['postgres'])
  await expect(stat(database.owner.host)).rejects.toThrow('ENOENT')
})

test('a data folder may have a path longer than a socket’s, with spaces, quotes and non-ASCII letters', async () => {
  const dataDir = join(home, `it's "Ålesund" ${'x'.repeat(150)}`, 'data')
  const { owner } = await start(dataDir)
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isRoot && process.platform === 'linux')(
  'as root the data folder may lie in a home that only root may enter',
  async () => {
    await chmod(home, 0o700)
    const { owner, pid } = await start(join(home, 'data'))
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\s+0\b/m)
  },
)

test.runIf(isRoot)('as root programs that lie where only root may go are copied once, links included', async () => {
  const account = accountFor(join(home, 'postgres'))
  const closed = join(home, 'closed')
  const installed = join((await locateBinaries(undefined)).bin, '..', '..')
  await mkdir(closed, { mode: 0o700 })
  execFileSync('cp', ['-a', installed, join(closed, 'package')])
  execFileSync('find', [join(closed, 'package'), '-type', 'l', '-delete'])
  await chmod(home, 0o755)
  const { bin } = await locateBinaries(account, join(closed, 'package', 'native'), join(home, 'cache'))
  expect(bin.startsWith(join(home, 'cache'))).toBe(true)
  expect(mayReach(join(bin, 'postgres'), account)).toBe(true)
  expect(String(execFileSync(join(bin, 'postgres'), ['--version'], { ...account, env: {} }))).toContain('PostgreSQL')
})

test('links that npm packages can’t contain are created if they are missing', async () => {
  const installed = join((await locateBinaries(undefined)).bin, '..')
  const native = join(home, 'package', 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await cp(join(installed, '..', 'package.json'), join(home, 'package', 'package.json'))
  await writeFile(
    join(native, 'pg-symlinks.json'),
    '[{"source":"native/lib/liba.so.1.2","target":"native/lib/liba.so.1"}]',
  )
  await writeFile(join(native, 'lib', 'liba.so.1.2'), 'library')
  await locateBinaries(undefined, native)
  expect(await readFile(join(native, 'lib', 'liba.so.1'), 'utf8')).toBe('library')
})

test.runIf(isRoot && mayReach(dirname(script), { uid: 65534, gid: 65534 }))(
  'an ordinary user starts it just so',
  async () => {
    await chown(home, 65534, 65534)
    const { url, refused } = await startElsewhere(join(home, 'data'), { uid: 65534, gid: 65534 })
    expect(refused).toBeUndefined()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(join(home, 'data', 'postgres'))).uid).toBe(65534)
  },
)

test('a second Casebook on the same folder is refused with the first one’s process id, and may look it up', async () => {
  const { owner } = await start(join(home, 'data'))
  const second = await startElsewhere(join(home, 'data'))
  expect(second.refused).toContain(`already runs on ${join(home, 'data', 'postgres')} (process ${process.pid})`)
  expect((await findEmbeddedPostgres(join(home, 'data')))?.owner.url).toBe(owner.url)
})

test('PostgreSQL shuts down cleanly when its Casebook is killed, and every row exists at the next start', async () => {
  const first = await startElsewhere(join(home, 'data'))
  await keep(first.url)
  await first.kill()
  expect(await until(() => !isAlive(first.pid), 10_000)).toBe(true)
  expect(await readdir(join(home, 'data', 'postgres'))).not.toContain('postmaster.pid')
  expect(await until(() => !existsSync(first.host), 5000)).toBe(true)
  const { owner } = await start(join(home, 'data'))
  expect(await tablesAt(owner.url)).toEqual([{ n: 100 }])
})

test('a PostgreSQL that hangs after its Casebook was killed is ended by the next start', async () => {
  const first = await startElsewhere(join(home, 'data'))
  await keep(first.url)
  process.kill(first.pid, 'SIGSTOP')
  await first.kill()
  expect(await findEmbeddedPostgres(join(home, 'data'))).toBeUndefined()
  const { owner, pid } = await start(join(home, 'data'))
  expect(pid).not.toBe(first.pid)
  expect(await tablesAt(owner.url)).toEqual([{ n: 100 }])
  expect(existsSync(first.host)).toBe(false)
})

test('a cluster whose Casebook and PostgreSQL were both killed starts again with every committed row', async () => {
  const first = await startElsewhere(join(home, 'data'))
  await keep(first.url)
  process.kill(first.pid, 'SIGKILL')
  await first.kill()
  const { owner } = await start(join(home, 'data'))
  expect(await tablesAt(owner.url)).toEqual([{ n: 100 }])
})

test('a PostgreSQL that dies under a running Casebook is restarted at the same address', async () => {
  const database = await start(join(home, 'data'))
  await keep(database.owner.url)
  const before = database.pid
  process.kill(before, 'SIGKILL')
  const isBack = () =>
    tablesAt(database.owner.url).then(
      () => database.pid !== before,
      () => false,
    )
  expect(await until(isBack, 10_000)).toBe(true)
})

test('a process that reuses the id of an old postmaster is not mistaken for it', async () => {
  const first = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log, durable: false })
  await first.stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...accountFor(join(home, 'data', 'postgres')) })
  ending.push(async () => stranger.kill())
  await writeFile(
    join(home, 'data', 'postgres', 'postmaster.pid'),
    [stranger.pid, '/proc/self/cwd', 1, 5432, '/tmp/gone', '', '1 1', 'ready', ''].join('\n'),
  )
  const { owner } = await start(join(home, 'data'))
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('a cluster of another major version is not changed, and the error says what to do', async () => {
  await mkdir(join(home, 'data', 'postgres'), { recursive: true })
  await writeFile(join(home, 'data', 'postgres', 'PG_VERSION'), '17\n')
  await expect(start(join(home, 'data'))).rejects.toThrow(/made by PostgreSQL 17.*backup/)
})

test('what a start that was killed left of a new cluster is removed, also if it had the same process id', async () => {
  const left = join(home, 'data', `postgres.new-${process.pid}`)
  await mkdir(join(left, 'base'), { recursive: true })
  const { owner } = await start(join(home, 'data'))
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(left)).toBe(false)
})

test('a full disk is reported as such', () => {
  const said = ['FATAL:  could not write to file "pg_wal/xlogtemp.12": No space left on device']
  expect(explain(said, '/somewhere').message).toBe(
    'The disk that holds /somewhere is full: free some space and start again.',
  )
})
