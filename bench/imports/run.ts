// node bench/imports/run.ts [--rows 1000000] [--megabytes 150] [--kills 2]
// Imports a file of this size in the background with the embedded store while somebody reads, and kills the server with
// kill -9 in its middle. Writes results.md: the time and memory it took, and its effect on other calls.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/embedded-postgres/launcher.ts'
import { startProgram } from '../../server/test/beds/program.ts'
import { forgetPeak, readPeakMemory, readResidentMemory } from '../beds/usage.ts'
import { fillStudy } from '../exports/fill-study.ts'
import { addReader, at, Reads } from '../exports/reads.ts'
import { importer } from './importer.ts'

const number = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({ options: { rows: number('1000000'), megabytes: number('150'), kills: number('2') } })
const rows = Number(values.rows)
const kills = Number(values.kills)
const bytes = Number(values.megabytes) * 1e6
const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} minutes`

const dataDir = await mkdtemp(join(tmpdir(), 'casebook-bench-imports-'))
const say = (message: string) => console.error(message)
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: { debug: () => undefined, info: () => undefined, warn: say, error: say },
})
const start = () =>
  startProgram(dataDir, {
    DATABASE_URL: postgres.runtime.url,
    DATABASE_OWNER_URL: postgres.owner.url,
    CALLS_PER_MINUTE: '0',
  })
let server: Awaited<ReturnType<typeof start>> | undefined
try {
  await migrate({ connectionString: postgres.owner.url }, postgres.runtime.user)
  const url = new URL(postgres.superuser.url)
  url.pathname = `/${postgres.owner.database}`
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', (error) => say(error.message))
  await client.connect()
  await fillStudy(client, { subjects: 1000, files: 0, fileBytes: 0 })
  const token = await addReader(client)
  server = await start()
  const reads = new Reads(server.origin, token)
  await reads.atLeast(200)
  reads.take()
  await reads.atLeast(400)
  const quiet = reads.take()
  const idle = (await readResidentMemory(server.pid)) ?? 0
  await forgetPeak(server.pid)

  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const job = importer(() => server?.origin ?? '', token)
  await job.send(rows, bytes)
  const sent = since()
  say(`sent after ${sent.toFixed(0)} s`)
  await job.check()
  const checked = await job.until('CHECKED')
  const checkedAfter = since()
  say(`checked after ${checkedAfter.toFixed(0)} s: ${JSON.stringify(checked.outcome)}`)
  reads.take()
  const { position } = await job.changes()
  await job.start()
  const delays: number[] = []
  let last = position
  const done = await job.until('DONE', async () => {
    // A change of somebody else, until it is reported.
    const asked = performance.now()
    await client.query(`set casebook.actor = 'system:bench'`)
    await client.query(
      `insert into activity_type (activitytypeid, siteid, studyid, description, description_key)
      values ($1, 'bench', 'bench', $1, $1)`,
      [`during${performance.now()}`.replace('.', '-')],
    )
    const page = await job.changes(last)
    last = page.position
    if (page.changes.length > 0) delays.push(performance.now() - asked)
  })
  const importSeconds = since() - checkedAfter
  const meanwhile = reads.take()
  await reads.stop()
  const peak = (await readPeakMemory(server.pid)) ?? 0
  say(`${done.state} after ${importSeconds.toFixed(0)} s`)
  const counts = await countRows(client, 'I')

  const killed = await killInTheMiddle(client, token)
  const ratio = (share: number) => `${(at(meanwhile, share) / at(quiet, share)).toFixed(2)} ×`
  await writeFile(
    new URL('results.md', import.meta.url),
    `# The last measurement of imports in the background

\`node bench/imports/run.ts --rows ${rows} --megabytes ${values.megabytes}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load of the machine ${loadavg()[2]?.toFixed(1)}
over the last quarter of an hour, of which the measurement itself makes about 2. ${rows} rows of ${Math.round(bytes / 1e6)} MB, each a new subject with a form. Embedded PostgreSQL and store, on the same disk.

| | measured |
|---|---|
| sending the file | ${sent.toFixed(0)} s |
| its check | ${minutes(checkedAfter - sent)}: ${Math.round(rows / (checkedAfter - sent))} rows a second |
| its import, with the history of each row | ${minutes(importSeconds)}: ${Math.round(rows / importSeconds)} rows a second; ${(importSeconds / (checkedAfter - sent)).toFixed(1)} × its check |
| then in the study | ${counts.subjects} subjects, ${counts.forms} forms, ${counts.history} rows of history in ${counts.transactions} transaction |
| peak memory of the server above idle | ${Math.round(peak - idle)} MB (${Math.round(peak)} MB) |
| reads of a subject by others, without an import | p50 ${at(quiet, 0.5).toFixed(1)} ms, p95 ${at(quiet, 0.95).toFixed(1)} ms |
| the same during the import (${meanwhile.length} reads) | p50 ${at(meanwhile, 0.5).toFixed(1)} ms, p95 ${at(meanwhile, 0.95).toFixed(1)} ms; ${ratio(0.5)} and ${ratio(0.95)} |
| changes of others, until \`listChanges\` reported them during the import (${delays.length} of them) | p50 ${at(delays, 0.5).toFixed(0)} ms, p95 ${at(delays, 0.95).toFixed(0)} ms |
| another file of ${killed.rows} rows, whose server is killed with kill -9 ${kills} times in the middle | ${killed.told} |
`,
  )
  console.log(await readFile(new URL('results.md', import.meta.url), 'utf8'))
  await client.end()
} finally {
  await server?.killServer().catch(() => undefined)
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** What an import has left of the subjects whose identifiers begin with this name. */
async function countRows(client: pg.Client, name: string) {
  const { rows: found } = await client.query<{
    subjects: number
    forms: number
    history: number
    transactions: number
  }>(
    `with added as (select subjectid from subject where identifier like $1)
    select (select count(*)::int from added) as subjects,
      (select count(*)::int from form join added using (subjectid)) as forms,
      (select count(*)::int from history join added using (subjectid)) as history,
      (select count(distinct tx)::int from history join added using (subjectid)) as transactions`,
    [`${name}-%`],
  )
  if (!found[0]) throw new Error('Nothing was counted.')
  return found[0]
}

/** Another import, of a tenth of the rows. The server is killed each time another part of the file has been read. */
async function killInTheMiddle(client: pg.Client, token: string) {
  const few = Math.ceil(rows / 10)
  const job = importer(() => server?.origin ?? '', token)
  await job.send(few, bytes / 10, 'K')
  await job.check()
  const { total } = await job.until('CHECKED')
  await job.start()
  let killedSoFar = 0
  while (killedSoFar < kills) {
    await wait(50)
    const { state, done } = await job.state()
    if (state !== 'IMPORTING') throw new Error(`It was ${state} before it was killed.`)
    if (done < (total * (killedSoFar + 1)) / (kills + 1)) continue
    await server?.killServer()
    killedSoFar += 1
    say(`killed at ${done} of ${total} bytes`)
    const { subjects, history } = await countRows(client, 'K')
    if (subjects + history > 0) throw new Error('Rows of a killed import are there.')
    server = await start()
  }
  const { state } = await job.until('DONE')
  const { subjects, forms, transactions } = await countRows(client, 'K')
  const told = `${state}: ${subjects} subjects and ${forms} forms in ${transactions} transaction, none after each kill`
  return { rows: few, told }
}
