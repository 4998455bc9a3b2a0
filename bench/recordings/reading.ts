// node bench/recordings/reading.ts [--megabytes 150] [--rounds 3] [--days 7] [--python python3]
// Measures how long the readers take for the picture, for the quality and for the measures of a CSV and an EDF file,
// beside pandas and MNE for the same work on the same file, each in a process of its own, in turn; and the measures of a
// GENEActiv recording of so many days, with the memory that its process needs. Writes reading-results.md.
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { largeCsv, largeEdf } from './large-files.ts'
import { geneactivPages } from './long-geneactiv.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '3' },
    days: { type: 'string', default: '7' },
    python: { type: 'string', default: 'python3' },
  },
})
const size = Number(values.megabytes) * 2 ** 20
const rounds = Number(values.rounds)
const repeated = 'the twentieth time'
const names = ['start', 'picture', 'quality', 'measures'] as const
const titles = {
  start: 'first minute',
  picture: 'first picture of the whole',
  quality: 'quality',
  measures: 'measures',
}

/** `seconds`: of the processor, so that other work beside it does not count. `again`: of the first minute, the middle one of the sixteenth to twentieth time in the same process. */
type Run = { seconds: number; again: number; elapsed: number; found: number; megabytes: number }

function run(command: string, script: string, step: string, path: string): Run {
  const file = fileURLToPath(new URL(script, import.meta.url))
  return JSON.parse(execFileSync(command, [file, step, path], { encoding: 'utf8', maxBuffer: 2 ** 24 }))
}

/** The version of a library, or undefined if it is not there. */
function versionOf(library: string): string | undefined {
  try {
    const script = `import ${library}; print(${library}.__version__)`
    return execFileSync(values.python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}

const folder = await mkdtemp(join(tmpdir(), 'casebook-reading-'))
try {
  const rows: string[] = []
  for (const [make, library] of [
    [largeCsv, 'pandas'],
    [largeEdf, 'mne'],
  ] as const) {
    const { filename, bytes } = make(size)
    const path = join(folder, filename)
    await writeFile(path, bytes)
    const version = versionOf(library)
    for (const step of names) {
      const [own, others]: [Run[], Run[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        own.push(run(process.execPath, 'read-one.ts', step, path))
        if (version !== undefined) others.push(run(values.python, 'read-one.py', step, path))
      }
      const besideOf = (seconds: number, theirs: number) =>
        version === undefined
          ? `${library} is not installed |  |`
          : `${theirs.toFixed(3)} | ${(seconds / theirs).toFixed(2)} |`
      const ofMemory = (all: readonly Run[]) =>
        all.length > 0 ? Math.max(...all.map((each) => each.megabytes)).toFixed(0) : ''
      if (step === 'start' && library === 'pandas' && version !== undefined) {
        const theirs = Array.from({ length: rounds }, () => run(values.python, 'read-one.py', 'unknown', path))
        for (const which of ['seconds', 'again'] as const) {
          const [ours, found] = [own, theirs].map((all) => middle(all.map((each) => each[which]))) as [number, number]
          const title = `first minute, the other finds out, too${which === 'again' ? `, ${repeated}` : ''}`
          rows.push(
            `| ${filename}, ${(bytes.length / 1e6).toFixed(0)} MB | ${title} | ${ours.toFixed(3)} | ${besideOf(ours, found)} ${ofMemory(own)} | ${ofMemory(theirs)} |`,
          )
          console.error(rows.at(-1))
        }
      }
      for (const which of step === 'start' ? (['seconds', 'again'] as const) : (['seconds'] as const)) {
        const [seconds, theirs] = [own, others].map((all) => middle(all.map((each) => each[which]))) as [number, number]
        const title = which === 'again' ? `${titles[step]}, ${repeated}` : titles[step]
        rows.push(
          `| ${filename}, ${(bytes.length / 1e6).toFixed(0)} MB | ${title} | ${seconds.toFixed(3)} | ${besideOf(seconds, theirs)} ${ofMemory(own)} | ${ofMemory(others)} |`,
        )
        console.error(rows.at(-1))
      }
    }
  }
  await writeResults(rows, await longRecording())
} finally {
  await rm(folder, { recursive: true })
}

async function longRecording() {
  const path = join(folder, 'week.bin')
  const stream = createWriteStream(path)
  for (const part of geneactivPages(Number(values.days) * 86_400)) {
    if (!stream.write(part)) await new Promise((resolve) => stream.once('drain', resolve))
  }
  stream.end()
  await finished(stream)
  const { size: bytes } = await stat(path)
  const found = run(process.execPath, 'read-one.ts', 'measures', path)
  console.error(JSON.stringify(found))
  return { bytes, ...found }
}

async function writeResults(rows: readonly string[], long: Awaited<ReturnType<typeof longRecording>>) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const versions = ['numpy', 'scipy', 'pandas', 'mne'].map((name) => `${name} ${versionOf(name) ?? 'not installed'}`)
  const text = `# Recordings read, judged and measured

Made by \`node bench/recordings/reading.ts\` at ${new Date().toISOString().slice(0, 16)} UTC, commit ${commit},
${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load of the machine, other work included, ${loadavg()[0]?.toFixed(1)}; Node ${process.versions.node}, ${versions.join(', ')}.
Each step is a process of its own, ours and the other in turn, rounds: ${rounds}; the median of the processor's seconds after the libraries were loaded and had
read one second, and the most memory. Every step begins with opening the file on the disk. The first picture of the whole: all samples of all channels as
the lowest and the highest value of each of 1,600 pixels, which is what a person sees who opens the file; neither side draws the lines. The first minute: the
same of its samples alone. Ours finds out how the table is written, from its first, middle and last lines, and what it is of; pandas is told the column, the
format and the rate. In the row in which it finds out, too, it sniffs the delimiter and the header, infers the format of the times, and takes the rate and
the end from them, as an analyst would. Compiling the code in a new process is most of our first minute: the twentieth time
in the same process (the middle one of the last five) is what remains. No screen does this step alone; it opens a recording whole and draws what it has read so far. How long it takes a browser, with a line and drawing, is in [recordings-results.md](../recordings-results.md). Quality: the whole file;
gaps, flat and clipped parts, missing values, and of acceleration what is still and not worn. Measures: the whole file by minute;
the other has mean, SD, RMS, range and median frequency of each channel, ENMO and MAD, or peaks of the ECG. Ours has counts, steps, three angles,
calibration, usable ECG and RR statistics besides.

| file | step | ours, s | other, s | ours / other | ours, MB | other, MB |
|---|---|---|---|---|---|---|
${rows.join('\n')}

A GENEActiv recording of ${values.days} days at 100 Hz, ${(long.bytes / 1e6).toFixed(0)} MB: measured in ${long.seconds.toFixed(1)} s of the processor (${long.elapsed.toFixed(1)} s with other work beside) with at most ${long.megabytes.toFixed(0)} MB (the whole process), ${long.found.toLocaleString('en')} values.
`
  await writeFile(new URL('reading-results.md', import.meta.url), text)
  console.log(text)
}
