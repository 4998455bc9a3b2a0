import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../src/database/schema/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/launcher.ts'
import { type Answer, type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { until } from '../beds/live.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let dataDir: string
let postgres: EmbeddedPostgres
let line: Line
let casebook: Casebook
let nurse: Person
let study: { siteid: string; studyid: string }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-lost-'))
  postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  const { owner, runtime, superuser } = postgres
  await migrate({ connectionString: owner.url }, runtime.user)
  line = await openLine(join(runtime.host, `.s.PGSQL.${runtime.port}`))
  const database = {
    owner,
    superuser,
    runtime: { ...runtime, url: `postgres://${runtime.user}@127.0.0.1:${line.port}/${runtime.database}` },
  }
  casebook = await startCasebook({ LOG_LEVEL: 'error' }, { database, dataDir })
  const admin = await casebook.as('admin')
  nurse = await casebook.as('nurse')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  study = { siteid: 'oslo', studyid: addStudy.studyid }
}, 60_000)
afterAll(async () => {
  await casebook.stop()
  await line.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Line = {
  port: number
  /** The next statement that contains this text is executed, but its answer is lost with the connection. */
  loseAnswerTo: (text: string, then?: () => void) => void
  lostAnswers: () => number
  /** The next such statement never reaches the database; `then` happens instead, and the connection is closed. */
  swallow: (text: string, then?: () => void) => void
  refuse: (isRefusing: boolean) => void
  close: () => Promise<void>
}

/** A proxy to the database that can be cut at chosen moments. */
async function openLine(upstream: string): Promise<Line> {
  let losing: string | undefined
  let lost = 0
  let thenLost: () => void = () => undefined
  let swallowing: { text: string; then: () => void } | undefined
  let isRefusing = false
  const open = new Set<Socket>()
  const server: Server = createServer((near) => {
    if (isRefusing) return near.destroy()
    const far = connect(upstream)
    let isLost = false
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
      socket.on('error', () => undefined)
    }
    near.on('data', (bytes) => {
      if (losing && bytes.includes(losing)) {
        losing = undefined
        isLost = true
      }
      if (swallowing && bytes.includes(swallowing.text)) {
        lost++
        const { then } = swallowing
        swallowing = undefined
        near.destroy()
        then()
      } else far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isLost) {
        lost++
        thenLost()
        thenLost = () => undefined
        near.destroy()
      } else near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseAnswerTo(text, then = () => undefined) {
      losing = text
      thenLost = then
    },
    lostAnswers: () => lost,
    swallow(text, then = () => undefined) {
      swallowing = { text, then }
    },
    refuse(refusing) {
      isRefusing = refusing
      if (refusing) for (const socket of open) socket.destroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const addSubject = 'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }'
const identifiersOf = async (): Promise<string[]> => {
  const { listSubjects } = await nurse.ask(
    'query ($studyid: ID!) { listSubjects(studyid: $studyid) { identifier } }',
    study,
  )
  return listSubjects.map(({ identifier }: { identifier: string }) => identifier)
}

async function add(identifier: string) {
  return nurse.call(addSubject, { input: { ...study, identifier } })
}

async function asSuperuser(text: string) {
  const client = new pg.Client({ ...postgres.superuser, database: postgres.runtime.database })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Writes and reads until `during` resolves. Returns what was acknowledged and what failed. */
async function underLoad(during: () => Promise<unknown>) {
  let isOver = false
  const acknowledged: string[] = []
  const failures: unknown[] = []
  const writer = async () => {
    while (!isOver) {
      const identifier = randomUUID()
      const { data, errors } = await add(identifier)
      if (errors) failures.push(errors)
      else if (data) acknowledged.push(identifier)
    }
  }
  const reader = async () => {
    while (!isOver) await identifiersOf().catch((error) => failures.push(error))
  }
  const load = [writer(), writer(), writer(), reader(), reader()]
  await during()
  isOver = true
  await Promise.all(load)
  return { acknowledged, failures }
}

async function expectEach(acknowledged: string[]) {
  const stored = await identifiersOf()
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining(acknowledged))
}

test('a commit whose answer is lost takes effect once', async () => {
  const before = line.lostAnswers()
  line.loseAnswerTo('commit')
  const identifier = randomUUID()
  const { data, errors } = await add(identifier)
  expect(errors).toBeUndefined()
  expect(data.addSubjectV2.subjectid).toBeTypeOf('string')
  expect(line.lostAnswers()).toBe(before + 1)
  await expectEach([identifier])
})

describe('a guarded statement', () => {
  const addActivity = `mutation ($input: ActivityInput!) { addActivity(input: $input) { activitytypeid version } }`
  const addForm = 'mutation ($input: FormInput!) { addForm(input: $input) { formtypeid version } }'
  const updateForm = 'mutation ($input: FormInput!) { updateForm(input: $input) { formtypeid version } }'
  const activity = 'insert into activity'
  const form = 'insert into form'
  const change = 'update form set'
  let subjectid: string
  let calls: Record<string, { query: string; input: Record<string, unknown>; version: number }>

  beforeAll(async () => {
    const admin = await casebook.as('admin')
    const { addActivityType, addFormType } = await admin.ask(
      `mutation ($studyid: ID!, $name: String!, $fields: [FormTypeFieldInput!]!) {
        addActivityType(studyid: $studyid, description: $name) { activitytypeid }
        addFormType(studyid: $studyid, identifier: $name, fields: $fields) { formtypeid }
      }`,
      { studyid: study.studyid, name: randomUUID(), fields: [{ name: 'Note', type: 'String', required: false }] },
    )
    const { formtypeid } = addFormType
    const fields = (value: string) => [{ key: 'Note', value }]
    calls = {
      [activity]: {
        query: addActivity,
        input: { activitytypeid: addActivityType.activitytypeid, startTime: 1_792_497_600, stopTime: 1_792_497_660 },
        version: 1,
      },
      [form]: { query: addForm, input: { formtypeid, fields: fields('first') }, version: 1 },
      [change]: { query: updateForm, input: { formtypeid, fields: fields('second') }, version: 2 },
    }
  })

  beforeEach(async () => {
    const { data } = await add(randomUUID())
    subjectid = data.addSubjectV2.subjectid
  })

  async function send(text: string, headers?: Record<string, string>) {
    const { query, input } = calls[text] ?? { query: '', input: {} }
    return nurse.call(query, { input: { subjectid, ...input } }, headers)
  }

  async function entries() {
    const client = new pg.Client({ ...postgres.superuser, database: postgres.runtime.database })
    await client.connect()
    const { rows } = await client.query(
      `select kind, action, (after -> 'version')::int as version from history
      where subjectid = $1 and kind <> 'subject' order by historyid`,
      [subjectid],
    )
    await client.end()
    return rows
  }

  const namings = [
    ['by a plain call', () => undefined],
    ['by a call with a key', () => ({ 'idempotency-key': randomUUID() })],
  ] as const
  const accidents = [
    ['whose answer is lost', (text: string) => line.loseAnswerTo(text)],
    ['that never arrives', (text: string) => line.swallow(text)],
  ] as const
  for (const [how, headersOf] of namings) {
    for (const text of [activity, form, change]) {
      for (const [what, happen] of accidents) {
        test(`${text} ${what} counts once, ${how}`, async () => {
          if (text === change) await send(form)
          // Only a connection that has not prepared the statement yet receives its text.
          await forgetPrepared()
          const before = line.lostAnswers()
          happen(text)
          const { data, errors } = await send(text, headersOf())
          expect(errors).toBeUndefined()
          expect(line.lostAnswers()).toBe(before + 1)
          expect(Object.values(data)).toMatchObject([{ version: calls[text]?.version }])
          const [last, ...others] = (await entries()).reverse()
          expect(last).toMatchObject({ version: calls[text]?.version })
          expect(others).toHaveLength(text === change ? 1 : 0)
        })
      }
    }
  }

  test('a write waits for a held lock', async () => {
    const client = new pg.Client({ ...postgres.superuser, database: postgres.runtime.database })
    await client.connect()
    await client.query('begin')
    await client.query('select from subject where subjectid = $1 for update', [subjectid])
    const sent = send(activity)
    await wait(400)
    await client.query('commit')
    await client.end()
    expect((await sent).errors).toBeUndefined()
    expect(await entries()).toHaveLength(1)
  })

  /** Ends the connections. New ones have nothing prepared. */
  async function forgetPrepared() {
    await asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${postgres.runtime.user}'`,
    )
    await identifiersOf()
  }
})

test.runIf(process.platform === 'linux')(
  'a write whose commit went down with the database is done again, though its number is still to come',
  async () => {
    const all = [...(await childrenOf(postgres.pid)), postgres.pid]
    const before = postgres.pid
    line.swallow('commit', () => {
      for (const pid of all) signalIfThere(pid, 'SIGKILL')
    })
    const identifier = randomUUID()
    const { data, errors } = await add(identifier)
    expect(errors).toBeUndefined()
    expect(data.addSubjectV2.subjectid).toBeTypeOf('string')
    expect(postgres.pid).not.toBe(before)
    await expectEach([identifier])
  },
  60_000,
)

/** A backend or a worker of the database may have ended by itself since it was listed. */
function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test('connections ended repeatedly by an administrator fail no call', async () => {
  const { acknowledged, failures } = await underLoad(async () => {
    for (let round = 0; round < 8; round++) {
      await wait(100)
      await asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${postgres.runtime.user}'`,
      )
    }
  })
  expect(failures).toEqual([])
  await expectEach(acknowledged)
})

test('a database that is killed and restarted fails no call and loses nothing acknowledged', async () => {
  const { acknowledged, failures } = await underLoad(async () => {
    await wait(300)
    const before = postgres.pid
    process.kill(before, 'SIGKILL')
    while (postgres.pid === before) await wait(50)
    await wait(1500)
  })
  expect(failures).toEqual([])
  await expectEach(acknowledged)
}, 60_000)

test('unknown outcomes are distinguished from certain failures', async () => {
  const before = line.lostAnswers()
  line.loseAnswerTo('commit', () => line.refuse(true))
  const written = add(randomUUID())
  await until('the answer is lost', () => line.lostAnswers() > before)
  const notWritten = add(randomUUID())
  const saidBy = async (call: Promise<Answer>) => {
    const { status, errors } = await call
    return [status, errors?.[0]?.extensions.reason]
  }
  const said = await Promise.all([saidBy(written), saidBy(notWritten)])
  line.refuse(false)
  // The first was being executed; the second's session could not be read.
  expect(said).toEqual([
    [200, 'write.unknown'],
    [503, 'database.unavailable'],
  ])
}, 60_000)

test('calls wait for a database that refuses connections for seconds', async () => {
  const { acknowledged, failures } = await underLoad(async () => {
    line.refuse(true)
    await wait(4000)
    line.refuse(false)
    await wait(500)
  })
  expect(failures).toEqual([])
  await expectEach(acknowledged)
}, 60_000)

test.runIf(process.platform === 'linux')(
  'a database that stands still for seconds is waited for',
  async () => {
    const { acknowledged, failures } = await underLoad(async () => {
      const pids = [postgres.pid, ...(await childrenOf(postgres.pid))]
      for (const pid of pids) signalIfThere(pid, 'SIGSTOP')
      await wait(3000)
      for (const pid of pids) signalIfThere(pid, 'SIGCONT')
      await wait(500)
    })
    expect(failures).toEqual([])
    await expectEach(acknowledged)
  },
  60_000,
)

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name))
  }
  return found
}
