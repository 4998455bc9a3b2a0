import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { release } from '../../config/release.ts'

let casebook: Casebook
beforeAll(async () => {
  casebook = await startCasebook({ METRICS_PORT: '0' })
})
afterAll(() => casebook.stop())

/** The value of a sample; undefined if it is missing. */
async function sampleOf(sample: string): Promise<number | undefined> {
  const line = (await register.metrics()).split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

/** Readings are shared for a second. */
async function become(sample: string, expected: number | undefined) {
  await expect.poll(() => sampleOf(sample), { timeout: 10_000 }).toBe(expected)
}

async function asSuperuser(text: string) {
  const client = new pg.Client(casebook.database.superuser.url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('counters of every operation exist before the first call, at 0', async () => {
  for (const operation of ['addForm', 'me', 'listSubjects']) {
    expect(await sampleOf(`casebook_requests_total{operation="${operation}",code="INTERNAL"}`)).toBe(0)
    expect(await sampleOf(`casebook_requests_total{operation="${operation}",code="200"}`)).toBe(0)
    expect(await sampleOf(`casebook_request_seconds_count{operation="${operation}"}`)).toBe(0)
  }
  for (const status of ['UPLOADED', 'FAILED'])
    expect(await sampleOf(`casebook_uploads_total{status="${status}"}`)).toBe(0)
})

test('only counters are named _total, every unit is a base unit, and every metric has a help text', async () => {
  for (const { name, type, help } of await register.getMetricsAsJSON()) {
    expect(help, name).not.toBe('')
    expect(name.endsWith('_total'), name).toBe(String(type) === 'counter')
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|kb|mb|percent)(_|$)|[A-Z]/)
  }
  expect(await sampleOf(`casebook_build_info{release="${release}"}`)).toBe(1)
})

test('reports the state of each part', async () => {
  for (const part of ['database', 'migrations', 'store', 'disk'])
    await become(`casebook_dependency_up{dependency="${part}"}`, 1)
  const { ready } = casebook.services.store
  casebook.services.store.ready = () => Promise.reject(new Error('gone'))
  await become('casebook_dependency_up{dependency="store"}', 0)
  casebook.services.store.ready = ready.bind(casebook.services.store)
  await become('casebook_dependency_up{dependency="store"}', 1)
})

test('shows waiting and failed emails, overdue files, and the end of the history', async () => {
  await become('casebook_mail_waiting', 0)
  await asSuperuser(`
    insert into mail (mailid, recipient_address, subject, created_at, next_attempt_at, failed_at) values
      ('a', 'a@example.org', 's', now() - interval '1 hour', now() + interval '1 hour', null),
      ('b', 'b@example.org', 's', now(), now(), now());`)
  await become('casebook_mail_waiting', 1)
  await become('casebook_mail_given_up', 1)
  expect(await sampleOf('casebook_mail_oldest_waiting_seconds')).toBeGreaterThan(3590)
  expect(await sampleOf('casebook_uploads_pending')).toBe(0)
  expect(await sampleOf('casebook_uploads_oldest_overdue_seconds')).toBe(0)
  const before = (await sampleOf('casebook_history_last_entry')) ?? 0
  const admin = await casebook.as('admin')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  await admin.ask(`mutation ($input: StudyDocumentInput!) { addStudyDocument(input: $input) { documentid } }`, {
    input: { studyid: addStudy.studyid, title: 'Protocol', kind: 'protocol', filename: 'protocol.pdf' },
  })
  await become('casebook_uploads_pending', 1)
  await expect.poll(() => sampleOf('casebook_history_last_entry'), { timeout: 10_000 }).toBeGreaterThan(before)
  const room = (await sampleOf('casebook_history_room')) ?? 0
  expect(room + ((await sampleOf('casebook_history_last_entry')) ?? 0)).toBe(49_999_999)
})

test('shows when backups and checks last ran, with 0 for never', async () => {
  for (const task of ['backup', 'verify', 'verify-history', 'verify-files'])
    expect(await sampleOf(`casebook_task_last_success_timestamp_seconds{task="${task}"}`)).toBe(0)
  await asSuperuser(
    `insert into task_run values ('backup', to_timestamp(1000), null, '1'), ('verify', to_timestamp(1000), to_timestamp(900), '1')`,
  )
  await become('casebook_task_last_run_timestamp_seconds{task="backup"}', 1000)
  await become('casebook_task_last_success_timestamp_seconds{task="backup"}', 0)
  await become('casebook_task_last_success_timestamp_seconds{task="verify"}', 900)
})

test('shows nothing of the database while it does not respond, not old values', async () => {
  await asSuperuser('alter table task_run rename to task_run_away')
  await become('casebook_mail_waiting', undefined)
  await asSuperuser('alter table task_run_away rename to task_run')
  await become('casebook_mail_waiting', 1)
})

test('is answered while the database hangs, without what comes from it', async () => {
  const client = new pg.Client(casebook.database.superuser.url)
  await client.connect()
  await client.query('begin; lock table mail, schema_migration in access exclusive mode')
  try {
    await become('casebook_mail_waiting', undefined)
    await become('casebook_dependency_up{dependency="migrations"}', 0)
    expect(await sampleOf('casebook_dependency_up{dependency="store"}')).toBe(1)
    expect(await sampleOf('process_cpu_seconds_total')).toBeGreaterThan(0)
  } finally {
    await client.end()
  }
  await become('casebook_mail_waiting', 1)
})

test('the alert rules and the dashboard use existing metrics', async () => {
  const packaging = new URL('../../../../packaging/', import.meta.url)
  const there = new Set(
    (await register.getMetricsAsJSON()).flatMap(({ name }) =>
      ['', '_bucket', '_count', '_sum'].map((end) => name + end),
    ),
  )
  for (const file of ['prometheus/alerts.yml', 'grafana/casebook.json']) {
    const names = (await readFile(new URL(file, packaging), 'utf8')).match(/\b(casebook|nodejs|process)_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(there, `${name} of ${file}`).toContain(name)
  }
})

test('monitoring.md lists exactly the alerts there are, and every metric of Casebook', async () => {
  const root = new URL('../../../../', import.meta.url)
  const page = await readFile(new URL('docs/operating/monitoring.md', root), 'utf8')
  const rules = await readFile(new URL('packaging/prometheus/alerts.yml', root), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const listed = page.split('\n').filter((line) => line.startsWith('| `Casebook'))
  expect(listed.flatMap((line) => line.split('|')[1]?.match(/Casebook\w+/g) ?? [])).toEqual(alerts)
  const named = new Set(page.match(/\bcasebook_\w+/g))
  const there = (await register.getMetricsAsJSON())
    .map(({ name }) => name)
    .filter((name) => name.startsWith('casebook_'))
  expect(named).toEqual(new Set(there))
})
