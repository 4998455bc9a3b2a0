import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { startServer } from '../../src/composition/server.ts'
import { readConfig } from '../../src/config/config.ts'
import { makeLog } from '../../src/operations/logging/logging.ts'
import { Browser } from './browser.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests examine answers of any shape.
  data: any
  errors?: { message: string; path?: string[]; extensions: Record<string, unknown> }[]
}

/** The causes of INTERNAL errors, by the id that the caller is told instead. */
const causes = new Map<string, string>()

/** Keeps and prints the cause of an INTERNAL error, and nothing else. */
function failuresOnly() {
  const stream = new Writable({
    write(line, _encoding, done) {
      const { errorId, err }: { errorId?: string; err?: { stack?: string } } = JSON.parse(String(line))
      if (errorId) {
        const cause = `INTERNAL ${errorId}: ${err?.stack ?? String(line)}`
        causes.set(errorId, cause)
        console.error(cause)
      }
      done()
    },
  })
  return pino({ level: 'error' }, stream)
}

/**
 * A complete server on its own database, or on one shared with another server. `env` is the deployment's environment; `log`
 * receives each line of the log.
 */
export async function startCasebook(
  env: Record<string, string> = {},
  shared?: { database: FreshDatabase; dataDir: string },
  log?: Writable,
) {
  const database = shared?.database ?? (await freshDatabase())
  const dataDir = shared?.dataDir ?? (await mkdtemp(join(tmpdir(), 'casebook-')))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
    DATABASE_POOL_SIZE: '5',
    EXAMPLE_DATA: 'false',
    // Tests of measures ask for them.
    MEASURE_RECORDINGS: 'false',
    IMPORT_FILES: 'false',
    COUNT_AHEAD: 'false',
    ...env,
  })
  const server = await startServer(
    config,
    log ? makeLog('debug', log) : env.LOG_LEVEL ? pino({ level: env.LOG_LEVEL }) : failuresOnly(),
  )
  const origin = server.address
  const people = new Map<string, Promise<Person>>()

  return {
    origin,
    database,
    dataDir,
    services: server.services,
    /** The demo person with this name, signed in through the provider in a browser of their own. */
    as(name: string): Promise<Person> {
      const known = people.get(name) ?? signIn(origin, name)
      people.set(name, known)
      return known
    },
    /** A person of another server on the same database, calling this one from the same browser. */
    here: ({ browser }: { browser: Browser }) => personIn(browser, origin),
    /** The same in another browser. */
    signIn: (name: string) => signIn(origin, name),
    guest: () => personIn(new Browser(), origin),
    async stop() {
      await server.stop()
      if (!shared) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Casebook = Awaited<ReturnType<typeof startCasebook>>
export type Person = ReturnType<typeof personIn>

async function signIn(origin: string, name: string) {
  const browser = new Browser()
  await browser.visit(`${origin}/auth/sign-in?login_hint=${name}`, { until: (url) => url.pathname === '/' })
  return personIn(browser, origin)
}

/** The person who uses this browser. */
export function personIn(browser: Browser, origin: string) {
  /** The answer, with its errors. No test expects INTERNAL: its cause is thrown, so that the test fails with it. */
  async function call(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await browser.fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    const answered: Answer = { status: answer.status, ...JSON.parse(answer.body) }
    const cause = answered.errors?.map(({ extensions }) => causes.get(String(extensions?.errorId))).find(Boolean)
    if (cause) throw new Error(cause)
    return answered
  }
  return {
    browser,
    origin,
    call,
    /** The answer's data; fails on any error. */
    async ask(query: string, variables: Record<string, unknown> = {}) {
      const { data, errors } = await call(query, variables)
      expect(errors).toBeUndefined()
      return data
    },
    /** The first error's code; fails if there is none. */
    async refused(query: string, variables: Record<string, unknown> = {}) {
      const { errors } = await call(query, variables)
      const [error] = errors ?? []
      if (!error) throw new Error(`was not refused: ${query}`)
      return { message: error.message, code: error.extensions.code, field: error.extensions.field, ...error.extensions }
    },
  }
}
