// node bench/growth.ts [--scale 1] [--url postgres://SUPERUSER@…/DATABASE] [--plans FILE]
// With --scale 1: 1,000,000 subjects, 5,000,000 activities, 3,000,000 forms, 22,000,000 history rows (25 GB).
import { appendFile, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/src/database/schema/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/launcher.ts'
import { fill, prepareFilling } from './beds/fill.ts'
import { ask, signIn, startCasebook, type Target } from './beds/servers.ts'
import { fillHistory, withoutHistoryIndexes } from './growth/fill-history.ts'
import { type Cost, costOf, type Statement } from './growth/plans.ts'
import { addedPrefix, type Ids, screensOf } from './growth/screens.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    url: { type: 'string' },
    plans: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const scale = Number(values.scale)
const studiesInSite = 50
const sites = Math.max(1, Math.round(20 * scale))
const json = 114
const likeAll = { formTypes: 3, activityTypes: 5, activities: 5 }

const dataDir = await mkdtemp(join(values.folder, 'casebook-growth-'))
const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
const clean = async () => {
  for (const end of ends.splice(0).reverse()) await end()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    console.error(`broken off by ${signal}`)
    await clean()
    process.exit(130)
  })
}
try {
  await run()
} finally {
  await clean()
}

async function run() {
  const { owner, runtime, superuserUrl } = await openPostgres()
  await migrate({ connectionString: owner }, decodeURIComponent(new URL(runtime).username))
  const superuser = new pg.Client({
    connectionString: superuserUrl,
    // The server's own modules return JSON as unparsed text.
    types: { getTypeParser: (oid, format) => (oid === json ? JSON.parse : pg.types.getTypeParser(oid, format)) },
  })
  await superuser.connect()
  ends.push(() => superuser.end())
  await prepareFilling(superuser)
  const captured = join(dataDir, 'statements')
  await writeFile(captured, '')

  await fill(superuser, { ...likeAll, siteid: 'small', first: 1, studies: 1, subjects: 100 })
  await fillHistory(superuser, 'small', 2)
  await superuser.query('vacuum analyze')
  const server = await startCasebook({ runtime, owner, baseline: '' }, dataDir, {
    NODE_OPTIONS: `--import ${new URL('capture.ts', import.meta.url).href}`,
    CAPTURE_FILE: captured,
  })
  ends.push(server.stop)
  const admin = { ...server, headers: await signIn(server.origin, 'admin') }
  const ids = await readIds(superuser, 1)
  const small = await measure(superuser, await captureStatements(superuser, admin, captured, ids))

  await grow(superuser)
  // Captured again: the server also queries what was written since its last look.
  const grown = await measure(superuser, await captureStatements(superuser, admin, captured, ids))
  const ofLarge = await measure(
    superuser,
    await captureStatements(superuser, admin, captured, await readIds(superuser, 2)),
  )
  await report(superuser, small, grown, ofLarge)
}

async function openPostgres() {
  if (values.url) return { owner: values.url, runtime: values.url, superuserUrl: values.url }
  const { bavail, bsize } = await statfs(dataDir)
  const needed = 40 * scale
  if ((bavail * bsize) / 1e9 < needed) throw new Error(`${needed.toFixed(0)} GB of free disk are needed at ${dataDir}`)
  const say = (message: string) => console.error(message)
  const log = { debug: () => undefined, info: () => undefined, warn: say, error: say }
  // Only queries are measured, so nothing needs to survive a power failure.
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  ends.push(() => postgres.stop())
  const url = new URL(postgres.superuser.url)
  url.pathname = `/${postgres.owner.database}`
  return { owner: postgres.owner.url, runtime: postgres.runtime.url, superuserUrl: url.href }
}

async function grow(superuser: pg.Client) {
  const began = Date.now()
  await superuser.query(`set maintenance_work_mem = '1GB'`)
  const makeIndexes = await withoutHistoryIndexes(superuser)
  for (let site = 0; site < sites; site++) {
    const siteid = `site${String.fromCharCode(97 + Math.floor(site / 26), 97 + (site % 26))}`
    await fill(superuser, {
      ...likeAll,
      siteid,
      first: 2 + site * studiesInSite,
      studies: studiesInSite,
      subjects: 1_000,
    })
    await fillHistory(superuser, siteid, 2)
    console.error(`${site + 1} of ${sites} sites after ${Math.round((Date.now() - began) / 1000)} s`)
  }
  await makeIndexes()
  await superuser.query('vacuum analyze')
}

async function readIds(superuser: pg.Client, study: number): Promise<Ids> {
  const { rows } = await superuser.query<Ids>(
    `select study.siteid, studyid,
      (select min(subjectid) from subject where subject.studyid = study.studyid) as subjectid,
      (select min(formtypeid) from form_type where form_type.studyid = study.studyid) as formtypeid,
      (select min(activitytypeid) from activity_type where activity_type.studyid = study.studyid) as activitytypeid
    from study where studyid = pg_temp.id('study', $1)`,
    [study],
  )
  if (!rows[0]) throw new Error(`study ${study} was not filled in`)
  return rows[0]
}

type Screens = Map<string, Statement[]>

/** The statements that the server sends for each screen, without those that concern no record. */
async function captureStatements(superuser: pg.Client, admin: Target, file: string, ids: Ids): Promise<Screens> {
  const screens: Screens = new Map()
  for (const { name, query, variables } of screensOf(ids)) {
    await writeFile(file, '')
    await ask(admin, JSON.stringify({ query, variables }))
    await appendFile(file, '')
    const sent: Statement[] = (await readFile(file, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    screens.set(
      name,
      sent.filter(({ text }) => !/^\s*(begin|commit|rollback|listen|notify|set)\b|set_config|pg_notify/i.test(text)),
    )
  }
  // Removed, because measuring adds it again.
  await superuser.query(`delete from subject where identifier like '${addedPrefix}%'`)
  return screens
}

type Costs = Map<string, Cost[]>

async function measure(superuser: pg.Client, screens: Screens): Promise<Costs> {
  const costs: Costs = new Map()
  for (const [name, statements] of screens) {
    const each: Cost[] = []
    for (const statement of statements) each.push(await costOf(superuser, statement))
    costs.set(name, each)
  }
  return costs
}

async function report(superuser: pg.Client, small: Costs, grown: Costs, ofLarge: Costs) {
  const { rows } = await superuser.query<{ table: string; rows: number }>(
    `select relname as table, reltuples::bigint as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  )
  const large = new Set(rows.flatMap(({ table, rows: count }) => (Number(count) > 10_000 ? [table] : [])))
  const size = await superuser.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(
    `${rows
      .filter(({ rows: count }) => Number(count) > 999)
      .map(({ table, rows: count }) => `${table} ${Number(count).toLocaleString('en')}`)
      .join(', ')}; ${size.rows[0]?.size}\n`,
  )
  console.log(
    '| screen | study of 100, alone: ms, pages | the same study among all | ratio | a study of 1,000 among all | sequential scans |\n|---|---|---|---|---|---|',
  )
  for (const [name, costs] of small) {
    const [before, after, other] = [sum(costs), sum(grown.get(name) ?? []), sum(ofLarge.get(name) ?? [])]
    const scanned = [...(grown.get(name) ?? []), ...(ofLarge.get(name) ?? [])].flatMap((cost) =>
      cost.scanned.filter((table) => large.has(table)),
    )
    const cells = [
      cellOf(before),
      cellOf(after),
      (after.milliseconds / before.milliseconds).toFixed(2),
      cellOf(other),
      [...new Set(scanned)].join(' '),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
    if (scanned.length > 0) process.exitCode = 1
  }
  if (values.plans) {
    const plans = Object.fromEntries([...ofLarge].map(([name, costs]) => [name, costs.map(({ plan }) => plan)]))
    await writeFile(values.plans, JSON.stringify(plans, null, 1))
  }
}

type Sum = { milliseconds: number; pages: number }

function sum(costs: readonly Cost[]): Sum {
  return {
    milliseconds: costs.reduce((total, cost) => total + cost.milliseconds, 0),
    pages: costs.reduce((total, cost) => total + cost.pages, 0),
  }
}

function cellOf({ milliseconds, pages }: Sum): string {
  return `${milliseconds.toFixed(2)}, ${pages.toLocaleString('en')}`
}
