import { execFileSync } from 'node:child_process'
import { appendFile, chmod, chown, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountFor } from '../embedded-postgres/account.ts'
import { locateBinaries } from '../embedded-postgres/binaries.ts'
import { prepareCluster } from '../embedded-postgres/cluster.ts'
import { ended, spawnProgram, workingFolderOf } from '../embedded-postgres/program.ts'
import { databaseMistake } from './database-mistakes.ts'
import { withLibpqMeaning } from './open.ts'

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.runIf(hasOpenssl)('a PostgreSQL that takes TLS connections only', () => {
  let home: string
  let port: number
  let stop: () => Promise<unknown>

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'casebook-tls-'))
    await chmod(home, 0o755)
    const cluster = join(home, 'postgres')
    const account = accountFor(cluster)
    const binaries = await locateBinaries(account)
    await prepareCluster(cluster, { binaries, account, durable: false })
    makeCertificates(home)
    for (const name of ['server.key', 'server.crt']) {
      await copyFile(join(home, name), join(cluster, name))
      await chmod(join(cluster, name), 0o600)
      if (account) await chown(join(cluster, name), account.uid, account.gid)
    }
    port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      ssl: 'on',
      hba_file: await hbaFile(home),
    }
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawnProgram(join(binaries.bin, 'postgres'), ['-D', workingFolderOf(cluster), ...given], {
      folder: cluster,
      account,
    })
    stop = async () => {
      child.kill('SIGINT')
      await ended(child)
    }
    for (let round = 0; round < 100; round++) {
      const isUp = await secured('sslmode=require').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await wait(100)
    }
    throw new Error('PostgreSQL did not come up')
  })
  afterAll(async () => {
    await stop()
    await rm(home, { recursive: true, force: true })
  })

  /** Whether the URL's connection is encrypted; rejects if there is none. */
  async function secured(query: string, host = 'localhost'): Promise<boolean> {
    const url = withLibpqMeaning(`postgres://postgres@${host}:${port}/postgres?${query}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      return rows[0].ssl
    } finally {
      await client.end()
    }
  }

  test('require encrypts without verifying the server', async () => {
    expect(await secured('sslmode=require')).toBe(true)
  })

  test('verify-full accepts a server with a certificate of its authority and the right name', async () => {
    const root = `sslrootcert=${encodeURIComponent(join(home, 'ca.crt'))}`
    expect(await secured(`sslmode=verify-full&${root}`)).toBe(true)
    await expect(secured(`sslmode=verify-full&${root}`, '127.0.0.1')).rejects.toThrow(/does not match|altnames/)
    expect(await secured(`sslmode=verify-ca&${root}`, '127.0.0.1')).toBe(true)
  })

  test('another authority, or none, is rejected', async () => {
    const other = `sslrootcert=${encodeURIComponent(join(home, 'other.crt'))}`
    await expect(secured(`sslmode=verify-full&${other}`)).rejects.toThrow(/certificate|signature/)
    await expect(secured('sslmode=verify-full')).rejects.toThrow(/certificate/)
  })

  test('each mistake with certificates says what to correct', async () => {
    const mistakeOf = async (query: string, host = 'localhost') => {
      const url = `postgres://postgres@${host}:${port}/postgres?${query}`
      const error: unknown = await secured(query, host).catch((reason) => reason)
      return databaseMistake(error, { setting: 'DATABASE_URL', url })
    }
    const root = (name: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(home, name))}`
    const tls = (message: string) => ({ kind: 'databaseTls', message: expect.stringContaining(message) })
    expect(await mistakeOf(root('other.crt'))).toMatchObject(tls('correct sslrootcert or sslmode in DATABASE_URL'))
    expect(await mistakeOf('sslmode=verify-full')).toMatchObject(tls('not signed by an authority that is trusted here'))
    expect(await mistakeOf(root('ca.crt'), '127.0.0.1')).toMatchObject(tls('for another host name'))
    expect(await mistakeOf(root('none.crt'))).toMatchObject({
      kind: 'file',
      message: expect.stringContaining('none.crt'),
    })
    expect(await mistakeOf('')).toMatchObject({
      kind: 'databaseSignIn',
      message: expect.stringContaining('pg_hba.conf'),
    })
  })

  test('without TLS the connection is refused', async () => {
    await expect(secured('')).rejects.toThrow(/pg_hba/)
  })
})

test('the embedded database is named by the folder of its socket', () => {
  const error = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })
  const of = (url?: string) => databaseMistake(error, { setting: 'DATABASE_URL', url })?.message
  const url = `postgres://casebook_runtime@localhost:5432/casebook?host=${encodeURIComponent('/run/casebook/pg-1')}`
  expect(of(url)).toContain('The database at /run/casebook/pg-1:5432 (DATABASE_URL) does not answer (ENOENT)')
  expect(of()).toContain('The database at its socket (DATABASE_URL) does not answer (ENOENT)')
})

function makeCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  for (const name of ['ca', 'other']) {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    )
  }
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  )
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
    '-out',
    'server.crt',
  )
}

async function hbaFile(folder: string): Promise<string> {
  const path = join(folder, 'hba.conf')
  await appendFile(path, 'hostssl all all 127.0.0.1/32 trust\n')
  await chmod(path, 0o644)
  return path
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

test('a URL without TLS parameters is unchanged', () => {
  expect(withLibpqMeaning('postgres://a@b/c?sslmode=no-verify')).toBe('postgres://a@b/c?sslmode=no-verify')
  expect(withLibpqMeaning('postgres://a@b/c')).toBe('postgres://a@b/c')
})
