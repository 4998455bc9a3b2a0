import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openRecording } from '../open/open-recording.ts'
import type { Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { type WrittenEdf, writeEdf } from '../testing/write-edf.ts'

const list = (record: number, ...texts: readonly string[]) => `+${record}\u0014\u0014\0${texts.join('')}`
const at = (onset: number, text: string) => `+${onset}\u0014${text}\u0014\0`

/** Three records of a second with two lists each, and as many samples as given. */
const written = (samplesPerRecord: number): WrittenEdf => ({
  reserved: 'EDF+C',
  records: 3,
  recordDuration: 1,
  signals: [
    {
      label: 'EDF Annotations',
      samplesPerRecord: 20,
      lists: [list(0, at(0.25, 'first')), list(1, at(1.5, 'third')), list(2, at(2.75, 'last'))],
    },
    { label: 'ECG', unit: 'uV', samplesPerRecord },
    {
      label: 'EDF Annotations',
      samplesPerRecord: 12,
      // Told later than it was.
      lists: ['', at(2.5, 'fourth'), at(0.5, 'second')],
    },
  ],
})

const ofFive = [
  { at: 0.25, text: 'first' },
  { at: 0.5, text: 'second' },
  { at: 1.5, text: 'third' },
  { at: 2.5, text: 'fourth' },
  { at: 2.75, text: 'last' },
].map((each) => ({ duration: null, ...each }))

const read: { offset: number; length: number }[] = []
function watched(bytes: Uint8Array<ArrayBuffer>): Source {
  const source = memorySource(bytes)
  return {
    size: source.size,
    read: (offset, length, signal) => {
      read.push({ offset, length })
      return source.read(offset, length, signal)
    },
  }
}

test('the annotations of all records and signals are in the order of time, whatever was read before', async () => {
  const bytes = writeEdf(written(10))
  const alone = await openRecording(memorySource(bytes), 'short.edf')
  expect(await alone.annotations()).toEqual(ofFive)
  expect(await alone.annotations()).toEqual(ofFive)
  const after = await openRecording(memorySource(bytes), 'short.edf')
  await readWhole(after)
  expect(await after.annotations()).toEqual(ofFive)
})

test('of records that are too large to be read at once, only the annotations are read', async () => {
  const samplesPerRecord = limits.chunkBytes / 2
  const source = watched(writeEdf(written(samplesPerRecord)))
  const recording = await openRecording(source, 'large.edf')
  read.length = 0
  expect(await recording.annotations()).toEqual(ofFive)
  // Two lists of each record, each with its own bytes.
  const [header, record] = [256 * 4, 2 * (20 + samplesPerRecord + 12)]
  expect(read).toEqual(
    [0, 1, 2].flatMap((each) => [
      { offset: header + each * record, length: 2 * 20 },
      { offset: header + each * record + 2 * (20 + samplesPerRecord), length: 2 * 12 },
    ]),
  )
})

test('annotations beyond the limit are left out', async () => {
  const many = Math.ceil(limits.annotations / 2) + 1
  const texts = Array.from({ length: many }, (_, i) => at(i, 'x')).join('')
  const samplesPerRecord = Math.ceil(texts.length / 2) + 10
  const file: WrittenEdf = {
    reserved: 'EDF+C',
    records: 2,
    recordDuration: 1,
    signals: [{ label: 'EDF Annotations', samplesPerRecord, lists: [list(0, texts), list(1, texts)] }],
  }
  const recording = await openRecording(memorySource(writeEdf(file)), 'many.edf')
  expect(await recording.annotations()).toHaveLength(limits.annotations)
})
