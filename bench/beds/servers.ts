import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Browser } from '../../server/test/beds/browser.ts'
import { type Child, startChild } from './child.ts'

/** A server under load: the address and headers of calls. */
export type Target = Child & {
  name: string
  path: string
  headers: Record<string, string>
  /** The headers of several people, among whom the connections are divided; one person makes all calls if it is not set. */
  people?: Record<string, string>[]
}

/** All servers have the same number of database connections. */
const poolSize = '20'

export type Urls = { runtime: string; owner: string; baseline: string }

/**
 * Casebook as in production, except for the number of calls that one person may make per minute: one person makes all
 * calls.
 */
export async function startCasebook(
  urls: Urls,
  dataDir: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Omit<Target, 'headers'>> {
  const child = await startChild({
    args: [...flags, fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))],
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: urls.runtime,
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_POOL_SIZE: poolSize,
      CALLS_PER_MINUTE: '10000000',
      EXAMPLE_DATA: 'false',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import ${new URL('loop-watch.ts', import.meta.url).href}`,
      ...env,
    },
    ready: /Casebook is ready: (http\S+)/,
  })
  return { ...child, name: 'Casebook', path: '/graphql' }
}

/** Signs a demo person in through the embedded provider. Returns the headers of the browser's calls. */
export async function signIn(origin: string, name: string): Promise<Record<string, string>> {
  const browser = new Browser()
  await browser.visit(`${origin}/auth/sign-in?login_hint=${name}`, { until: (url) => url.pathname === '/' })
  return {
    'content-type': 'application/json',
    origin,
    cookie: `casebook_session=${browser.cookie('casebook_session')}`,
  }
}

export async function startPostGraphile(urls: Urls, claims: { personid: string; sites: string }): Promise<Target> {
  const secret = 'a secret that is known to this benchmark alone'
  const child = await startChild({
    args: [fileURLToPath(new URL('../others/postgraphile-server.ts', import.meta.url))],
    env: {
      DATABASE_URL: urls.baseline,
      JWT_SECRET: secret,
      POOL_SIZE: poolSize,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
    },
    ready: /PostGraphile is ready: (http\S+)/,
  })
  const token = signToken({ aud: 'postgraphile', role: 'baseline_user', ...claims }, secret)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return { ...child, name: 'PostGraphile', path: '/graphql', headers }
}

/** Starts the hand-written server, which accepts Casebook's sessions. */
export async function startHandWritten(urls: Urls, headers: Record<string, string>): Promise<Target> {
  const child = await startChild({
    args: [fileURLToPath(new URL('../others/hand-written-server.ts', import.meta.url))],
    env: { DATABASE_URL: urls.runtime, POOL_SIZE: poolSize, NODE_ENV: 'production' },
    ready: /The server is ready: (http\S+)/,
  })
  return { ...child, name: 'written by hand', path: '/', headers }
}

function signToken(claims: Record<string, string>, secret: string): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, exp: 4_000_000_000 },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** One call. Throws if there is no answer or it contains errors. */
export async function ask(target: Target, body: string): Promise<unknown> {
  const answer = await fetch(target.origin + target.path, { method: 'POST', headers: target.headers, body })
  const text = await answer.text()
  if (!answer.ok || text.includes('"errors"')) {
    throw new Error(`${target.name} answered ${answer.status} ${text.slice(0, 500)} to ${body.slice(0, 500)}`)
  }
  return JSON.parse(text)
}
