import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { type EmbeddedConnection, startEmbeddedPostgres } from '../../server/src/embedded-postgres/launcher.ts'
import { type Batch, fill, prepareFilling } from './fill.ts'
import { addReaders } from './readers.ts'
import { signIn, startCasebook, startHandWritten, startPostGraphile, type Target, type Urls } from './servers.ts'
import { siteid } from './site.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: console.warn, error: console.error }

const person = 'nurse'
/** A person has a few statements in progress at once, so that the calls of a ward come from several people. */
const people = 10
const likeAll = { siteid, studies: 1, formTypes: 3, activityTypes: 5, activities: 5 }

/** The measured studies. `writing` has enough activity types that no activity is added twice. */
const batches: Batch[] = [
  { ...likeAll, first: 1, subjects: 100 },
  { ...likeAll, first: 2, subjects: 1_000 },
  { ...likeAll, first: 3, subjects: 10_000 },
  { ...likeAll, first: 4, subjects: 1_000, activityTypes: 500, activities: 0 },
]

export type Study = { studyid: string; subjectids: string[]; formtypeids: string[]; activitytypeids: string[] }

/** PostgreSQL with the records in it, and the servers over it. */
export type Bed = {
  dataDir: string
  urls: Urls
  casebook: Target
  postgraphile: Target
  handWritten: Target
  superuser: pg.Client
  postgresPid: number
  /** The studies of 100, 1,000 and 10,000 subjects, and the one for writes. */
  studies: { hundred: Study; thousand: Study; tenThousand: Study; writing: Study }
  stop: () => Promise<void>
}

export async function makeBed(profile?: string): Promise<Bed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-bench-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return await make(dataDir, profile, ends, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function make(
  dataDir: string,
  profile: string | undefined,
  ends: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Bed> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  ends.push(() => postgres.stop())
  const { owner, runtime } = postgres
  await migrate({ connectionString: owner.url }, runtime.user)
  const superuser = new pg.Client({ connectionString: inDatabase(postgres.superuser, owner.database) })
  await superuser.connect()
  ends.push(() => superuser.end())
  await prepareFilling(superuser)
  for (const batch of batches) await fill(superuser, batch)

  const baseline = runtime.url.replace(runtime.user, 'baseline_server')
  const urls = { runtime: runtime.url, owner: owner.url, baseline }
  // Nothing is stored of the files of the bed: the server would try in vain to measure one after the other.
  const started = await startCasebook(
    urls,
    dataDir,
    { MEASURE_RECORDINGS: 'false' },
    profile ? [`--cpu-prof`, `--cpu-prof-dir=${profile}`] : [],
  )
  ends.push(started.stop)
  const personid = await limitToSite(urls)
  const casebook: Target = { ...started, headers: await signIn(started.origin, person) }
  casebook.people = [casebook.headers, ...(await addReaders({ superuser, casebook }, people - 1))]

  await superuser.query(await readFile(new URL('../others/baseline-schema.sql', import.meta.url), 'utf8'))
  await superuser.query('vacuum analyze')
  const postgraphile = await startPostGraphile(urls, { personid, sites: siteid })
  ends.push(postgraphile.stop)
  const handWritten: Target = { ...(await startHandWritten(urls, casebook.headers)), people: casebook.people }
  ends.push(handWritten.stop)

  const study = async (number: number) => readStudy(superuser, number)
  const studies = {
    hundred: await study(1),
    thousand: await study(2),
    tenThousand: await study(3),
    writing: await study(4),
  }
  return { dataDir, urls, casebook, postgraphile, handWritten, superuser, postgresPid: postgres.pid, studies, stop }
}

function inDatabase(connection: EmbeddedConnection, database: string): string {
  const url = new URL(connection.url)
  url.pathname = `/${database}`
  return url.href
}

/** Adds a person of one named site, as most are, so that reads check their rights against it. Returns the person's id. */
async function limitToSite(urls: Urls): Promise<string> {
  const client = new pg.Client({ connectionString: urls.owner })
  await client.connect()
  try {
    const { rows } = await client.query<{ personid: string }>(
      `with actor as materialized (select set_config('casebook.actor', 'system:bench', false))
      update person set all_sites = false, sites = array['${siteid}'] from actor where sub = '${person}' returning personid`,
    )
    await client.query('notify casebook')
    return rows[0]?.personid ?? ''
  } finally {
    await client.end()
  }
}

async function readStudy(superuser: pg.Client, number: number): Promise<Study> {
  const { rows } = await superuser.query<Study>(
    `select studyid,
      array(select subjectid from subject where subject.studyid = study.studyid order by 1) as subjectids,
      array(select formtypeid from form_type where form_type.studyid = study.studyid order by 1) as formtypeids,
      array(select activitytypeid from activity_type where activity_type.studyid = study.studyid order by 1) as activitytypeids
    from study where studyid = pg_temp.id('study', $1)`,
    [number],
  )
  if (!rows[0]) throw new Error(`study ${number} was not filled in`)
  return rows[0]
}
