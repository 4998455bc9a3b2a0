import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openRecording } from '../open/open-recording.ts'
import type { Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { type WrittenEdf, writeEdf } from '../testing/write-edf.ts'
import { joinBytes } from '../testing/write-zip.ts'
import { makeRecordTimes, type RecordTimes, readAnnotations } from './edf-annotations.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'

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

test('records of a chunk are read at once, and one larger than that without its samples', async () => {
  const readsOf = async (file: WrittenEdf) => {
    const source = watched(writeEdf(file))
    const recording = await openRecording(source, 'x.edf')
    read.length = 0
    await recording.annotations()
    return read.map(({ offset, length }) => [offset, length])
  }
  const keeper = { label: 'EDF Annotations', samplesPerRecord: 16, lists: [list(0), list(1), list(2)] }
  const ecg = (samplesPerRecord: number) => ({ label: 'ECG', samplesPerRecord })
  const file = (samples: number): WrittenEdf => ({
    reserved: 'EDF+C',
    records: 3,
    recordDuration: 1,
    signals: [keeper, ecg(samples)],
  })
  const header = 256 * 3
  const chunk = limits.chunkBytes
  expect(await readsOf(file(10))).toEqual([[header, 3 * 52]])
  // Two records fill a chunk exactly.
  expect(await readsOf(file(chunk / 4 - 16))).toEqual([
    [header, chunk],
    [header + chunk, chunk / 2],
  ])
  expect(await readsOf(file(chunk / 2 - 16))).toEqual([0, 1, 2].map((each) => [header + each * chunk, chunk]))
  expect(await readsOf(file(chunk / 2 - 15))).toEqual([0, 1, 2].map((each) => [header + each * (chunk + 2), 32]))
  // At most a megabyte of one record.
  const long = { ...keeper, samplesPerRecord: limits.headerBytes / 2 + 5 }
  expect((await readsOf({ ...file(10), records: 1, signals: [long, ecg(10)] })).at(-1)).toEqual([
    768,
    limits.headerBytes,
  ])
  // Without a list, nothing is read.
  expect(await readsOf({ ...file(10), signals: [ecg(10)] })).toEqual([])
})

test.each([10, limits.chunkBytes / 2])(
  'two that read annotations at once find each once (%i samples)',
  async (samples) => {
    const recording = await openRecording(memorySource(writeEdf(written(samples))), 'x.edf')
    const [first, second] = await Promise.all([recording.annotations(), recording.annotations()])
    expect([first, second]).toEqual([ofFive, ofFive])
  },
)

test('annotations beyond the limit are left out, and not looked for', async () => {
  const many = Math.ceil(limits.annotations / 2) + 1
  const texts = Array.from({ length: many }, (_, i) => at(i, 'x')).join('')
  const samplesPerRecord = Math.ceil(texts.length / 2) + 10
  const file: WrittenEdf = {
    reserved: 'EDF+C',
    records: 3,
    recordDuration: 1,
    signals: [
      { label: 'EDF Annotations', samplesPerRecord, lists: [list(0, texts), list(1, texts), list(2, texts)] },
      { label: 'ECG', samplesPerRecord: 1 },
    ],
  }
  const recording = await openRecording(watched(writeEdf(file)), 'many.edf')
  read.length = 0
  expect(await recording.annotations()).toHaveLength(limits.annotations)
  expect(read).toHaveLength(2)
})

describe('a list', () => {
  const parse = (text: string) => readAnnotations(new TextEncoder().encode(text))

  test.each([
    ['+1.5\u0014Sleep\u0014\0', [{ at: 1.5, duration: null, text: 'Sleep' }]],
    ['-2\u001530.25\u0014 N2 \u0014\0', [{ at: -2, duration: 30.25, text: 'N2' }]],
    [
      '+1\u0014a\u0014b\u0014\0',
      [
        { at: 1, duration: null, text: 'a' },
        { at: 1, duration: null, text: 'b' },
      ],
    ],
    // Without an end, as of a file that was cut off.
    ['+1.\u0014a', [{ at: 1, duration: null, text: 'a' }]],
    ['+1\u0014a\u0014', [{ at: 1, duration: null, text: 'a' }]],
    ['+1\u0014\u0014', [{ at: 1, duration: null, text: '' }]],
    [
      '\0\0+1\u0014a\u0014\0\0\0+2\u0014b\u0014\0\0',
      [
        { at: 1, duration: null, text: 'a' },
        { at: 2, duration: null, text: 'b' },
      ],
    ],
    // What is no time is no list, and those after it are read.
    [
      '1\u0014a\u0014\0+ 2\u0014b\u0014\0+\u0014c\u0014\0+1e5\u0014d\u0014\0+3\0+4\u0014e\u0014\0',
      [{ at: 4, duration: null, text: 'e' }],
    ],
    // What lasts no time is an instant.
    [
      '+1\u0015\u0014a\u0014\0+2\u0015-3\u0014b\u0014\0',
      [1, 2].map((second, i) => ({ at: second, duration: null, text: 'ab'[i] })),
    ],
    ['', []],
    ['\0', []],
  ])('%j is read', (text, expected) => {
    expect(parse(text)).toEqual(expected)
  })

  test('has a time of at most 64 characters within a hundred years', () => {
    const stamp = (length: number) => `+1.${'0'.repeat(length - 3)}\u0014a\u0014\0`
    expect([64, 65].map((length) => parse(stamp(length)).length)).toEqual([1, 0])
    const most = limits.duration
    expect(
      [`+${most}`, `-${most}`, `+${most + 1}`, `-${most + 1}`].map((at) => parse(`${at}\u0014a\u0014`).length),
    ).toEqual([1, 1, 0, 0])
    expect(
      parse(`+1\u0015${most}\u0014a\u0014\0+1\u0015${most + 1}\u0014a\u0014`).map(({ duration }) => duration),
    ).toEqual([most, null])
  })
})

describe('the times of records', () => {
  const keeper = { isAnnotations: true, offset: 4, samplesPerRecord: 30 }
  type Asked = { onsets: readonly (number | string)[]; isInterrupted?: boolean; records?: number; duration?: number }
  /** Records of 64 bytes after a header of 8; their own times begin at their fifth byte. */
  function timesOf({ onsets, isInterrupted = true, records = onsets.length, duration = 2 }: Asked) {
    const bytes = new Uint8Array(8 + 64 * onsets.length)
    for (const [index, onset] of onsets.entries())
      bytes.set(new TextEncoder().encode(typeof onset === 'number' ? list(onset) : onset), 8 + 64 * index + 4)
    const source = watched(bytes)
    read.length = 0
    const header = { isInterrupted, headerBytes: 8, recordBytes: 64, bytesPerSample: 2, recordDuration: duration }
    return makeRecordTimes({
      source,
      header: header as unknown as EdfHeader,
      annotationSignals: onsets.length > 0 ? [keeper as unknown as EdfSignal] : [],
      records,
    })
  }
  const asked = async (times: RecordTimes, ...seconds: readonly number[]) =>
    Promise.all(seconds.map((each) => times.findRecord(each)))

  test('of a file in one piece follow from the first', async () => {
    const times = await timesOf({ onsets: [0.5, 90, 7], isInterrupted: false })
    expect([times.first, await times.onsetOf(2), times.onsetIn(1, new Uint8Array())]).toEqual([0.5, 4.5, 2.5])
    // One too early: a time is written with few decimals.
    expect(await asked(times, -9, 0.5, 2.5, 4.4, 4.5, 6.4, 6.5, 99)).toEqual([0, 0, 0, 0, 1, 1, 2, 3])
    expect(await asked(await timesOf({ onsets: [0, 0], isInterrupted: false, duration: 0 }), 0, 5)).toEqual([0, 2])
  })

  test('without any are those of the header', async () => {
    const times = await timesOf({ onsets: [], records: 4 })
    expect([times.first, await times.onsetOf(3), times.onsetIn(1, new Uint8Array())]).toEqual([0, 6, 2])
    expect((await timesOf({ onsets: ['no time'] })).first).toBe(0)
    expect((await timesOf({ onsets: [3], records: 0 })).first).toBe(0)
    expect(read).toEqual([])
    expect((await timesOf({ onsets: [at(3, 'a text')] })).first).toBe(0)
  })

  test('of an interrupted file are their own', async () => {
    const times = await timesOf({ onsets: [1, 3, 'no time', 10, 12] })
    expect(read).toEqual([{ offset: 12, length: 60 }])
    expect([times.first, await times.onsetOf(3), await times.onsetOf(2)]).toEqual([1, 10, null])
    const record = new TextEncoder().encode(`\0\0\0\0${list(7)}`)
    expect([times.onsetIn(1, record), times.onsetIn(1, new Uint8Array(64))]).toEqual([7, null])
    // Times beyond the list are samples.
    expect(times.onsetIn(1, joinBytes([new Uint8Array(4 + 60), new TextEncoder().encode(list(7))]))).toBeNull()
    // A record without a time is read rather than missed.
    expect(await asked(times, 0, 3, 4.9, 5, 9, 12, 99)).toEqual([0, 1, 1, 2, 2, 2, 2])
    const all = await timesOf({ onsets: [1, 3, 8, 10, 12] })
    expect(await asked(all, 0, 1, 2.9, 3, 4.9, 5, 9, 11.9, 12, 13.9, 14, 99)).toEqual([
      0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5,
    ])
  })

  test('are read from the first bytes of a long list', async () => {
    const source = watched(new Uint8Array(2000))
    read.length = 0
    const header = { isInterrupted: true, headerBytes: 0, recordBytes: 2000, bytesPerSample: 2, recordDuration: 1 }
    const long = { ...keeper, samplesPerRecord: 900 } as unknown as EdfSignal
    await makeRecordTimes({ source, header: header as unknown as EdfHeader, annotationSignals: [long], records: 1 })
    expect(read).toEqual([{ offset: 4, length: 256 }])
  })
})
