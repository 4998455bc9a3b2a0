// node bench/processes.ts [--seconds 20]: throughput of 1, 2 and 4 server processes with one database, and their cost.
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/src/database/schema/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/launcher.ts'
import { fill, prepareFilling } from './beds/fill.ts'
import { signIn, startCasebook, type Target } from './beds/servers.ts'
import { readUsage } from './beds/usage.ts'
import { type Ids, type Screen, screensOf } from './growth/screens.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const seconds = Number(values.seconds)
const connections = 32
/** A typical mix: opening records, viewing lists, and saving. */
const mix: [screen: string, share: number][] = [
  ['SubjectRecord', 6],
  ['Subjects', 2],
  ['updateForm', 2],
]

const known = new Map<Ids, Map<string, Screen>>()

const dataDir = await mkdtemp(join(tmpdir(), 'casebook-processes-'))
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }
const postgres = await startEmbeddedPostgres({ dataDir, log })
try {
  await migrate({ connectionString: postgres.owner.url }, postgres.runtime.user)
  const ids = await fillIn()
  const rows: string[] = []
  for (const processes of [1, 2, 4]) rows.push(await measure(processes, ids))
  console.log(`${cpus().length} cores for everything: servers, PostgreSQL and the callers\n`)
  console.log(
    '| processes | calls a second | middle, slowest of 100 (ms) | busy: servers, database, callers (cores) | a call costs: server, database (ms of a core) |\n|---|---|---|---|---|',
  )
  for (const row of rows) console.log(row)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function fillIn(): Promise<Ids[]> {
  const url = new URL(postgres.superuser.url)
  url.pathname = `/${postgres.owner.database}`
  const superuser = new pg.Client({ connectionString: url.href })
  await superuser.connect()
  await prepareFilling(superuser)
  const like = { formTypes: 3, activityTypes: 5, activities: 5 }
  await fill(superuser, { ...like, siteid: 'clinic', first: 1, studies: 5, subjects: 100 })
  await superuser.query('vacuum analyze')
  const { rows } = await superuser.query<Ids>(
    `select subject.siteid, subject.studyid, subjectid, formtypeid, activitytypeid from subject
      join lateral (select min(formtypeid) as formtypeid from form_type where form_type.studyid = subject.studyid) f on true
      join lateral (select min(activitytypeid) as activitytypeid from activity_type where activity_type.studyid = subject.studyid) a on true`,
  )
  await superuser.end()
  return rows
}

async function measure(processes: number, ids: readonly Ids[]): Promise<string> {
  const urls = { runtime: postgres.runtime.url, owner: postgres.owner.url, baseline: '' }
  const server = await startCasebook(urls, dataDir, { WEB_CONCURRENCY: String(processes), NODE_OPTIONS: '' })
  try {
    const target = { ...server, headers: await signIn(server.origin, 'admin') }
    await call(target, ids, 3)
    const before = await usageOf(server.pid)
    const times = await call(target, ids, seconds)
    const after = await usageOf(server.pid)
    const used = (part: 'server' | 'database' | 'callers') => after[part] - before[part]
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    const cores = (['server', 'database', 'callers'] as const).map((part) => (used(part) / seconds).toFixed(2))
    const cost = (['server', 'database'] as const).map((part) => ((used(part) * 1000) / times.length).toFixed(2))
    return `| ${processes} | ${Math.round(times.length / seconds)} | ${at(0.5)}, ${at(0.99)} | ${cores.join(', ')} | ${cost.join(', ')} |`
  } finally {
    await server.stop()
  }
}

async function usageOf(pid: number) {
  const [server, database] = await Promise.all([readUsage([pid]), readUsage([postgres.pid])])
  const { user, system } = process.cpuUsage()
  return {
    server: server?.cpuSeconds ?? 0,
    database: database?.cpuSeconds ?? 0,
    callers: (user + system) / 1e6,
  }
}

/** Sends calls over all connections for this long. Returns the time that each took, in milliseconds. */
async function call(target: Target, ids: readonly Ids[], forSeconds: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + forSeconds * 1000
  const times: number[] = []
  const turns = mix.flatMap(([name, share]) => Array.from({ length: share }, () => name))
  let made = 0
  const work = async () => {
    while (performance.now() < end) {
      made += 1
      const screen = screenOf(ids[made % ids.length], turns[(made * 7) % turns.length])
      const began = performance.now()
      await post(agent, target, JSON.stringify({ query: screen.query, variables: fresh(screen, made) }))
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return times
}

function screenOf(ids: Ids | undefined, name: string | undefined): Screen {
  if (!ids || !name) throw new Error('nothing to call')
  const screens = known.get(ids) ?? new Map(screensOf(ids).map((screen) => [screen.name, screen]))
  known.set(ids, screens)
  const screen = screens.get(name)
  if (!screen) throw new Error(`there is no screen ${name}`)
  return screen
}

/** A form is saved with a different value each time: a save that changes nothing writes nothing. */
function fresh({ name, variables }: Screen, made: number): unknown {
  return name === 'updateForm'
    ? JSON.parse(JSON.stringify(variables).replace('"value":"51"', `"value":"${18 + (made % 80)}"`))
    : variables
}

function post(agent: http.Agent, { origin, path, headers }: Target, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = http.request(`${origin}${path}`, { method: 'POST', agent, headers }, (answer) => {
      let head = ''
      answer.on('data', (part: Buffer) => {
        if (head.length < 20) head += part.toString('latin1', 0, 20)
      })
      answer.on('end', () =>
        answer.statusCode === 200 && head.startsWith('{"data"')
          ? resolve()
          : reject(new Error(`${answer.statusCode} ${head}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
