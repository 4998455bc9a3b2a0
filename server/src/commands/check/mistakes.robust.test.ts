import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropDatabases, type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { startSmtp } from '../../../test/beds/smtp.ts'
import { judges } from '../../composition/judges.ts'
import { readConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import { exitStatus, type MistakeKind } from '../../mistakes/mistake.ts'
import { explain } from '../../operations/explain.ts'
import { checkStore } from '../check-store.ts'
import { check } from './check.ts'
import type { Finding } from './finding.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

type Env = Record<string, string>
/** The setting, what is wrong with it, the settings with it, what `check` says, and with which status. */
type Row = [setting: string, mistake: string, env: Env, says: RegExp, status: MistakeKind]

let home: string
let good: Env
let database: FreshDatabase
/** A PostgreSQL without Casebook's roles, which asks for passwords. */
let strict: EmbeddedPostgres
let smtp: Awaited<ReturnType<typeof startSmtp>>
const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const portOf = (origin: string) => new URL(origin).port

type Provider = { named?: string; clientError?: string; behindSeconds?: number }

async function startProvider(wrong: Provider = {}): Promise<string> {
  const { named, clientError = 'invalid_grant', behindSeconds = 0 } = wrong
  const origin: string = await serve((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('date', new Date(Date.now() + behindSeconds * 1000).toUTCString())
    const isToken = request.url === '/token'
    const metadata = { issuer: named ?? origin, jwks_uri: `${origin}/keys`, token_endpoint: `${origin}/token` }
    const answer = isToken ? { error: clientError } : request.url === '/keys' ? { keys: [{ kty: 'RSA' }] } : metadata
    response.writeHead(isToken ? 400 : 200).end(JSON.stringify(answer))
  })
  return origin
}

async function asSuperuser(text: string, at = database) {
  const client = new pg.Client(at.superuser.url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const changed = (url: string, { user, name, query = '' }: { user?: string; name?: string; query?: string }) => {
  const next = new URL(url)
  if (user) next.username = user
  if (name) next.pathname = `/${name}`
  for (const [key, value] of new URLSearchParams(query)) next.searchParams.set(key, value)
  return next.href
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'casebook-check-table-'))
  database = await freshDatabase()
  strict = await startStrict()
  smtp = await startSmtp()
  good = {
    PORT: '0',
    DATA_DIR: join(home, 'data'),
    SECRET_KEY: 'a secret of thirty-two characters or more',
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Casebook <casebook@example.org>',
    OIDC_ISSUER: await startProvider(),
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: 'a secret',
  }
})
afterAll(async () => {
  for (const server of servers) server.close()
  await smtp.stop()
  await strict.stop()
  await dropDatabases()
  await asSuperuserOfCluster('drop role if exists check_newcomer, check_owner')
  await rm(home, { recursive: true, force: true })
})

async function startStrict(): Promise<EmbeddedPostgres> {
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const started = await startEmbeddedPostgres({ dataDir: join(home, 'strict'), log, durable: false })
  const rules = join(home, 'strict', 'postgres', 'pg_hba.conf')
  await writeFile(rules, `local all locked scram-sha-256\n${await readFile(rules, 'utf8')}`)
  const client = new pg.Client(started.superuser.url)
  await client.connect()
  for (const statement of [
    'alter role casebook_runtime rename to somebody',
    'create role maker login',
    `create role locked login password 'right'`,
    'create database empty owner maker',
    'select pg_reload_conf()',
  ])
    await client.query(statement)
  await client.end()
  return started
}

async function asSuperuserOfCluster(text: string) {
  const client = new pg.Client(changed(database.superuser.url, { name: 'postgres' }))
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** What `check` finds with these settings, and its status. */
async function run(env: Env): Promise<{ status: number; failed: string[]; findings: Finding[] }> {
  const log = pino({ level: 'silent' })
  try {
    const said: string[] = []
    const config = readConfig(env, judges)
    const outcome = await check.run(['--json'], { config, log, say: (line) => said.push(line) })
    const { findings }: { findings: Finding[] } = JSON.parse(said.join('\n'))
    const failed = findings.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence)
    return { status: Number(outcome), failed, findings }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { lines, status } = explain(error)
    return { status, failed: [...lines], findings: [] }
  }
}

/** What `check-store` says is wrong, and its status. */
async function runStore(env: Env): Promise<{ status: number; failed: string[] }> {
  const said: string[] = []
  const context = {
    config: readConfig(env, judges),
    log: pino({ level: 'silent' }),
    say: (line: string) => said.push(line),
  }
  const status = Number(await checkStore.run([], context))
  return {
    status,
    failed: said
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('✗')),
  }
}

/** What `check` finds for a user who may not listen at the ports below 1024; undefined if everybody may here. */
async function runWithoutPorts(env: Env): Promise<{ status: number; failed: string[] } | undefined> {
  const first = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '0')
  if (Number(first) <= 80) return undefined
  const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const command = [process.execPath, cli, 'check', '--json']
  const asOther = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_bind_service', '--', ...command] : command
  const [program = '', ...args] = asOther
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { env: { PATH: process.env.PATH, ...env } }, (_error, stdout) => {
      if (!stdout) return reject(new Error(`${program} said nothing`))
      const { findings }: { findings: Finding[] } = JSON.parse(stdout)
      const failed = findings.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence)
      resolve({ status: child.exitCode ?? -1, failed })
    })
  })
}

const without = (env: Env, ...names: string[]): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

function rowsOfSettings(): Row[] {
  const production = {
    ...good,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://casebook.example',
    OIDC_ISSUER: 'https://id.example',
  }
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  const wrong = (setting: string, value: string, mistake: string, says: RegExp, base = good): Row => [
    setting,
    mistake,
    { ...base, [setting]: value },
    says,
    'settings',
  ]
  return [
    wrong('PUBLIC_URL', 'casebook.example', 'no scheme', /PUBLIC_URL must be an address beginning with http/),
    wrong('PUBLIC_URL', 'https://a.example/app', 'a path', /PUBLIC_URL must be an address without a path/),
    wrong('PUBLIC_URL', 'ftp://a.example', 'another scheme', /PUBLIC_URL must be an address beginning/),
    wrong(
      'PUBLIC_URL',
      'https://a.example:port',
      'a port that is none',
      /PUBLIC_URL must be an address that can be read/,
    ),
    wrong('PUBLIC_URL', 'http://a.example', 'no TLS in production', /ALLOW_HTTP=true/, production),
    ['PUBLIC_URL', 'none in production', without(production, 'PUBLIC_URL'), /PUBLIC_URL is missing/, 'settings'],
    wrong('PORT', 'abc', 'no number', /PORT must be a whole number/),
    wrong('PORT', '70000', 'too high', /PORT must be a whole number from 0 to 65535/),
    wrong('METRICS_PORT', 'x', 'no number', /METRICS_PORT must be/),
    wrong('METRICS_PORT', '4012', 'the same as PORT', /METRICS_PORT must differ from PORT/, { ...good, PORT: '4012' }),
    wrong('TRUST_PROXY', 'haproxy', 'a name', /TRUST_PROXY must be/),
    wrong('TRUST_PROXY', '10.0.0.300', 'no address', /TRUST_PROXY must be/),
    [
      'DATABASE_URL',
      'none in production',
      without(production, 'DATABASE_URL', 'DATABASE_OWNER_URL'),
      /DATABASE_URL is missing: in production/,
      'settings',
    ],
    [
      'OIDC_ISSUER',
      'none in production',
      without(production, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
      /OIDC_ISSUER is missing/,
      'settings',
    ],
    wrong('OIDC_ISSUER', 'http://id.example', 'no TLS in production', /OIDC_ISSUER must begin with https/, production),
    wrong('OIDC_ISSUER', 'id.example', 'no scheme', /OIDC_ISSUER must be an address/),
    ['OIDC_CLIENT_ID', 'missing', without(good, 'OIDC_CLIENT_ID'), /OIDC_CLIENT_ID is missing/, 'settings'],
    [
      'OIDC_CLIENT_SECRET',
      'neither secret nor key',
      without(good, 'OIDC_CLIENT_SECRET'),
      /OIDC_CLIENT_KEY or OIDC_CLIENT_SECRET is missing/,
      'settings',
    ],
    wrong('OIDC_CLIENT_KEY', '/k.json', 'a secret and a key', /both given/),
    wrong('OIDC_PROVIDER', 'unknown', 'no provider', /OIDC_PROVIDER must be one of/),
    wrong('OIDC_CLAIMS', 'shoe_size=x', 'an unknown name', /OIDC_CLAIMS must be pairs/),
    wrong('OIDC_LEVEL_CLAIM', 'acr', 'without a level', /OIDC_LEVEL_MIN is missing/),
    wrong('OIDC_GROUPS_CLAIM', 'groups', 'without a map', /OIDC_GROUPS_MAP is missing/),
    wrong('OIDC_GROUPS_MAP', 'Theirs=nobody', 'an unknown group', /OIDC_GROUPS_MAP must be pairs/, {
      ...good,
      OIDC_GROUPS_CLAIM: 'g',
    }),
    wrong('OIDC_TIMEOUT_SECONDS', '0', 'too low', /OIDC_TIMEOUT_SECONDS must be/),
    wrong('SESSION_IDLE_MINUTES', '0', 'too low', /SESSION_IDLE_MINUTES must be/),
    wrong('SESSION_HOURS', '1000', 'too high', /SESSION_HOURS must be/),
    wrong('SIGN_INS_PER_MINUTE', '0', 'too low', /SIGN_INS_PER_MINUTE must be/),
    wrong('CALLS_PER_MINUTE', '-1', 'too low', /CALLS_PER_MINUTE must be/),
    wrong('STUDY_TIMEZONE', 'Oslo', 'no zone', /STUDY_TIMEZONE must be a time zone/),
    wrong('LOG_LEVEL', 'loud', 'no level', /LOG_LEVEL must be one of/),
    wrong('SMTP_URL', 'http://mail.example', 'another scheme', /SMTP_URL must be an address beginning with smtp/),
    ['MAIL_FROM', 'missing', without(good, 'MAIL_FROM'), /MAIL_FROM is missing/, 'settings'],
    ['S3_BUCKET', 'missing', { ...good, ...without(s3, 'S3_BUCKET') }, /S3_BUCKET is missing/, 'settings'],
    wrong('S3_ENDPOINT', 's3.example', 'no scheme', /S3_ENDPOINT must be an address/, { ...good, ...s3 }),
    wrong('S3_FORCE_PATH_STYLE', 'maybe', 'neither yes nor no', /S3_FORCE_PATH_STYLE must be true or false/),
    wrong('SECRET_KEY', 'short', 'too short', /SECRET_KEY must be 32 characters/),
    wrong('SECRET_KEY_FILE', '/proc/version', 'given twice', /SECRET_KEY and SECRET_KEY_FILE are both given/),
    wrong(
      'DATABASE_URL',
      'mysql://a@b/c',
      'another database',
      /DATABASE_URL must be an address beginning with postgres/,
    ),
    wrong(
      'DATABASE_URL',
      'postgres://db:port/c',
      'a port that is none',
      /DATABASE_URL must be an address that can be read/,
    ),
    wrong('DATABASE_URL', 'postgres://a:b#c@d/e', '# in a password', /%40 %2F %23/),
    wrong(
      'DATABASE_URL',
      'postgres://a:100%@d/e',
      '% in a password',
      /DATABASE_URL must be an address that can be read/,
    ),
    [
      'DATABASE_OWNER_URL',
      'alone',
      without(good, 'DATABASE_URL'),
      /DATABASE_OWNER_URL is of use only beside it/,
      'settings',
    ],
    [
      'DATABASE_READ_URL',
      'alone',
      { ...without(good, 'DATABASE_URL', 'DATABASE_OWNER_URL'), DATABASE_READ_URL: 'postgres://a@b/c' },
      /DATABASE_READ_URL is of use only/,
      'settings',
    ],
    wrong('DATABASE_POOL_SIZE', '0', 'too low', /DATABASE_POOL_SIZE must be/),
    wrong('DATABASE_STATEMENT_TIMEOUT_SECONDS', '9999', 'too high', /DATABASE_STATEMENT_TIMEOUT_SECONDS must be/),
    wrong(
      'WEB_CONCURRENCY',
      '40',
      'too many for the embedded database',
      /WEB_CONCURRENCY must be at most/,
      without(good, 'DATABASE_URL', 'DATABASE_OWNER_URL'),
    ),
    wrong('DRAIN_SECONDS', '-1', 'too low', /DRAIN_SECONDS must be/),
    wrong('MAKE_EXPORTS', 'perhaps', 'neither yes nor no', /MAKE_EXPORTS must be true or false/),
    wrong('S3_BUKET', 'files', 'mistyped', /S3_BUKET is no setting: did you mean S3_BUCKET/),
    [
      'SECRET_KEY_FILE',
      'no such file',
      { ...without(good, 'SECRET_KEY'), SECRET_KEY_FILE: '/nowhere' },
      /SECRET_KEY_FILE names the file \/nowhere/,
      'file',
    ],
  ]
}

/** Mistakes that show only when something is tried. */
async function rowsOfTrials(): Promise<Row[]> {
  const stranger = await serve((_request, response) => response.writeHead(200).end('{"hello":"world"}'))
  const elsewhere = await serve((_request, response) =>
    response.writeHead(200).end(JSON.stringify({ status: 'ok', installation: 'f'.repeat(64) })),
  )
  const keeper = await serve((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end('<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>unknown</Message></Error>')
  })
  const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const poor = await freshDatabase()
  await asSuperuser('revoke insert on form, activity from casebook_runtime', poor)
  const open = await freshDatabase()
  await asSuperuser('grant update on history to casebook_runtime', open)
  await asSuperuserOfCluster('create role check_newcomer login; create role check_owner login')
  const owned = await freshDatabase()
  await asSuperuser('alter table site owner to check_owner; grant casebook_runtime to check_owner', owned)
  const old = join(home, 'old')
  await mkdir(join(old, 'postgres'), { recursive: true })
  await writeFile(join(old, 'postgres', 'PG_VERSION'), '12\n')
  const file = join(home, 'file')
  await writeFile(file, '')
  const without = (env: Env, ...names: string[]): Env =>
    Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))
  const down = 'postgres://someone@127.0.0.1:9/casebook'
  const locked = Object.assign(new URL(changed(strict.superuser.url, { user: 'locked' })), { password: 'wrong' }).href
  const refused = (setting: string): Row => [
    setting,
    'a wrong password',
    { ...good, [setting]: locked },
    new RegExp(`refuses the password of locked: correct ${setting}\\.`),
    'databaseSignIn',
  ]
  return [
    refused('DATABASE_URL'),
    refused('DATABASE_OWNER_URL'),
    refused('DATABASE_READ_URL'),
    [
      'DATABASE_OWNER_URL',
      'may not make the role that pending migrations need',
      {
        ...good,
        DATABASE_URL: changed(strict.superuser.url, { user: 'maker', name: 'empty' }),
        DATABASE_OWNER_URL: changed(strict.superuser.url, { user: 'maker', name: 'empty' }),
      },
      /maker of DATABASE_OWNER_URL may not make the role casebook_runtime: "alter role … createrole"/,
      'databaseRights',
    ],
    [
      'OIDC_CLIENT_SECRET',
      'not the one that the provider knows',
      { ...good, OIDC_ISSUER: await startProvider({ clientError: 'invalid_client' }) },
      /refuses the client casebook \(invalid_client\): correct OIDC_CLIENT_ID or OIDC_CLIENT_SECRET/,
      'provider',
    ],
    [
      'OIDC_ISSUER',
      'a clock that differs',
      { ...good, OIDC_ISSUER: await startProvider({ behindSeconds: 600 }) },
      /behind the provider/,
      'clock',
    ],
    [
      'HOST',
      'of another machine',
      { ...good, HOST: '192.0.2.1' },
      /HOST "192\.0\.2\.1" is no address of this machine/,
      'address',
    ],
    ['HOST', 'unknown', { ...good, HOST: 'nowhere.invalid' }, /HOST "nowhere\.invalid" is not known here/, 'address'],
    [
      'PORT',
      'held by another program',
      { ...good, PORT: portOf(stranger) },
      /Port \d+ at 127\.0\.0\.1 is taken .* another PORT/,
      'address',
    ],
    [
      'PORT',
      'held by another installation',
      { ...good, PORT: portOf(elsewhere) },
      /Port \d+ at 127\.0\.0\.1 is taken/,
      'address',
    ],
    [
      'METRICS_PORT',
      'held by another program',
      { ...good, METRICS_PORT: portOf(stranger) },
      /is taken .* another METRICS_PORT/,
      'address',
    ],
    [
      'METRICS_HOST',
      'of another machine',
      { ...good, METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' },
      /METRICS_HOST "192\.0\.2\.1" is no address/,
      'address',
    ],
    [
      'PUBLIC_URL',
      'leads to another program',
      { ...good, PUBLIC_URL: stranger },
      /PUBLIC_URL .* leads to another program/,
      'settings',
    ],
    [
      'PUBLIC_URL',
      'leads to another installation',
      { ...good, PUBLIC_URL: elsewhere },
      /PUBLIC_URL .* another installation of Casebook/,
      'settings',
    ],
    [
      'DATABASE_URL',
      'nothing answers',
      { ...good, DATABASE_URL: down, DATABASE_OWNER_URL: down },
      /\(DATABASE_URL\) does not answer/,
      'databaseUnreachable',
    ],
    [
      'DATABASE_URL',
      'no such role',
      { ...good, DATABASE_URL: changed(database.runtime.url, { user: 'nobody_here' }) },
      /does not let nobody_here in/,
      'databaseSignIn',
    ],
    [
      'DATABASE_URL',
      'no such database',
      { ...good, DATABASE_URL: changed(database.runtime.url, { name: 'nowhere' }) },
      /no database "nowhere" .* DATABASE_URL/,
      'databaseMissing',
    ],
    [
      'DATABASE_URL',
      'a certificate that is missing',
      {
        ...good,
        DATABASE_URL: changed(database.runtime.url, { query: 'sslmode=verify-full&sslrootcert=/nowhere/ca.crt' }),
      },
      /DATABASE_URL names the file \/nowhere/,
      'file',
    ],
    [
      'DATABASE_URL',
      'a role that may not act',
      { ...good, DATABASE_URL: changed(poor.runtime.url, { user: 'check_newcomer' }), DATABASE_OWNER_URL: '' },
      /may not act as casebook_runtime|lacks a right/,
      'databaseRights',
    ],
    [
      'DATABASE_URL',
      'rights that are gone',
      { ...good, DATABASE_URL: poor.runtime.url, DATABASE_OWNER_URL: poor.owner.url },
      /lacks insert on form, insert on activity: grant them/,
      'databaseRights',
    ],
    [
      'DATABASE_URL',
      'a history that can be changed',
      { ...good, DATABASE_URL: open.runtime.url, DATABASE_OWNER_URL: open.owner.url },
      /may change the history/,
      'databaseRights',
    ],
    [
      'DATABASE_OWNER_URL',
      'no such database',
      { ...good, DATABASE_OWNER_URL: changed(database.owner.url, { name: 'nowhere' }) },
      /no database "nowhere" .* DATABASE_OWNER_URL/,
      'databaseMissing',
    ],
    [
      'DATABASE_OWNER_URL',
      'not the owner',
      { ...good, DATABASE_OWNER_URL: database.runtime.url },
      /does not own Casebook's tables/,
      'databaseRights',
    ],
    [
      'DATABASE_OWNER_URL',
      'may not grant the role',
      {
        ...good,
        DATABASE_URL: changed(owned.runtime.url, { user: 'check_newcomer' }),
        DATABASE_OWNER_URL: changed(owned.owner.url, { user: 'check_owner' }),
      },
      /check_owner of DATABASE_OWNER_URL may not grant casebook_runtime to check_newcomer/,
      'databaseRights',
    ],
    [
      'DATABASE_READ_URL',
      'nothing answers',
      { ...good, DATABASE_READ_URL: down },
      /\(DATABASE_READ_URL\) does not answer/,
      'databaseUnreachable',
    ],
    [
      'DATABASE_READ_URL',
      'no such database',
      { ...good, DATABASE_READ_URL: changed(database.runtime.url, { name: 'nowhere' }) },
      /DATABASE_READ_URL/,
      'databaseMissing',
    ],
    [
      'DATA_DIR',
      'a file',
      { ...good, DATA_DIR: file },
      /DATA_DIR .* a file stands where a folder is needed/,
      'dataDir',
    ],
    ['DATA_DIR', 'below a file', { ...good, DATA_DIR: join(file, 'data') }, /DATA_DIR .* can't be used/, 'dataDir'],
    [
      'DATA_DIR',
      'a database of another PostgreSQL',
      { ...without(good, 'DATABASE_URL', 'DATABASE_OWNER_URL'), DATA_DIR: old },
      /was made by PostgreSQL 12/,
      'embeddedDatabase',
    ],
    [
      'OIDC_CLIENT_KEY',
      'no such file',
      { ...without(good, 'OIDC_CLIENT_SECRET'), OIDC_CLIENT_KEY: '/nowhere/key.json' },
      /OIDC_CLIENT_KEY names the file/,
      'file',
    ],
    [
      'OIDC_CLIENT_KEY',
      'no key',
      { ...without(good, 'OIDC_CLIENT_SECRET'), OIDC_CLIENT_KEY: '/proc/version' },
      /OIDC_CLIENT_KEY holds no private key/,
      'file',
    ],
    [
      'OIDC_ISSUER',
      'nothing answers',
      { ...good, OIDC_ISSUER: 'http://127.0.0.1:9' },
      /OIDC_ISSUER http:\/\/127\.0\.0\.1:9 can't be reached/,
      'provider',
    ],
    [
      'OIDC_ISSUER',
      'calls itself otherwise',
      { ...good, OIDC_ISSUER: await startProvider({ named: 'https://other.example' }) },
      /calls itself "https:\/\/other\.example"/,
      'provider',
    ],
    [
      'S3_ENDPOINT',
      'nothing answers',
      { ...good, ...s3, S3_ENDPOINT: 'http://127.0.0.1:9' },
      /S3_ENDPOINT\) does not answer/,
      'store',
    ],
    [
      'S3_ACCESS_KEY_ID',
      'unknown to the store',
      { ...good, ...s3, S3_ENDPOINT: keeper },
      /InvalidAccessKeyId .* correct S3_ACCESS_KEY_ID/,
      'store',
    ],
    ['SMTP_URL', 'nothing answers', { ...good, SMTP_URL: 'smtp://127.0.0.1:9' }, /correct SMTP_URL/, 'mail'],
  ]
}

test('each mistake is found once, in words that name the setting, with its status', async () => {
  const sound = await run(good)
  expect(sound).toMatchObject({ status: 0, failed: [] })
  const rows = [...rowsOfSettings(), ...(await rowsOfTrials())]
  expect(rows.length).toBeGreaterThanOrEqual(87)
  for (const [setting, mistake, env, says, status] of rows) {
    const { failed, status: exit } = await run(env)
    const row = `${setting}: ${mistake}`
    expect(failed, row).toEqual([expect.stringMatching(says)])
    expect(exit, row).toBe(exitStatus[status])
    if (!/^(S3|DATA_DIR)/.test(setting) || !['store', 'dataDir'].includes(status)) continue
    const ofStore = await runStore(env)
    expect(ofStore.failed, row).toEqual([expect.stringMatching(says)])
    expect(ofStore.status, row).toBe(exitStatus[status])
  }
  const port = await runWithoutPorts({ ...good, PORT: '80' })
  if (port) {
    expect(port.failed).toEqual([expect.stringMatching(/may not listen at port 80: choose a PORT from 1024 up/)])
    expect(port.status).toBe(exitStatus.address)
  }
})

test('on a machine without DATA_DIR the first check is green and makes nothing', async () => {
  const DATA_DIR = join(home, 'not', 'there')
  const { status, findings } = await run({ PORT: '0', DATA_DIR })
  expect(status).toBe(0)
  expect(findings.filter(({ sentence }) => sentence.includes('not there yet')).map(({ part }) => part)).toEqual([
    'disk',
    'store',
  ])
  expect(findings).toContainEqual(
    expect.objectContaining({ part: 'database', sentence: expect.stringContaining('at its first start') }),
  )
  await expect(rm(DATA_DIR)).rejects.toThrow('ENOENT')
})
