import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Browser } from '../beds/browser.ts'
import { type Person, personIn, startCasebook } from '../beds/casebook.ts'
import { dropDatabases, emptyDatabase } from '../beds/database.ts'
import { hasHistory, layOutEarlierRelease, startMain } from './earlier-release.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
const ending: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-upgrade-'))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
  await rm(folder, { recursive: true, force: true })
})
afterAll(dropDatabases)

/** Adds subjects one after another, at the current server, until it is stopped. */
function startLoad(first: Person, study: { siteid: string; studyid: string }) {
  const acknowledged: string[] = []
  const refused: string[] = []
  let person = first
  let isOver = false
  const done = (async () => {
    for (let place = 1; !isOver; place += 1) {
      const identifier = `L-${place}`
      const query = 'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }'
      // A killed server does not answer. Whether it had stored the subject is checked at the end.
      const answer = await person.call(query, { input: { ...study, identifier } }).catch(() => undefined)
      if (answer?.errors) refused.push(answer.errors.map(({ message }) => message).join())
      else if (answer) acknowledged.push(identifier)
    }
  })()
  return {
    acknowledged,
    refused,
    pointTo(next: Person) {
      person = next
    },
    async stop() {
      isOver = true
      await done
    },
  }
}

const more = async (load: ReturnType<typeof startLoad>, count: number) => {
  const goal = load.acknowledged.length + count
  while (load.acknowledged.length < goal) await new Promise((resolve) => setTimeout(resolve, 20))
}

test.runIf(hasHistory)(
  'an upgrade under load: a server of 0.1.0 goes on beside this release, is killed and restarts on its schema, and serves alone after a rollback',
  async () => {
    const main = await layOutEarlierRelease(folder)
    const database = await emptyDatabase()
    const dataDir = join(folder, 'data')
    const env = {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.runtime.url,
      DATABASE_OWNER_URL: database.owner.url,
    }
    const earlier = await startMain(main, env)
    ending.push(earlier.stop)

    const signIn = async (name: string) => {
      const browser = new Browser()
      const address = `${earlier.origin}/auth/sign-in?login_hint=${name}`
      await browser.visit(address, { until: (url) => url.pathname === '/' })
      return personIn(browser, earlier.origin)
    }
    const admin = await signIn('admin')
    const nurse = await signIn('nurse')
    await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
    const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
    const study = { siteid: 'oslo', studyid: addStudy.studyid }
    const load = startLoad(nurse, study)
    ending.push(load.stop)
    await more(load, 20)

    // The new release migrates while the previous one is running.
    const next = await startCasebook({}, { database, dataDir })
    ending.push(next.stop)
    await more(load, 20)

    load.pointTo(next.here(nurse))
    await earlier.kill()
    await more(load, 20)
    const again = await startMain(main, env)
    ending.push(again.stop)
    const restarted = personIn(nurse.browser, again.origin)
    load.pointTo(restarted)
    await more(load, 20)

    await next.stop()
    await more(load, 20)
    await load.stop()

    expect(load.refused).toEqual([])
    const { listSubjects } = await restarted.ask(
      'query ($studyid: ID!) { listSubjects(studyid: $studyid) { identifier } }',
      { studyid: study.studyid },
    )
    const stored = listSubjects.map(({ identifier }: { identifier: string }) => identifier)
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored).toEqual(expect.arrayContaining(load.acknowledged))
    const client = new pg.Client({ connectionString: database.owner.url })
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as entries from history where kind = 'subject' and action = 'ADDED'`,
    )
    await client.end()
    expect(rows[0].entries).toBe(stored.length)
  },
)
