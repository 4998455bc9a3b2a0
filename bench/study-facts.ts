// node bench/study-facts.ts [--subjects 10000] [--visits 12] [--plans FILE]
// What the facts of a study's subjects cost: a study with this many subjects, and as many subjects in other studies. At
// the end, what the overview of a study costs without a schedule, and with one of this many visits.
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/src/database/schema/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/launcher.ts'
import { everythingKept, fill, prepareFilling } from './beds/fill.ts'
import { fillVisits } from './beds/fill-visits.ts'
import { ask, signIn, startCasebook } from './beds/servers.ts'
import { fillHistory } from './growth/fill-history.ts'
import { costOf, type Statement } from './growth/plans.ts'

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: '10000' },
    visits: { type: 'string', default: '12' },
    plans: { type: 'string' },
  },
})
const subjects = Number(values.subjects)
const visits = Number(values.visits)
const json = 114
const counts = `formsDone formsExpected activitiesDone activitiesRecorded activitiesExpected filesDone filesExpected filesUploaded filesPending
  filesFailed warnings`
const queries: [name: string, query: string][] = [
  ['the list as it was', 'listSubjects(studyid: $studyid) { siteid studyid subjectid identifier status version }'],
  [
    'with counts',
    `listSubjects(studyid: $studyid) { siteid studyid subjectid identifier status version facts { ${counts} } }`,
  ],
  [
    'with counts and the last change',
    `listSubjects(studyid: $studyid) { siteid studyid subjectid identifier status version facts { ${counts} changedAt changedBy } }`,
  ],
  [
    'with the cells of the table',
    'listSubjects(studyid: $studyid) { subjectid identifier status facts { warnings cells } }',
  ],
  [
    'figures of the study',
    `getStudy(siteid: $siteid, studyid: $studyid) { figures { open closed formsMissing filesMissing warned complete changedLately
      enrolment { week added } } }`,
  ],
  [
    'facts of one subject',
    `getSubject(studyid: $studyid, subjectid: $subjectid) { facts { ${counts} cells changedAt changedBy } }`,
  ],
]

const dataDir = await mkdtemp(join(tmpdir(), 'casebook-facts-'))
const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
try {
  await run()
} finally {
  for (const end of ends.reverse()) await end()
}

async function run() {
  const say = (message: string) => console.error(message)
  const log = { debug: () => undefined, info: () => undefined, warn: say, error: say }
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  ends.push(() => postgres.stop())
  const url = new URL(postgres.superuser.url)
  url.pathname = `/${postgres.owner.database}`
  const runtime = postgres.runtime.url
  await migrate({ connectionString: postgres.owner.url }, decodeURIComponent(new URL(runtime).username))
  const superuser = new pg.Client({
    connectionString: url.href,
    types: { getTypeParser: (oid, format) => (oid === json ? JSON.parse : pg.types.getTypeParser(oid, format)) },
  })
  await superuser.connect()
  ends.push(() => superuser.end())
  await prepareFilling(superuser)
  const like = { formTypes: 3, activityTypes: 5, activities: 5 }
  await fill(superuser, { ...like, siteid: 'large', first: 1, studies: 1, subjects })
  await fill(superuser, { ...like, siteid: 'others', first: 2, studies: 10, subjects: subjects / 10 })
  await fill(superuser, { ...like, siteid: 'planned', first: 12, studies: 1, subjects })
  await fillVisits(superuser, 'planned', visits)
  await fillHistory(superuser, 'large', 2)
  await fillHistory(superuser, 'planned', 2)
  await fillHistory(superuser, 'others', 2)
  await superuser.query('vacuum analyze')

  const captured = join(dataDir, 'statements')
  await writeFile(captured, '')
  const server = await startCasebook({ runtime, owner: postgres.owner.url, baseline: '' }, dataDir, {
    NODE_OPTIONS: `--import ${new URL('capture.ts', import.meta.url).href}`,
    CAPTURE_FILE: captured,
  })
  ends.push(server.stop)
  const nurse = { ...server, headers: await signIn(server.origin, 'nurse') }
  const seconds = await everythingKept(superuser)
  console.log(`Facts of all subjects were counted in the background in ${seconds.toFixed(0)} s.\n`)
  const { rows } = await superuser.query<{ studyid: string; subjectid: string }>(
    `select studyid, min(subjectid) as subjectid from subject where siteid = 'large' group by studyid`,
  )
  const variables = { siteid: 'large', ...rows[0] }
  console.log(`${subjects} subjects in the study, as many in ten others.\n`)
  console.log('| asked for | PostgreSQL, ms | pages of 8 kB | whole answer, ms | answer, kB | sequential scans |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, selection] of queries) {
    const query = `query ($siteid: ID!, $studyid: ID!, $subjectid: ID!) { ${selection} }`
      .replace(selection.includes('$siteid') ? '' : '$siteid: ID!, ', '')
      .replace(selection.includes('$subjectid') ? '' : ', $subjectid: ID!', '')
    const used = Object.fromEntries(Object.entries(variables).filter(([key]) => selection.includes(`$${key}`)))
    const body = JSON.stringify({ query, variables: used })
    await writeFile(captured, '')
    let bytes = 0
    let best = Number.POSITIVE_INFINITY
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      bytes = JSON.stringify(await ask(nurse, body)).length
      best = Math.min(best, performance.now() - began)
    }
    await appendFile(captured, '')
    const sent: Statement[] = (await readFile(captured, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const statement = sent.findLast(({ text }) => text.includes('as json'))
    if (!statement) throw new Error(`${name} sent no statement`)
    const cost = await costOf(superuser, statement)
    if (values.plans) await appendFile(values.plans, `${JSON.stringify({ name, plan: cost.plan })}\n`)
    const cells = [
      cost.milliseconds.toFixed(0),
      cost.pages,
      best.toFixed(0),
      (bytes / 1000).toFixed(0),
      cost.scanned.join(' '),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  const studies = await superuser.query<{ siteid: string; studyid: string }>(
    `select siteid, studyid from study where siteid in ('large', 'planned') order by siteid`,
  )
  const [plain, planned] = studies.rows
  if (!plain || !planned) throw new Error('The studies are not there.')
  const kept = await compareOverviews(nurse, plain, planned)
  // As nothing is noted, they are counted by each read.
  await superuser.query('delete from subject_facts')
  const counted = await compareOverviews(nurse, plain, planned)
  console.log('\n| overview | without a schedule, ms | with visits, ms |\n|---|---|---|')
  console.log(`| counted by the read | ${counted.without.toFixed(0)} | ${counted.withVisits.toFixed(0)} |`)
  console.log(`| kept | ${kept.without.toFixed(0)} | ${kept.withVisits.toFixed(0)} |`)
  console.log(
    `\nWith ${visits} visits, kept, and without a schedule, counted: ${(kept.withVisits / counted.without).toFixed(2)} ×`,
  )
}

type Study = { siteid: string; studyid: string }

/** The calls of the overview at once, as its screen makes them: for a study without a schedule, and for one with it. */
async function compareOverviews(nurse: Parameters<typeof ask>[0], plain: Study, planned: Study) {
  const overview = `query ($siteid: ID!, $studyid: ID!) { getStudy(siteid: $siteid, studyid: $studyid) { figures { open closed deleted
    formsMissing activitiesMissing filesMissing uploading warned complete addedLately changedLately closedLately enrolment { week added } } }
    listSubjects(studyid: $studyid) { subjectid identifier status facts { cells } } }`
  const standings =
    'query ($studyid: ID!) { listVisits(studyid: $studyid) { visitid name } listVisitStandings(studyid: $studyid) { subjectid cells } }'
  const load = async ({ siteid, studyid }: Study) => {
    const began = performance.now()
    await Promise.all([
      ask(nurse, JSON.stringify({ query: overview, variables: { siteid, studyid } })),
      ask(nurse, JSON.stringify({ query: standings, variables: { studyid } })),
    ])
    return performance.now() - began
  }
  const times: { plain: number[]; planned: number[] } = { plain: [], planned: [] }
  for (let turn = 0; turn < 7; turn++) {
    times.plain.push(await load(plain))
    times.planned.push(await load(planned))
  }
  const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN
  return { without: middle(times.plain), withVisits: middle(times.planned) }
}
