import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/launcher.ts'
import { exitStatus, type MistakeKind } from '../../src/mistakes/mistake.ts'
import { runOnce } from '../beds/run-once.ts'

// Each test starts a server as a separate process.
vi.setConfig({ testTimeout: 60_000 })

let home: string
let postgres: EmbeddedPostgres
let good: Record<string, string>
let taken: Server
let stranger: Server
const closing: Server[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'casebook-mistakes-'))
  const quiet = () => undefined
  postgres = await startEmbeddedPostgres({
    dataDir: join(home, 'postgres'),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    durable: false,
  })
  const rules = join(home, 'postgres', 'postgres', 'pg_hba.conf')
  const before = await readFile(rules, 'utf8')
  await writeFile(rules, `local all locked scram-sha-256\nlocal all barred reject\n${before}`)
  const admin = new pg.Client({ connectionString: postgres.superuser.url })
  await admin.connect()
  for (const statement of [
    `create role locked login password 'right'`,
    'create role barred login',
    'create role poor login',
    'create database ofpoor owner poor',
    'select pg_reload_conf()',
  ])
    await admin.query(statement)
  await admin.end()
  good = { DATABASE_URL: postgres.runtime.url, DATABASE_OWNER_URL: postgres.owner.url, DATA_DIR: join(home, 'data') }
  taken = createServer()
  await listening(taken)
  // A store that does not know the key, in Amazon's words.
  stranger = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end('<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>unknown</Message></Error>')
  })
  await listening(stranger)
})
afterAll(async () => {
  for (const server of [taken, stranger, ...closing]) server.close()
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** The URL of the database with another user, password or name. */
function changed(parts: { user?: string; password?: string; name?: string; port?: string }, query = ''): string {
  const url = new URL(postgres.superuser.url)
  if (parts.user !== undefined) url.username = parts.user
  if (parts.password !== undefined) url.password = parts.password
  if (parts.name !== undefined) url.pathname = `/${parts.name}`
  if (query) for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
  return url.href
}

const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://casebook.example',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'casebook',
  OIDC_CLIENT_SECRET: 'a secret',
}
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'casebook' }

type Case = [what: string, kind: MistakeKind, env: () => Record<string, string>, says: RegExp]
const cases: Case[] = [
  [
    'a wrong password',
    'databaseSignIn',
    () => ({ ...good, DATABASE_URL: changed({ user: 'locked', password: 'wrong' }) }),
    /refuses the password of locked: correct DATABASE_URL\.$/,
  ],
  [
    'a wrong password of the owner',
    'databaseSignIn',
    () => ({ ...good, DATABASE_OWNER_URL: changed({ user: 'locked', password: 'wrong' }) }),
    /refuses the password of locked: correct DATABASE_OWNER_URL\.$/,
  ],
  [
    'a password left out',
    'databaseSignIn',
    () => ({ ...good, DATABASE_URL: changed({ user: 'locked', password: '' }) }),
    /wants a password for locked: put it into DATABASE_URL\.$/,
  ],
  [
    'a role that is not let in',
    'databaseSignIn',
    () => ({ ...good, DATABASE_URL: changed({ user: 'barred' }) }),
    /does not let barred in .*pg_hba\.conf/,
  ],
  [
    'a database that is missing',
    'databaseMissing',
    () => ({ ...good, DATABASE_OWNER_URL: changed({ name: 'nowhere' }) }),
    /There is no database "nowhere" at .*DATABASE_OWNER_URL\.$/,
  ],
  [
    'an owner without rights',
    'databaseRights',
    () => ({
      ...good,
      DATABASE_OWNER_URL: changed({ user: 'poor', name: 'ofpoor' }),
      DATABASE_URL: changed({ user: 'poor', name: 'ofpoor' }),
    }),
    /The role poor of DATABASE_OWNER_URL lacks a right/,
  ],
  [
    'a role that may not enter the database',
    'databaseRights',
    () => ({ DATA_DIR: good.DATA_DIR ?? '', DATABASE_URL: changed({ user: 'poor', name: 'casebook' }) }),
    /The role poor of DATABASE_URL lacks a right/,
  ],
  [
    'a role that may not act as the runtime role',
    'schema',
    () => ({ DATA_DIR: good.DATA_DIR ?? '', DATABASE_URL: changed({ user: 'poor', name: 'postgres' }) }),
    /The role poor of DATABASE_URL may not act as casebook_runtime/,
  ],
  [
    'a schema that is behind, without the owner',
    'schema',
    () => ({ DATA_DIR: good.DATA_DIR ?? '', DATABASE_URL: changed({ user: 'casebook_runtime', name: 'postgres' }) }),
    /behind this release.*npm run casebook -- migrate/,
  ],
  [
    'a certificate’s file that is missing',
    'file',
    () => ({ ...good, DATABASE_OWNER_URL: changed({}, 'sslmode=verify-full&sslrootcert=/nowhere/ca.crt') }),
    /DATABASE_OWNER_URL names the file \/nowhere\/ca\.crt, which can't be read \(ENOENT\)/,
  ],
  [
    'a port that is taken',
    'address',
    () => ({ ...good, PORT: portOf(taken) }),
    /Port \d+ at 127\.0\.0\.1 is taken by another program.*PORT\.$/,
  ],
  [
    'a metrics port that is taken',
    'address',
    () => ({ ...good, METRICS_PORT: portOf(taken) }),
    /is taken by another program.*METRICS_PORT\.$/,
  ],
  [
    'a port that is taken, with several processes',
    'address',
    () => ({ ...good, ...oidc, OIDC_CLIENT_SECRET: 'x', PORT: portOf(taken), WEB_CONCURRENCY: '2' }),
    /is taken by another program/,
  ],
  [
    'an address of another machine',
    'address',
    () => ({ ...good, HOST: '192.0.2.1' }),
    /HOST "192\.0\.2\.1" is no address of this machine/,
  ],
  [
    'an address that nobody knows',
    'address',
    () => ({ ...good, HOST: 'nowhere.invalid' }),
    /HOST "nowhere\.invalid" is not known here/,
  ],
  [
    'a DATA_DIR that cannot be made',
    'dataDir',
    () => ({ ...good, DATA_DIR: '/proc/version/data' }),
    /DATA_DIR \/proc\/version\/data can't be used \(\w+ at .*name another folder\.$/,
  ],
  [
    'a DATA_DIR that cannot be made, for the embedded database',
    'dataDir',
    () => ({ DATA_DIR: '/proc/version/data' }),
    /DATA_DIR \/proc\/version\/data can't be used/,
  ],
  [
    'a bad TRUST_PROXY',
    'settings',
    () => ({ ...good, TRUST_PROXY: '10.0.0.300' }),
    /TRUST_PROXY must be .*10\.0\.0\.300/,
  ],
  [
    'a key file that is missing',
    'file',
    () => ({ ...good, ...oidc, OIDC_CLIENT_KEY: '/nowhere/key.json' }),
    /OIDC_CLIENT_KEY names the file \/nowhere\/key\.json, which can't be read \(ENOENT\)/,
  ],
  [
    'a key file without a key',
    'file',
    () => ({ ...good, ...oidc, OIDC_CLIENT_KEY: '/proc/version' }),
    /OIDC_CLIENT_KEY holds no private key/,
  ],
  [
    'a wrong key of the store',
    'store',
    () => ({
      ...good,
      S3_ENDPOINT: `http://127.0.0.1:${portOf(stranger)}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      S3_SECRET_ACCESS_KEY: 'hushhush',
      S3_FORCE_PATH_STYLE: 'true',
    }),
    /answers 403 InvalidAccessKeyId .*: correct S3_ACCESS_KEY_ID\.$/,
  ],
  [
    'a password of the standby that is wrong',
    'databaseSignIn',
    () => ({ ...good, DATABASE_READ_URL: changed({ user: 'locked', password: 'wrong' }) }),
    /refuses the password of locked: correct DATABASE_READ_URL\.$/,
  ],
  [
    'a secret’s file that is missing',
    'file',
    () => ({ ...good, SECRET_KEY_FILE: '/nowhere/secret' }),
    /SECRET_KEY_FILE names the file \/nowhere\/secret, which can't be read \(ENOENT\)/,
  ],
  [
    'a secret that is given twice',
    'settings',
    () => ({ ...good, SECRET_KEY: 'x'.repeat(40), SECRET_KEY_FILE: '/proc/version' }),
    /SECRET_KEY and SECRET_KEY_FILE are both given/,
  ],
  [
    'a database’s port that is no port',
    'settings',
    () => ({ ...good, DATABASE_URL: 'postgres://db.example:port/casebook' }),
    /DATABASE_URL must be an address that can be read.*db\.example:port/,
  ],
  [
    'a database’s password that can’t be decoded',
    'settings',
    () => ({ ...good, DATABASE_URL: 'postgres://a:100%@db.example/casebook' }),
    /DATABASE_URL must be an address that can be read.*%25/,
  ],
  [
    'one port for people and for metrics',
    'settings',
    () => ({ ...good, PORT: '4012', METRICS_PORT: '4012' }),
    /METRICS_PORT must differ from PORT/,
  ],
  [
    'a mistyped name',
    'settings',
    () => ({ ...good, S3_BUKET: 'files' }),
    /S3_BUKET is no setting: did you mean S3_BUCKET\?$/,
  ],
  [
    'plain http in production',
    'settings',
    () => ({ ...production, ...good, PUBLIC_URL: 'http://casebook.example' }),
    /PUBLIC_URL must begin with https:.*ALLOW_HTTP=true/,
  ],
  [
    'no database in production',
    'settings',
    () => ({ ...production, DATA_DIR: good.DATA_DIR ?? '' }),
    /DATABASE_URL is missing: in production.*"embedded"/,
  ],
  [
    'a password in which @ is not written as %40',
    'settings',
    () => ({ ...good, DATABASE_URL: 'postgres://a:b#c@d/e' }),
    /DATABASE_URL must be an address.*%40/,
  ],
]

test.each(cases)('%s is reported in one line, with its own exit status', async (_what, kind, env, says) => {
  const { status, stderr } = await runOnce('main', { LOG_LEVEL: 'error', ...env() })
  expect(stderr).toEqual([expect.stringMatching(says)])
  expect(status).toBe(exitStatus[kind])
})

test('every mistake is reported at once, and the database is not migrated', async () => {
  const admin = new pg.Client({ connectionString: postgres.superuser.url })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query('create database untouched owner casebook')
  const untouched = {
    ...good,
    DATABASE_OWNER_URL: changed({ user: 'casebook', name: 'untouched' }),
    DATABASE_URL: changed({ user: 'casebook_runtime', name: 'untouched' }),
  }
  const wrongSettings = {
    ...production,
    ...untouched,
    OIDC_ISSUER: 'http://id.example',
    TRUST_PROXY: 'haproxy',
    OIDC_GROUPS_CLAIM: 'groups',
  }
  const settings = await runOnce('main', wrongSettings)
  expect(settings.stderr).toEqual(
    ['TRUST_PROXY', 'OIDC_ISSUER must begin with https', 'OIDC_GROUPS_MAP'].map((part) =>
      expect.stringContaining(part),
    ),
  )
  expect(settings.status).toBe(exitStatus.settings)
  const wrongPlaces = {
    ...untouched,
    ...oidc,
    DATA_DIR: '/proc/version/data',
    PORT: portOf(taken),
    OIDC_CLIENT_KEY: '/nowhere/key.json',
    DATABASE_READ_URL: changed({ user: 'locked', password: 'wrong' }),
  }
  const places = await runOnce('main', wrongPlaces)
  expect(places.stderr).toEqual(
    ['DATA_DIR', 'is taken', 'OIDC_CLIENT_KEY', 'DATABASE_READ_URL'].map((part) => expect.stringContaining(part)),
  )
  expect(places.status).toBe(exitStatus.dataDir)
  const client = new pg.Client({ connectionString: changed({ name: 'untouched' }) })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})

test('each kind has its own exit status, and install.md lists exactly these', async () => {
  const page = await readFile(new URL('../../../docs/operating/install.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, status]) => Number(status))
  expect(listed).toEqual(Object.values(exitStatus))
  expect(new Set(listed).size).toBe(listed.length)
  expect(exitStatus.databaseUnreachable).toBe(11)
})

test('no password is ever printed', async () => {
  for (const url of [changed({ user: 'locked', password: 'hushhush' }), 'postgres://a:hush hush#c@d/e']) {
    const { stdout, stderr } = await runOnce('main', { ...good, DATABASE_URL: url, LOG_LEVEL: 'debug' })
    expect([...stdout, ...stderr].join('\n')).not.toContain('hush')
  }
})

test('a database that does not respond is reported at once and retried for 30 s, and then the server exits', async () => {
  const unused = createServer()
  const port = await listening(unused)
  await new Promise((resolve) => unused.close(resolve))
  const url = `postgres://someone:secret@127.0.0.1:${port}/casebook`
  const env = { ...good, DATABASE_URL: url, DATABASE_OWNER_URL: url }
  const startedAt = Date.now()
  const server = runOnce('main', env).then((ran) => ({ ...ran, endedAt: Date.now() }))
  // A command does not wait for it.
  const { status, stderr } = await runOnce('cli', env, { args: ['migrate'] })
  expect(stderr).toEqual([expect.stringContaining('does not answer (ECONNREFUSED): start it')])
  expect(status).toBe(exitStatus.databaseUnreachable)

  const ended = await server
  const trouble = `The database at 127.0.0.1:${port} (DATABASE_OWNER_URL) does not answer (ECONNREFUSED)`
  const said = ended.stdout.filter((line) => line.includes(`${trouble}; trying again for 30 s.`))
  expect(said).toHaveLength(1)
  const saidAt = Date.parse(JSON.parse(said[0] ?? '').time)
  expect(saidAt - startedAt).toBeLessThan(15_000)
  expect(ended.endedAt - saidAt).toBeGreaterThan(28_000)
  expect(ended.stderr).toEqual([`Casebook can't start: ${trouble}: start it, or correct DATABASE_OWNER_URL.`])
  expect(ended.status).toBe(exitStatus.databaseUnreachable)
})

test('the stack trace of a mistake is logged at level debug only', async () => {
  const env = { ...good, DATABASE_URL: changed({ user: 'locked', password: 'wrong' }) }
  const isFrame = (line: string) => /^\s+at .*:\d+:\d+\)?$/.test(line)
  expect((await runOnce('main', env)).stderr.filter(isFrame)).toEqual([])
  expect((await runOnce('main', { ...env, LOG_LEVEL: 'debug' })).stderr.filter(isFrame)).not.toEqual([])
})

test('a command reports a mistake with the same sentence and status', async () => {
  const env = { ...good, DATABASE_OWNER_URL: changed({ name: 'nowhere' }) }
  const { status, stderr } = await runOnce('cli', env, { args: ['migrate'] })
  expect(stderr).toEqual([expect.stringContaining('There is no database "nowhere"')])
  expect(status).toBe(exitStatus.databaseMissing)
})

test('an unused name that resembles a setting is only a warning', async () => {
  const { stdout } = await runOnce('main', { ...good, S3_STORAGE_CLASS: 'cold' }, { until: /Casebook is ready/ })
  expect(stdout.join('\n')).toContain('S3_STORAGE_CLASS is no setting of Casebook, and nothing reads it.')
})

/** A provider that only serves metadata, with its own clock. */
async function startMetadata(seconds: number, named?: string): Promise<string> {
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${portOf(server)}`
    response.sendDate = false
    response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString())
    response.setHeader('content-type', 'application/json')
    const metadata = { issuer: named ?? issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` }
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [{ kty: 'RSA' }] } : metadata))
  })
  closing.push(server)
  return `http://127.0.0.1:${await listening(server)}`
}

test.each([
  ['is five minutes ahead', 300, undefined, /clock is (299|300|301) s behind the provider's .*invalid_dpop_proof/],
  [
    'calls itself otherwise',
    0,
    'https://other.example',
    /calls itself \\"https:\/\/other\.example\\", and OIDC_ISSUER says/,
  ],
])('a provider that %s is noticed at start, and the server serves', async (_what, seconds, named, says) => {
  const env = {
    ...good,
    OIDC_ISSUER: await startMetadata(seconds, named),
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: 'x',
  }
  const { stdout } = await runOnce('main', env, { until: says })
  expect(stdout.filter((line) => says.test(line))).toHaveLength(1)
  expect(stdout.join('\n')).toContain('Casebook is ready')
})

test('an unreachable provider is reported at start, and the server serves', async () => {
  const env = { ...good, OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'casebook', OIDC_CLIENT_SECRET: 'x' }
  const says = /The provider of OIDC_ISSUER http:\/\/127\.0\.0\.1:9 can't be reached/
  const { stdout } = await runOnce('main', env, { until: says })
  expect(stdout.filter((line) => says.test(line))).toHaveLength(1)
  expect(stdout.join('\n')).toContain('Casebook is ready')
})
