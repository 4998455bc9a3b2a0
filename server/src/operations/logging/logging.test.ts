import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { describeError } from './logging.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Part of every value that a person records here. */
const captured = 'kaptein-sabeltann'

describe('the log of a whole run', () => {
  let database: FreshDatabase
  let dataDir: string
  let said = ''
  let origin = ''
  let metrics = ''
  let stop: () => Promise<void>
  const secrets: string[] = []

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'casebook-log-'))
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        METRICS_PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: database.runtime.url,
        DATABASE_OWNER_URL: database.owner.url,
        LOG_LEVEL: 'trace',
        EXAMPLE_DATA: 'false',
      },
    })
    const over = new Promise((resolve) => child.once('exit', resolve))
    stop = async () => {
      child.kill('SIGTERM')
      await over
    }
    await new Promise<void>((resolve, reject) => {
      over.then(() => reject(new Error(said)))
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on('line', (line) => {
          said += `${line}\n`
          origin = /Casebook is ready: (http\S+)/.exec(line)?.[1] ?? origin
          metrics = /"address":"(http[^"]+\/metrics)"/.exec(line)?.[1] ?? metrics
          if (origin) resolve()
        })
      }
    })
    await work()
  })
  afterAll(async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function call(browser: Browser, query: string, variables: object = {}, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ query, variables })
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    return (await browser.fetch(`${origin}/graphql`, init)).body
  }

  async function work() {
    const browser = new Browser()
    const { visited } = await browser.visit(`${origin}/auth/sign-in?login_hint=coordinator`, {
      until: ({ pathname }) => pathname === '/',
    })
    for (const { searchParams } of visited)
      for (const name of ['code', 'state']) secrets.push(searchParams.get(name) ?? '')
    secrets.push(browser.cookie('casebook_session') ?? '')
    const admin = new Browser()
    await admin.visit(`${origin}/auth/sign-in?login_hint=admin`, { until: ({ pathname }) => pathname === '/' })
    await call(admin, `mutation { addSite(identifier: "oslo", name: "${captured}") { siteid } }`)
    const study = JSON.parse(
      await call(browser, 'mutation ($name: String!) { addStudy(siteid: "oslo", name: $name) { studyid } }', {
        name: captured,
      }),
    )
    const { studyid } = study.data.addStudy
    const subject = { siteid: 'oslo', studyid, identifier: captured }
    const add = 'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }'
    await call(browser, add, { input: subject })
    // Once more: the database refuses it and quotes the value.
    await call(browser, add, { input: subject })
    await call(browser, add, { input: { ...subject, [captured]: captured } })
    await call(browser, `query ${captured.replace('-', '_')} { listSites { ${captured.replace('-', '_')} } }`)
    await call(browser, `{ ${captured} `)
    await call(browser, '{ me { sub } }', {}, { authorization: `Bearer cbk_${captured}` })
    await browser.fetch(`${origin}/graphql?query=${captured}`, { headers: { cookie: captured } })
    await browser.visit(`${origin}/studies/${captured}`)
    await browser.visit(`${origin}/auth/callback?code=${captured}&state=${captured}`)
    // A constraint without a rule: INTERNAL, with the value in the database's message.
    const client = new pg.Client(database.superuser.url)
    await client.connect()
    await client.query(`alter table study add constraint odd check (name <> '${captured}!')`)
    await call(browser, 'mutation ($name: String!) { addStudy(siteid: "oslo", name: $name) { studyid } }', {
      name: `${captured}!`,
    })
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await client.end()
    await call(browser, '{ listSites { name } }')
    // The log comes through a pipe.
    await vi.waitUntil(() => said.includes('"operation":"listSites"'), { timeout: 10_000 })
  }

  test('holds no captured value, cookie, code, state, token or address’s text', () => {
    expect(secrets.filter(Boolean).length).toBeGreaterThanOrEqual(3)
    for (const secret of [captured, captured.replace('-', '_'), ...secrets.filter(Boolean)])
      expect(said).not.toContain(secret)
  })

  test('contains each request’s operation, caller, outcome and duration', () => {
    const lines = said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests).toContainEqual(
      expect.objectContaining({
        operation: 'addStudy',
        sub: 'coordinator',
        status: 200,
        requestid: expect.any(String),
        ms: expect.any(Number),
      }),
    )
    expect(requests).toContainEqual(expect.objectContaining({ operation: 'addSubjectV2', code: 'ALREADY_EXISTS' }))
    expect(requests).toContainEqual(expect.objectContaining({ operation: 'addStudy', code: 'INTERNAL' }))
    const failure = lines.find(({ errorId }) => errorId)
    expect(failure.err).toMatchObject({
      message: 'withheld',
      code: '23514',
      constraint: 'odd',
      stack: expect.stringContaining(' at '),
    })
  })

  test('has its counterpart in the metrics', async () => {
    const text = await (await fetch(metrics)).text()
    expect(text).toMatch(/casebook_requests_total\{operation="addStudy",code="200"\} 1/)
    expect(text).toMatch(/casebook_requests_total\{operation="addSubjectV2",code="ALREADY_EXISTS"\} 1/)
    for (const name of [
      'casebook_request_seconds_bucket',
      'casebook_pool_waiting 0',
      'casebook_sockets 0',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(name)
    expect(text).not.toContain(captured)
    expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404)
  })
})

test('an error keeps its kind, place and cause, without text that may quote data', () => {
  const refusal = Object.assign(new Error('550 <kari@example.org> unknown'), { responseCode: 550, code: 'EENVELOPE' })
  const described = describeError(new Error('the email could not be sent', { cause: refusal }))
  expect(described).toMatchObject({
    message: 'the email could not be sent',
    cause: { message: 'withheld', code: 'EENVELOPE' },
  })
  expect(JSON.stringify(described)).not.toContain('kari')
  expect(describeError('kari')).toEqual({ type: 'string', message: 'thrown without an error' })
})
