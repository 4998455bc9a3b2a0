import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropDatabases, emptyDatabase, type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { runOnce } from '../../../test/beds/run-once.ts'
import { startSmtp } from '../../../test/beds/smtp.ts'
import { exitStatus } from '../../mistakes/mistake.ts'
import { requireVersion } from './check-database.ts'
import type { Finding } from './finding.ts'

vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
let database: FreshDatabase
let smtp: Awaited<ReturnType<typeof startSmtp>>
let provider: Server
let issuer: string
let behindSeconds = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-check-'))
  database = await freshDatabase()
  smtp = await startSmtp()
  provider = createServer((request, response) => {
    if (request.url === '/token') {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
      return
    }
    response.sendDate = false
    response.setHeader('date', new Date(Date.now() + behindSeconds * 1000).toUTCString())
    response.setHeader('content-type', 'application/json')
    const metadata = { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` }
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [{ kty: 'RSA' }] } : metadata))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  provider.close()
  await smtp.stop()
  await dropDatabases()
  await rm(dataDir, { recursive: true, force: true })
})

const settings = (): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret of thirty-two characters or more',
  DATABASE_URL: database.runtime.url,
  DATABASE_OWNER_URL: database.owner.url,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Casebook <casebook@example.org>',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'casebook',
  OIDC_CLIENT_SECRET: 'a secret',
})

async function check(env: Record<string, string> = {}, args: string[] = []) {
  const { status, stdout } = await runOnce('cli', { ...settings(), ...env }, { args: ['check', '--json', ...args] })
  const report: { ok: boolean; status: number; findings: Finding[] } = JSON.parse(stdout.join('\n'))
  const failed = report.findings.filter(({ state }) => state === 'failed')
  return { status, report, failed }
}

test('if everything works it exits with 0, has tried each part, and has sent an email', async () => {
  const { status, report } = await check({}, ['--mail', 'kari@example.org'])
  expect([status, report.ok]).toEqual([0, true])
  const tried = new Set(report.findings.filter(({ state }) => state === 'ok').map(({ part }) => part))
  for (const part of ['settings', 'disk', 'database', 'schema', 'store', 'mail', 'provider', 'clock', 'network'])
    expect(tried, part).toContain(part)
  expect(smtp.messages.map(({ to }) => to)).toEqual([expect.stringContaining('kari@example.org')])
})

test('for people it prints ticks and sentences', async () => {
  const { stdout, status } = await runOnce('cli', settings(), { args: ['check'] })
  expect(status).toBe(0)
  expect(stdout.filter((line) => line.startsWith('✓')).length).toBeGreaterThan(8)
  expect(stdout.at(-1)).toBe('Everything that is configured works.')
})

test('each failed part is named with a remedy, and the first determines the exit status', async () => {
  behindSeconds = 600
  const { status, failed } = await check({
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_OWNER_URL: database.owner.url.replace(/\/test_/, '/none_'),
  })
  behindSeconds = 0
  expect(status).toBe(exitStatus.databaseMissing)
  expect(failed).toEqual([
    expect.objectContaining({
      part: 'database',
      sentence: expect.stringContaining('correct the name in DATABASE_OWNER_URL'),
    }),
    expect.objectContaining({
      part: 'mail',
      status: exitStatus.mail,
      sentence: expect.stringContaining('correct SMTP_URL'),
    }),
    expect.objectContaining({
      part: 'clock',
      status: exitStatus.clock,
      sentence: expect.stringContaining('behind the provider'),
    }),
  ])
})

test('an outdated schema is a note if the owner is configured, otherwise a failure', async () => {
  const empty = await emptyDatabase()
  const owned = await check({ DATABASE_URL: empty.runtime.url, DATABASE_OWNER_URL: empty.owner.url })
  expect(owned.status).toBe(0)
  expect(owned.report.findings).toContainEqual(
    expect.objectContaining({
      part: 'schema',
      state: 'note',
      sentence: expect.stringContaining('casebook -- migrate'),
    }),
  )
  const alone = await check({ DATABASE_URL: empty.runtime.url, DATABASE_OWNER_URL: '' })
  expect(alone.status).toBe(exitStatus.schema)
})

test('a history that the servers could change is a failure', async () => {
  const open = await freshDatabase()
  const owner = new pg.Client(open.owner.url)
  await owner.connect()
  await owner.query('grant update on history to casebook_runtime').finally(() => owner.end())
  const { status, failed } = await check({ DATABASE_URL: open.runtime.url, DATABASE_OWNER_URL: open.owner.url })
  expect(status).toBe(exitStatus.databaseRights)
  expect(failed).toEqual([
    expect.objectContaining({
      part: 'schema',
      sentence: expect.stringContaining('may change the history: revoke update, delete, truncate on history'),
    }),
  ])
})

test('an owner who owns nothing is a failure', async () => {
  const { status, failed } = await check({ DATABASE_OWNER_URL: database.runtime.url })
  expect(status).toBe(exitStatus.databaseRights)
  expect(failed).toEqual([
    expect.objectContaining({
      part: 'database',
      sentence: expect.stringMatching(/The role \w+ of DATABASE_OWNER_URL does not own Casebook's tables/),
    }),
  ])
})

test('PostgreSQL before 15 is too old', () => {
  expect(() => requireVersion({ version: '14.19', number: 140_019 })).toThrow(
    'DATABASE_URL leads to PostgreSQL 14.19: Casebook needs 15 or later.',
  )
  expect(requireVersion({ version: '15.0', number: 150_000 })).toBeUndefined()
})

test('unreadable settings are also reported to scripts', async () => {
  const { status, failed } = await check({ TRUST_PROXY: 'haproxy' })
  expect(status).toBe(exitStatus.settings)
  expect(failed).toEqual([
    expect.objectContaining({ part: 'settings', sentence: expect.stringContaining('TRUST_PROXY') }),
  ])
})

test('it prints no password', async () => {
  const { report } = await check({ SMTP_URL: 'smtp://user:hushhush@127.0.0.1:9' })
  expect(JSON.stringify(report)).not.toContain('hushhush')
})
