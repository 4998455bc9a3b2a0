// node bench/recordings/read-one.ts STEP FILE: does one step of reading a recording, and prints the seconds of the processor that it took.
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { measureTime } from '../../domain/src/recordings/measures/measure-recording.ts'
import { openRecording } from '../../domain/src/recordings/open/open-recording.ts'
import { QualityJudge } from '../../domain/src/recordings/quality/judge.ts'
import { isFault, type Recording, type Source } from '../../domain/src/recordings/recording.ts'
import { Pyramid } from '../../domain/src/recordings/seen/pyramid.ts'
import { Surveyor } from '../../domain/src/recordings/seen/survey.ts'

/** That of a process includes what its parent had, but for this line. */
async function mostMegabytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

const [step = '', path = ''] = process.argv.slice(2)
const all = { from: 0, to: Number.POSITIVE_INFINITY }
const [minute, pixels] = [60, 1600]

/** Each returns how many numbers it found, so that nobody believes one that found none. */
const steps: Readonly<Record<string, (recording: Recording) => Promise<number>>> = {
  start: (recording) => picture(recording, minute),
  picture: (recording) => picture(recording),
  async quality(recording) {
    const surveyor = new Surveyor(recording.description.channels)
    const judge = new QualityJudge(recording.description)
    for await (const item of recording.blocks()) {
      if (isFault(item)) surveyor.addFault(item.what, item.count)
      else {
        surveyor.add(item)
        judge.add(item)
      }
    }
    return judge.result(surveyor.result(recording, 0)).findings.length
  },
  async measures(recording) {
    const { results } = await measureTime(recording, all, minute)
    return results.reduce((sum, { epochs }) => sum + 1 + epochs.length, 0)
  },
}

/** The lowest and the highest value of each pixel, of each channel. */
async function picture(recording: Recording, to = Number.POSITIVE_INFINITY): Promise<number> {
  const { channels } = recording.description
  const pyramid = new Pyramid(channels.length)
  for await (const item of recording.blocks({ from: 0, to })) if (!isFault(item)) pyramid.add(item)
  const until = Math.min(to, pyramid.end)
  return channels.reduce((sum, _, channel) => sum + pyramid.view(channel, 0, until, pixels).times.length, 0)
}

const run = steps[step]
if (!run) throw new Error(`${step} is none of ${Object.keys(steps).join(', ')}`)
const file = await open(path)
const source: Source = {
  size: (await file.stat()).size,
  async read(offset, length) {
    const buffer = new Uint8Array(length)
    const { bytesRead } = await file.read(buffer, 0, length, offset)
    return buffer.subarray(0, bytesRead)
  },
}
// What reads this format is loaded, and has read a second.
await picture(await openRecording(source, basename(path)), 1)
const [began, before] = [performance.now(), process.cpuUsage()]
const found = await run(await openRecording(source, basename(path)))
const elapsed = (performance.now() - began) / 1000
const seconds = since(before)
// Nineteen times more: what a new process does once, such as compiling, is no part of the last five.
const more: number[] = []
for (let round = 0; step === 'start' && round < 19; round++) {
  const from = process.cpuUsage()
  await run(await openRecording(source, basename(path)))
  more.push(since(from))
}
const again = more.slice(-5).sort((a, b) => a - b)[2] ?? seconds
await file.close()
console.log(JSON.stringify({ seconds, again, elapsed, found, megabytes: await mostMegabytes() }))

function since(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}
