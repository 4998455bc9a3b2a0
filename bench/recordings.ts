// node bench/recordings.ts [--mbit 100,20] [--megabytes 150]
// Measures opening large recordings in a real Chromium over slow networks: time to the first picture and to the whole,
// frames while panning, memory of the tab, and whether known peaks are visible at every zoom level. Writes
// recordings-results.md.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { emptyDataDir, startCasebook } from '../e2e/casebook.ts'
import { addFile } from '../e2e/new-file.ts'
import { type NewSubject, newSubject } from '../e2e/new-subject.ts'
import { freePort } from './beds/free-port.ts'
import { begin, type LargeFile, largeCsv, largeEdf } from './recordings/large-files.ts'
import { type Opening, openRecordingIn } from './recordings/opening.ts'
import { startSlowLine } from './recordings/slow-line.ts'

const { values } = parseArgs({
  options: { mbit: { type: 'string', default: '100,20' }, megabytes: { type: 'string', default: '150' } },
})
const size = Math.min(Number(values.megabytes) * 2 ** 20, 157_286_399)
const lines = values.mbit.split(',').map(Number)

const ends: (() => Promise<unknown>)[] = []
try {
  await keep(await run())
} finally {
  for (const end of ends.reverse()) await end()
}

async function run(): Promise<{ file: LargeFile; mbit: number; found: Opening }[]> {
  const { dataDir, remove } = await emptyDataDir()
  ends.push(remove)
  const [port, slow] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${slow}`
  const line = await startSlowLine(slow, port)
  ends.push(line.stop)
  const casebook = await startCasebook({ dataDir, env: { PORT: String(port), PUBLIC_URL: address } })
  ends.push(casebook.stop)
  const browser = await chromium.launch({ ...(await findBrowser()), args: ['--disable-gpu'] })
  ends.push(() => browser.close())
  const found: { file: LargeFile; mbit: number; found: Opening }[] = []
  for (const make of [largeCsv, largeEdf]) {
    const file = make(size)
    line.setRate(Number.POSITIVE_INFINITY)
    const subject = await newSubject(browser, address)
    const names = await recordActivities(subject, file)
    const { path } = await addFile(subject, file.filename, file.bytes)
    for (const mbit of lines) {
      console.error(`${file.filename}, ${mbit} Mbit/s`)
      const isLookedFor = mbit === lines[0]
      const opening = await openRecordingIn(browser, address, path, { line, mbit, file, names, isLookedFor })
      console.error(JSON.stringify(opening))
      found.push({ file, mbit, found: opening })
    }
  }
  return found
}

/** Adds an activity of ten minutes around each peak. Returns their names in that order. */
async function recordActivities({ call, subjectid, studyid, activitytypeid }: NewSubject, { peaks }: LargeFile) {
  const start = Date.parse(`${begin}+02:00`) / 1000
  const names: string[] = []
  for (const [index, { at }] of peaks.entries()) {
    const description = index === 0 ? 'Stairs' : `Peak ${index + 1}`
    const { added } =
      index === 0
        ? { added: { activitytypeid } }
        : await call<{ added: { activitytypeid: string } }>(
            'mutation ($studyid: ID!, $description: String!) { added: addActivityType(studyid: $studyid, description: $description) { activitytypeid } }',
            { studyid, description },
          )
    const startTime = Math.round(start + at - 300)
    await call('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid: added.activitytypeid, startTime, stopTime: startTime + 600 },
    })
    names.push(description)
  }
  return names
}

async function keep(all: { file: LargeFile; mbit: number; found: Opening }[]) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const ms = (value: number) => Math.round(value).toLocaleString('en')
  const rows = all.map(({ file, mbit, found }) => {
    const { firstPicture, all: whole, panning, memory, peaks } = found
    return `| ${file.filename}, ${(file.bytes.length / 1e6).toFixed(0)} MB, ${(file.length / 3600).toFixed(1)} h | ${mbit} Mbit/s | ${ms(firstPicture)} | ${ms(whole)} | ${panning.while.middle.toFixed(0)} / ${panning.while.most95.toFixed(0)} / ${panning.while.worst.toFixed(0)} | ${panning.after.middle.toFixed(0)} / ${panning.after.most95.toFixed(0)} / ${panning.after.worst.toFixed(0)} | ${memory.before.toFixed(0)} → ${memory.most.toFixed(0)} | ${peaks.looked > 0 ? `${peaks.found} of ${peaks.looked}` : ''} |`
  })
  const text = `# Large recordings, opened

Made by \`node bench/recordings.ts\` at ${new Date().toISOString().slice(0, 16)} UTC, commit ${commit},
${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load of the machine, other work included, ${loadavg()[2]?.toFixed(1)}; Chromium ${execFileSync(
    (await findBrowser()).executablePath ?? 'chromium',
    ['--version', '--no-sandbox'],
    { encoding: 'utf8' },
  )
    .trim()
    .replace(/^\D+/, '')} without a display, server and browser on the same machine.
Times are measured from the click that opens the file; the first picture is complete when its lines are drawn. Frames: time between frames while the
picture is dragged: median, 95th percentile and maximum. Memory: of the tab's process, including its workers: before, and the maximum.
A peak is a single sample in the file; the test looks for its value at the cursor at ten zoom levels, each twice as close, starting at twelve minutes.

| file | line | first picture, ms | all, ms | frames while reading, ms | frames when read, ms | memory, MB | peaks found |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
  await writeFile(new URL('recordings-results.md', import.meta.url), text)
  console.log(text)
}
