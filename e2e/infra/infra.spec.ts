import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { submitAndClose } from '../closing.ts'
import type { Caller } from './caller.ts'
import { addStaff, type Hospital, openHospital } from './hospital.ts'
import { casebook } from './instance.ts'
import { emptyLedger, findMissing, type Ledger, type Study, startLoad } from './load.ts'

test.describe.configure({ mode: 'serial' })

let hospital: Hospital
let nurse: Caller
let coordinator: Caller
let study: Study
const ledger: Ledger = emptyLedger()
const figures: Record<string, string | number> = {}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const testbeds = process.env.CASEBOOK_TESTBEDS
  if (!testbeds) throw new Error('Start it by "npm run test:infra", which looks for the test beds.')
  hospital = await openHospital(testbeds)
  nurse = await addStaff(hospital, 'nurse', ['hp'])
  coordinator = await addStaff(hospital, 'coordinator', ['hp', 'study:admin'])
  study = await plan()
})
test.afterAll(async () => {
  console.log(JSON.stringify(figures, null, 2))
  await hospital?.close()
})

async function plan(): Promise<Study> {
  const { admin } = hospital
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo walking lab") { siteid } }')
  for (const deviceid of ['A1', 'B1']) {
    await admin.ask('mutation ($deviceid: ID!) { addDevice(siteid: "oslo", deviceid: $deviceid) { deviceid } }', {
      deviceid,
    })
  }
  const { addStudy } = await coordinator.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  const { studyid } = addStudy
  const fields = [
    { name: 'date', type: 'Date', required: false },
    { name: 'Remarks', type: 'String', required: false },
  ]
  const { addFormType } = await coordinator.ask(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Baseline", fields: $fields) { formtypeid } }',
    { studyid, fields },
  )
  const { addActivityType } = await coordinator.ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid },
  )
  const { formtypeid } = addFormType
  return { siteid: 'oslo', studyid, formtypeid, activitytypeid: addActivityType.activitytypeid }
}

async function query(text: string, values: unknown[] = []) {
  const client = new pg.Client(hospital.postgres.env.SUPER_DATABASE_URL)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

async function callers(count: number): Promise<Caller[]> {
  return Promise.all(Array.from({ length: count }, () => hospital.signIn('nurse')))
}

async function signIn(page: Page, path = '/') {
  await page.goto(`${hospital.address}/auth/sign-in?${new URLSearchParams({ login_hint: 'nurse', returnTo: path })}`)
  await page.waitForURL(({ origin, pathname }) => origin === hospital.address && !pathname.startsWith('/auth/'))
}

test('the store meets the needs of server and browser', async () => {
  const said = await casebook(hospital.env, 'check-store')
  expect(said).not.toContain('✗')
  expect(said.match(/✓/g)?.length).toBeGreaterThanOrEqual(9)

  const report = JSON.parse(await casebook(hospital.env, 'check', '--json'))
  const findings: { part: string; state: string; sentence: string }[] = report.findings
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  expect([report.ok, report.status]).toEqual([true, 0])
  const ofStore = findings.filter(({ part, state }) => part === 'store' && state === 'ok')
  expect(ofStore[0]?.sentence).toContain(hospital.env.S3_ENDPOINT)
  expect(ofStore.length).toBeGreaterThanOrEqual(10)
})

test('the main job in a browser, while one server is killed and the other restarted', async ({ page }, testInfo) => {
  test.setTimeout(240_000)
  const [first, second] = hospital.instances
  const identifier = 'S-100'
  const seen: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/WebSocket|status of 50[234]|net::ERR/.test(message.text()))
      seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(error.message))
  await signIn(page)
  await page.getByLabel('Site').selectOption('Oslo walking lab')
  await page.getByRole('link', { name: 'Steps', exact: true }).click()
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill(identifier)

  // Killed while it answers, or just before. The browser retries the call on the other server.
  const killed = first.kill()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await killed
  await page.getByRole('link', { name: identifier, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Subject: ${identifier} (identifier)` })).toBeVisible()
  await page.getByRole('button', { name: 'Add form' }).click()
  await page.getByRole('textbox', { name: 'Date' }).fill('2026-10-20')
  await page.getByLabel('Remarks').fill('Slept well.')
  await first.start()

  // Restarted cleanly while the form is saved.
  const drained = second.drain()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('20 October 2026')).toBeVisible({ timeout: 30_000 })
  await drained
  await second.start()
  for (const [position, deviceid] of [
    ['arm', 'A1'],
    ['chest', 'B1'],
  ] as const) {
    await page.getByRole('button', { name: 'Add device' }).click()
    await page.getByLabel('Location').selectOption(position)
    await page.getByLabel('Device ID').selectOption(deviceid)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Devices' }).getByText(deviceid)).toBeVisible()
  }

  // The database is killed and restarted while the activity is saved.
  await page.getByRole('button', { name: 'Record Treadmill' }).click()
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 09:50')
  await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 10:00')
  await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
  await hospital.postgres.run('kill')
  await page.getByRole('textbox', { name: 'Comment' }).press('Enter')
  await wait(3000)
  await hospital.postgres.run('start')
  await expect(page.getByRole('table', { name: 'Activities' }).getByText('even pace')).toBeVisible({ timeout: 30_000 })

  // A file of the largest size is sent through haproxy to the store, which freezes in the middle of it.
  const file = testInfo.outputPath('arm sensor.csv')
  const handle = await open(file, 'w')
  await handle.truncate(157_286_399)
  await handle.close()
  const before = await Promise.all(hospital.instances.map((instance) => instance.memory()))
  await page.getByRole('button', { name: /reference data, Treadmill/ }).click()
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page.getByLabel('Choose files, or drop them here').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await wait(400)
  await hospital.s3.run('pause')
  await wait(6000)
  await hospital.s3.run('resume')
  await expect(page.getByRole('button', { name: 'Download arm sensor.csv' })).toBeVisible({ timeout: 120_000 })
  const after = await Promise.all(hospital.instances.map((instance) => instance.memory()))
  figures['server memory before and after 150 MB (MB)'] = before
    .map(({ now }, place) => `${now} → ${after[place]?.now}`)
    .join(', ')

  await submitAndClose(page)
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()

  // Everything that the screen reported as saved exists, exactly once.
  const { listSubjects } = await nurse.ask(
    'query ($studyid: ID!) { listSubjects(studyid: $studyid) { identifier status devices { deviceid } forms { fields { key value } } activities { comment referenceData { status size } } } }',
    study,
  )
  const remarks = expect.objectContaining({ key: 'Remarks', value: 'Slept well.' })
  expect(listSubjects).toEqual([
    {
      identifier,
      status: 'CLOSED',
      devices: [{ deviceid: 'A1' }, { deviceid: 'B1' }],
      forms: [{ fields: expect.arrayContaining([remarks]) }],
      activities: [{ comment: 'even pace', referenceData: [{ status: 'UPLOADED', size: 157_286_399 }] }],
    },
  ])
  expect(seen).toEqual([])
  figures['actions lost on screen'] = 0
})

test('under load with servers and database killed, restarted or frozen, nothing acknowledged is lost', async () => {
  test.setTimeout(240_000)
  const workers = await callers(6)
  const stop = startLoad(workers, study, ledger)
  const [first, second] = hospital.instances
  await wait(2000)
  await first.kill()
  await wait(1000)
  await first.start()
  await second.drain()
  await second.start()
  await hospital.postgres.run('kill')
  await wait(2000)
  await hospital.postgres.run('start')
  await wait(2000)
  await hospital.postgres.run('pause')
  await wait(10_000)
  await hospital.postgres.run('resume')
  await wait(3000)
  await hospital.balancer.run('drain', '1')
  await first.drain()
  await first.start()
  await hospital.balancer.run('ready', '1')
  await wait(2000)
  await stop()

  figures['acknowledged writes under load'] = ledger.writes
  figures['calls sent again'] = workers.reduce((sum, { repeated }) => sum + repeated, 0)
  figures['calls failed for good'] = ledger.failures.length
  const missing = await findMissing(nurse, study, ledger)
  figures['acknowledged writes missing'] = missing.length
  expect(ledger.failures).toEqual([])
  expect(missing).toEqual([])
  expect(ledger.writes).toBeGreaterThan(50)
  expect(await casebook(hospital.env, 'verify-history')).toContain('The history says what the tables hold.')
  expect(await casebook(hospital.env, 'verify-files')).toContain('they agree')
})

test('while the store is down, uploads are refused clearly and everything else works', async () => {
  test.setTimeout(120_000)
  await hospital.s3.run('kill')
  const { data, errors } = await nurse.call(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    {
      input: { siteid: study.siteid, studyid: study.studyid, identifier: 'S-200' },
    },
  )
  expect(errors).toBeUndefined()
  const { subjectid } = data.addSubjectV2
  const { activitytypeid, siteid, studyid } = study
  await nurse.ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1, stopTime: 2 },
  })
  const { addReferenceData } = await nurse.ask(
    'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid status } }',
    { subjectid, input: { activitytypeid, siteid, studyid, filename: 'late.csv' } },
  )
  expect(addReferenceData.status).toBe('PENDING')
  const complete =
    'mutation ($subjectid: ID!, $id: ID!) { completeReferenceData(subjectid: $subjectid, referencedataid: $id) { status } }'
  const ids = { subjectid, id: addReferenceData.referencedataid }
  const refused = await nurse.call(complete, ids)
  expect(refused.errors?.[0]?.extensions.reason).toBe('store.unavailable')
  await hospital.s3.run('start')
  expect((await nurse.ask(complete, ids)).completeReferenceData.status).toBe('PENDING')
  const objects = await casebook(hospital.env, 'verify-files', '--content')
  expect(objects).toContain('they agree')
})

test('emails wait for a mail server that hangs or defers them', async () => {
  test.setTimeout(120_000)
  const setEmail = 'mutation ($input: ProfileInput!) { updateMe(input: $input) { email } }'
  const profile = { given_name: 'Nina', family_name: 'Nurse' }
  await hospital.smtp.run('pause')
  const began = Date.now()
  await nurse.ask(setEmail, { input: { ...profile, email: 'nina@example.org' } })
  figures['saving an address while the mail server stands still (ms)'] = Date.now() - began
  const [waiting] = await query(`select sent_at, failed_at from mail where recipient_address = 'nina@example.org'`)
  expect(waiting).toEqual({ sent_at: null, failed_at: null })
  await hospital.smtp.run('resume')
  await hospital.smtp.run('wait', '1', '90')
  const [listed = ''] = (await hospital.smtp.run('list'))
    .split('\n')
    .filter((line) => line.includes('nina@example.org'))
  const { file }: { file: string } = JSON.parse(listed)
  const code = /\b(\d{6,8})\b/.exec(
    (await readFile(file, 'utf8'))
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join('\n'),
  )?.[1]
  const { verifyEmail } = await nurse.ask(
    'mutation ($code: String!) { verifyEmail(email: "nina@example.org", code: $code) { email_verified } }',
    { code },
  )
  expect(verifyEmail.email_verified).toBe(true)

  await coordinator.ask(setEmail, { input: { ...profile, email: 'defer-carl@example.org' } })
  const putOff = `select attempts, sent_at, failed_at, last_error is null as fine from mail where recipient_address = 'defer-carl@example.org'`
  await expect.poll(async () => (await query(putOff))[0]?.attempts ?? 0, { timeout: 60_000 }).toBeGreaterThan(1)
  expect((await query(putOff))[0]).toMatchObject({ sent_at: null, failed_at: null, fine: false })
})

test('a backup made under write load is restored elsewhere, compared row by row and file by file', async () => {
  test.setTimeout(240_000)
  const workers = await callers(4)
  const stop = startLoad(workers, study, ledger)
  await wait(2000)
  const folder = join(hospital.home, 'backup')
  const began = Date.now()
  const before = ledger.writes
  await casebook(hospital.env, 'backup', folder)
  figures['backup under load (ms)'] = Date.now() - began
  figures['writes acknowledged during the backup'] = ledger.writes - before
  await stop()
  expect(ledger.failures).toEqual([])
  expect(await findMissing(nurse, study, ledger)).toEqual([])

  const elsewhere = { DATA_DIR: join(hospital.home, 'restored'), HOME: hospital.home }
  await mkdir(elsewhere.DATA_DIR)
  const restoring = Date.now()
  expect(await casebook(elsewhere, 'restore', folder)).toContain('every row and file compared')
  figures['restore and comparison (ms)'] = Date.now() - restoring
  figures.restored = (await casebook(elsewhere, 'verify', folder, '--live')).trim()
  expect(await casebook(elsewhere, 'verify-history')).toContain('The history says what the tables hold.')
  expect(await casebook(elsewhere, 'verify-files', '--content')).toContain('they agree')

  const rows = join(folder, 'database', 'subject.copy')
  const whole = await readFile(rows)
  await appendFile(rows, '\n')
  await expect(casebook(elsewhere, 'verify', folder)).rejects.toThrow('subject.copy was changed')
  await writeFile(rows, whole)
  expect(await casebook(elsewhere, 'verify', folder)).toContain('Whole:')
})
