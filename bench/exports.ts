// node bench/exports.ts [--subjects 5000] [--files 200] [--megabytes 2000] [--kills 5]
// Exports a study of this size with the embedded store while somebody reads, then again with kill -9 in between. Writes
// export-results.md: the time and memory it took, its effect on other calls, and the time of a plain copy of the files.
import { execFileSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { checkBundle, toldOf } from './exports/check-bundle.ts'
import { say, startFilled } from './exports/filled-study.ts'
import { askFor, copyAs, free, sha256Of, stateOf, untilEnded } from './exports/job.ts'
import { addReader, at, Reads } from './exports/reads.ts'

const number = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: { subjects: number('5000'), files: number('200'), megabytes: number('2000'), kills: number('5') },
})
const subjects = Number(values.subjects)
const files = Number(values.files)
const kills = Number(values.kills)
const fileBytes = Math.floor((Number(values.megabytes) * 1e6) / Math.max(1, files))
const mega = (bytes: number) => Math.round(bytes / 1e6)

const { dataDir, client, start, end } = await startFilled('exports', { subjects, files, fileBytes })
let server: Awaited<ReturnType<typeof start>> | undefined
try {
  const copySeconds = await copyWithoutServer()

  server = await start()
  const reads = new Reads(server.origin, await addReader(client))
  await reads.atLeast(200)
  reads.take()
  await reads.atLeast(400)
  const quiet = reads.take()
  const idle = await memory()
  reads.take()
  await askFor(client, 'whole')
  let most = idle
  let spooledAfter = 0
  const began = performance.now()
  const whole = await untilEnded(client, 'whole', async () => {
    most = Math.max(most, await memory())
    if (spooledAfter > 0 || !(await stateOf(client, 'whole')).is_spooled) return
    spooledAfter = (performance.now() - began) / 1000
    await reads.without(() => copyAs(client, 'whole', 'killed'))
  })
  const meanwhile = reads.take()
  await reads.stop()
  say(`${whole.state} ${whole.problem ?? ''}: ${mega(whole.size)} MB in ${whole.seconds.toFixed(0)} s`)

  await server.stop()
  const killed = await makeKilled(client, whole.size)
  const folder = join(dataDir, 'objects', 'exports')
  const isSame = (await sha256Of(join(folder, 'whole'))) === (await sha256Of(join(folder, 'killed')))
  const records = {
    'subjects.csv': subjects,
    'activities.csv': subjects * 10,
    'forms/': subjects * 4,
    'reference_data.csv': files,
  }
  const completeness = toldOf(checkBundle(join(folder, 'whole')), whole.sha256, records)
  const ratio = (share: number) => {
    const times = at(meanwhile, share) / at(quiet, share)
    return `${times.toFixed(2)} ×${times > 2 ? ' (missed)' : ''}`
  }
  await writeFile(
    new URL('export-results.md', import.meta.url),
    `# The last measurement of exports

\`node bench/exports.ts\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load of the machine ${loadavg()[2]?.toFixed(1)}
over the last quarter of an hour, of which the measurement itself makes about 2. ${subjects} subjects, ${subjects * 10} activities, ${subjects * 4} forms of 30 fields
with hostile text and all field types, their history, ${files} files of ${mega(files * fileBytes)} MB together. Embedded PostgreSQL and store, on the same disk.

| | measured | goal |
|---|---|---|
| the export | ${whole.state}, ${mega(whole.size)} MB in ${(whole.seconds / 60).toFixed(1)} minutes: ${mega(whole.size / whole.seconds)} MB/s | |
| the bundle, read by Python and compared with its own manifest | ${completeness} | complete |
| a plain copy of the files only | ${copySeconds.toFixed(1)} s: ${mega((files * fileBytes) / copySeconds)} MB/s | |
| time until the rows are in the spool and the transaction has ended | ${spooledAfter.toFixed(0)} s | |
| peak memory of the server above idle | ${mega(most - idle)} MB (${mega(most)} MB) | under 300 MB |
| reads of a subject by others, without an export | p50 ${at(quiet, 0.5).toFixed(1)} ms, p95 ${at(quiet, 0.95).toFixed(1)} ms | |
| the same during the export (${meanwhile.length} reads) | p50 ${at(meanwhile, 0.5).toFixed(1)} ms, p95 ${at(meanwhile, 0.95).toFixed(1)} ms; ${ratio(0.5)} and ${ratio(0.95)} | within 2 × |
| killed with kill -9 ${killed.kills} times and continued | ${killed.ended.state}, ${isSame ? 'the same bytes' : 'OTHER BYTES'}, ${(killed.seconds / 60).toFixed(1)} minutes with the pauses | the same bytes |
`,
  )
  console.log(await readFile(new URL('export-results.md', import.meta.url), 'utf8'))
} finally {
  await server?.killServer().catch(() => undefined)
  await end()
}

/** The second export of the same rows: the server is killed each time another part is in the store. */
async function makeKilled(client: pg.Client, size: number) {
  const began = performance.now()
  await free(client, 'killed')
  let killedSoFar = 0
  server = await start()
  while (killedSoFar < kills) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { state, done } = await stateOf(client, 'killed')
    if (state !== 'RUNNING') break
    if (done < (size * (killedSoFar + 1)) / (kills + 1)) continue
    await server.killServer()
    killedSoFar += 1
    say(`killed at ${mega(done)} MB`)
    server = await start()
  }
  const ended = await untilEnded(client, 'killed', async () => undefined)
  return { ended, kills: killedSoFar, seconds: (performance.now() - began) / 1000 }
}

/** Bytes resident in the server's process. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server?.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

async function copyWithoutServer(): Promise<number> {
  const began = performance.now()
  await cp(join(dataDir, 'objects'), join(dataDir, 'copy'), { recursive: true })
  execFileSync('sync', ['-f', dataDir])
  const seconds = (performance.now() - began) / 1000
  await rm(join(dataDir, 'copy'), { recursive: true })
  return seconds
}
