import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../beds/browser.ts'
import { type Person, personIn } from '../beds/casebook.ts'
import { run } from '../beds/operations.ts'
import { startProgram } from '../beds/program.ts'

const rounds = 5
const writesPerRound = 200
const writersAtOnce = 8

let dataDir: string
/** Running processes, which are ended even if the test fails. */
let running: Awaited<ReturnType<typeof startProgram>> | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-kill-'))
})
afterAll(async () => {
  await running?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

test('none of 1,000 acknowledged writes is missing after server and database were killed five times', {
  timeout: 180_000,
}, async () => {
  const browser = new Browser()
  const acknowledged: string[] = []
  let place: { siteid: string; studyid: string } | undefined
  let sent = 0

  /** Adds subjects until the server is gone. */
  async function write(person: Person, enough: () => void) {
    for (;;) {
      sent += 1
      const identifier = `S-${sent}`
      const added = await person
        .call('mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }', {
          input: { ...place, identifier },
        })
        .catch(() => undefined)
      if (!added) return
      expect(added.errors).toBeUndefined()
      acknowledged.push(identifier)
      if (acknowledged.length % writesPerRound === 0) enough()
    }
  }

  for (let round = 0; round < rounds; round++) {
    const program = await startProgram(dataDir)
    running = program
    const admin = personIn(browser, program.origin)
    place ??= await begin(browser, admin)
    const { promise, resolve } = Promise.withResolvers<void>()
    const writing = Array.from({ length: writersAtOnce }, () => write(admin, resolve))
    await promise
    await program.kill()
    running = undefined
    await Promise.all(writing)
  }

  const program = await startProgram(dataDir)
  running = program
  const admin = personIn(browser, program.origin)
  const subjects: { identifier: string; subjectid: string }[] = await run(admin, 'listSubjects', { ...place })
  const found = new Set(subjects.map(({ identifier }) => identifier))
  expect(acknowledged.filter((identifier) => !found.has(identifier))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writesPerRound)
  expect(subjects).toHaveLength(found.size)
  for (const { subjectid } of subjects.slice(-20)) {
    const history = await run(admin, 'listHistory', { studyid: place?.studyid, subjectid }, 'action kind')
    expect(history).toEqual([{ action: 'ADDED', kind: 'subject' }])
  }
  await program.stop()
  running = undefined
})

async function begin(browser: Browser, admin: Person) {
  await browser.visit(`${admin.origin}/auth/sign-in?login_hint=admin`, { until: (url) => url.pathname === '/' })
  const { siteid } = await run(admin, 'addSite', { identifier: 'oslo', name: 'Oslo' })
  const { studyid } = await run(admin, 'addStudy', { siteid, name: 'Steps' })
  return { siteid, studyid }
}
