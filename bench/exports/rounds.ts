// node bench/exports/rounds.ts [--rounds 6] [--subjects 5000] [--files 60] [--megabytes 600]
// What slows others while an export is made, by its parts: reads of a subject without an export and during one, in turn on
// the same server, and from Linux's scheduler how long the server and PostgreSQL worked and waited for a processor.
import { readdir, readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { say, startFilled } from './filled-study.ts'
import { askFor, stateOf } from './job.ts'
import { addReader, at } from './reads.ts'

const number = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: { rounds: number('6'), subjects: number('5000'), files: number('60'), megabytes: number('600') },
})
const files = Number(values.files)
const fileBytes = Math.floor((Number(values.megabytes) * 1e6) / Math.max(1, files))

type Part = 'quiet' | 'rows' | 'tables' | 'files'
/** Seconds that threads worked, and waited although they could have worked. */
type Used = { worked: number; waited: number }
type Sample = { time: number; done: number; isSpooled: boolean; used: Record<string, Used> }

say('filling')
const { dataDir, client, start, end } = await startFilled('rounds', {
  subjects: Number(values.subjects),
  files,
  fileBytes,
})
let server: Awaited<ReturnType<typeof start>> | undefined
let reader: Worker | undefined
try {
  server = await start()
  const { pid, origin } = server
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

  say('started')
  const reads: { time: number; ms: number }[] = []
  reader = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: { origin, token: await addReader(client) },
  })
  reader.on('message', (ms: number) => reads.push({ time: performance.now(), ms }))
  while (reads.length < 300) await wait(50)

  const times: Record<Part, number[]> = { quiet: [], rows: [], tables: [], files: [] }
  const used: Record<Part, { seconds: number; by: Record<string, Used> }> = {
    quiet: { seconds: 0, by: {} },
    rows: { seconds: 0, by: {} },
    tables: { seconds: 0, by: {} },
    files: { seconds: 0, by: {} },
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const exportid = `round${round}`
    const samples: Sample[] = [await sample(client, exportid)]
    await wait(6_000)
    samples.push(await sample(client, exportid))
    const quietUntil = performance.now()
    await askFor(client, exportid)
    say('asked')
    let last: Awaited<ReturnType<typeof stateOf>>
    do {
      await wait(100)
      last = await stateOf(client, exportid)
      samples.push(await sample(client, exportid))
    } while (['WAITING', 'RUNNING'].includes(last.state))
    if (last.state !== 'DONE') throw new Error(JSON.stringify(last))
    const partOf = ({ time, done, isSpooled }: Sample): Part =>
      time <= quietUntil ? 'quiet' : !isSpooled ? 'rows' : done < last.size - files * fileBytes ? 'tables' : 'files'
    // What ended in a sample's stretch belongs to the part at its end.
    for (const [place, now] of samples.entries()) {
      const before = samples[place - 1]
      if (!before) continue
      const part = partOf(now)
      const seconds = (now.time - before.time) / 1000
      used[part].seconds += seconds
      for (const [name, { worked, waited }] of Object.entries(now.used)) {
        const sum = used[part].by[name] ?? { worked: 0, waited: 0 }
        used[part].by[name] = sum
        const old = before.used[name] ?? { worked: 0, waited: 0 }
        sum.worked += Math.max(0, worked - old.worked)
        sum.waited += Math.max(0, waited - old.waited)
      }
      times[part].push(...reads.filter(({ time }) => time > before.time && time <= now.time).map(({ ms }) => ms))
    }
    say(`round ${round}: ${last.size} bytes`)
    tell(round + 1)
    // What was written goes to the disk in the time of the export, not in that of the next quiet round.
    await client.query('checkpoint')
    await wait(2_000)
  }

  function tell(rounds: number): void {
    const busy = [...times.rows, ...times.tables, ...times.files]
    const line = (name: string, taken: number[]) =>
      `| ${name} | ${taken.length} | ${at(taken, 0.5).toFixed(1)} | ${at(taken, 0.95).toFixed(1)} | ${(at(taken, 0.5) / at(times.quiet, 0.5)).toFixed(2)} | ${(at(taken, 0.95) / at(times.quiet, 0.95)).toFixed(2)} |`
    console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}; ${rounds} rounds
| | reads | p50 ms | p95 ms | p50 × | p95 × |
|---|---|---|---|---|---|
${line('quiet', times.quiet)}
${line('export', busy)}
${(['rows', 'tables', 'files'] as const).map((part) => line(part, times[part])).join('\n')}

| in a second of | server, calls | server, other threads | PostgreSQL |
|---|---|---|---|
${(['quiet', 'rows', 'tables', 'files'] as const)
  .map((part) => {
    const share = (name: string) => {
      const { worked, waited } = used[part].by[name] ?? { worked: 0, waited: 0 }
      return `works ${(worked / used[part].seconds).toFixed(2)}, waits ${(waited / used[part].seconds).toFixed(2)}`
    }
    return `| ${part} (${used[part].seconds.toFixed(0)} s) | ${share('calls')} | ${share('threads')} | ${share('postgres')} |`
  })
  .join('\n')}
`)
  }

  async function sample(from: pg.Client, exportid: string): Promise<Sample> {
    const state = await stateOf(from, exportid)
    const used = {
      calls: { worked: 0, waited: 0 },
      threads: { worked: 0, waited: 0 },
      postgres: { worked: 0, waited: 0 },
    }
    for (const thread of await readdir(`/proc/${pid}/task`))
      await addTo(thread === String(pid) ? used.calls : used.threads, `/proc/${pid}/task/${thread}/schedstat`)
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    for (const child of children.trim().split(' ')) await addTo(used.postgres, `/proc/${child}/schedstat`)
    const isSpooled = Boolean(state) && (state.is_spooled === true || !['WAITING', 'RUNNING'].includes(state.state))
    const done = state?.done ?? (state && !['WAITING', 'RUNNING'].includes(state.state) ? state.size : 0)
    return { time: performance.now(), done: done ?? 0, isSpooled, used }
  }
} finally {
  await reader?.terminate()
  await server?.killServer().catch(() => undefined)
  await end()
}

/** Adds what Linux counted of a thread: nanoseconds on a processor, and in a queue for one. */
async function addTo(used: Used, path: string): Promise<void> {
  const [worked = 0, waited = 0] = await readFile(path, 'utf8').then(
    (text) => text.split(' ').map(Number),
    () => [0, 0],
  )
  used.worked += worked / 1e9
  used.waited += waited / 1e9
}
