import { gzipSync } from 'node:zlib'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import type { Source } from '@casebook/domain/recordings/recording.ts'
import { survey } from '@casebook/domain/recordings/seen/survey.ts'
import { memorySource } from '@casebook/domain/recordings/source.ts'
import { describeFile } from '@casebook/domain/reference-data/file-description.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import { expect, test } from 'vitest'
import { measureFile, openFile } from './measure-file.ts'
import type { File } from './work.sql.ts'

const begin = 1_792_476_000
const never = new AbortController().signal
const seconds = 600

/** Ten minutes of 25 Hz. */
const text = [
  'time,acc_x (g),acc_y (g),acc_z (g)',
  ...Array.from(
    { length: seconds * 25 },
    (_, i) => `${new Date((begin + i / 25) * 1000).toISOString()},0.${i % 7},0,1.${i % 11}`,
  ),
  '',
].join('\n')

function fileOf(size: number, filename: string, more: Partial<File> = {}): File {
  return {
    studyid: 'study',
    subjectid: 'subject',
    activitytypeid: 'type',
    visitid: '',
    occurrence: 1,
    filename,
    object_name: filename,
    size,
    description: null,
    layout: null,
    recorded_from: null,
    recorded_to: null,
    zone: null,
    clock_correction: 0,
    start_time: begin + 60,
    stop_time: begin + 300,
    epoch_seconds: 60,
    ...more,
  }
}

/** What is measured in a file, and how often its bytes were read after it was opened. */
async function measured(bytes: Uint8Array<ArrayBuffer>, filename: string, more: Partial<File> = {}) {
  let read = 0
  const source: Source = {
    size: bytes.length,
    async read(offset, length) {
      const part = bytes.subarray(offset, offset + length)
      read += part.length
      return part
    },
  }
  const companion = async () => undefined
  const opened = await openFile(fileOf(bytes.length, filename, more), { source, companion }, never)
  read = 0
  return { ...(await measureFile(opened, never)), isEndOpen: opened.isEndOpen, times: read / bytes.length }
}

/** What is stored of it once somebody has opened it. */
async function described(bytes: Uint8Array<ArrayBuffer>, filename: string): Promise<Partial<File>> {
  const description = JSON.stringify(
    describeFile(await survey(await openRecording(memorySource(bytes), filename)), null),
  )
  const recorded = recordedBetween({ description, zone: null, clockCorrection: 0 })
  return { description, recorded_from: recorded?.from ?? null, recorded_to: recorded?.to ?? null }
}

const plain = new Uint8Array(Buffer.from(text))
const packed = new Uint8Array(gzipSync(text))

test('a file that nobody described is opened and then read once', async () => {
  const own = await measured(plain, 'script.csv')
  expect(own.isEndOpen).toBe(false)
  expect(own.measured).toMatchObject({
    of_activity: true,
    measured_from: 60,
    measured_to: 300,
    begun: begin,
    problem: null,
  })
  expect(own.file).toMatchObject({ recorded_from: begin, recorded_to: begin + seconds })
  expect(own.times).toBeCloseTo(1, 1)
})

test('so is one that does not say when it ends', async () => {
  const own = await measured(packed, 'script.csv.gz')
  expect(own.isEndOpen).toBe(true)
  expect(own.times).toBeCloseTo(1, 1)
  const known = await described(packed, 'script.csv.gz')
  const other = await measured(packed, 'script.csv.gz', known)
  expect(own.file).toMatchObject({ recorded_from: begin, recorded_to: known.recorded_to })
  expect(own.measured).toEqual(other.measured)
  expect(own.results).toEqual(other.results)
})

test('where its end decides what is measured, it is read again', async () => {
  for (const more of [
    { start_time: begin - 7200, stop_time: begin - 3600 },
    { start_time: begin + 7200, stop_time: begin + 9000 },
  ]) {
    const own = await measured(packed, 'script.csv.gz', more)
    const other = await measured(packed, 'script.csv.gz', { ...(await described(packed, 'script.csv.gz')), ...more })
    expect(own.times).toBeCloseTo(2, 1)
    expect(own.measured).toEqual(other.measured)
    expect(own.measured).toMatchObject({ of_activity: false, measured_from: 0 })
    expect(own.measured.measured_to).toBeCloseTo(seconds, 0)
    expect(own.results).toEqual(other.results)
  }
})

test('of an activity that goes on after the recording, what was recorded is measured', async () => {
  const more = { start_time: begin + 300, stop_time: begin + 7200 }
  const own = await measured(packed, 'script.csv.gz', more)
  expect(own.measured).toMatchObject({ of_activity: true, measured_from: 300, measured_to: 7200 })
  expect(own.times).toBeCloseTo(1, 1)
  const known = { ...(await described(packed, 'script.csv.gz')), ...more }
  expect(own.results).toEqual((await measured(packed, 'script.csv.gz', known)).results)
})

test('a file that is no recording has a problem and no values', async () => {
  const own = await measured(new Uint8Array(Buffer.from('%PDF-1.7 nothing else')), 'x.pdf')
  expect(own.results).toEqual([])
  expect(own.measured.problem).not.toBeNull()
  expect(own.file).toMatchObject({ recorded_from: null })
})

test('local times of a file that nobody described do not tell when it was recorded', async () => {
  const local = new Uint8Array(Buffer.from(text.replaceAll('Z,', ',')))
  const own = await measured(local, 'local.csv')
  expect(own.measured).toMatchObject({ of_activity: false, begun: null, measured_from: 0, measured_to: seconds })
})
