import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edfFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { type WrittenEdf, writeEdf } from '../testing/write-edf.ts'

const open = (file: WrittenEdf) => openRecording(memorySource(writeEdf(file)), 'recording')
const keeping = (onset: number, more = '') => `+${onset}\u0014\u0014\0${more}`

/** Three records of 2 s; the second begins at 2 s, the third at 9.5 s. */
const interrupted: WrittenEdf = {
  reserved: 'EDF+D',
  records: 3,
  recordDuration: 2,
  signals: [
    { label: 'ECG', unit: 'uV', samplesPerRecord: 4, samples: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
    { label: 'Temp', unit: 'degC', samplesPerRecord: 1, samples: [370, 371, 372], physical: [-3276.8, 3276.7] },
    {
      label: 'EDF Annotations',
      samplesPerRecord: 30,
      lists: [keeping(0, '+0.5\u00152\u0014walk\u0014'), keeping(2, '+3\u0014søvn\u0014and\u0014'), keeping(9.5)],
    },
  ],
}

const signal = (bits: number) =>
  fc.record({
    samplesPerRecord: fc.integer({ min: 1, max: 40 }),
    physical: fc.tuple(fc.integer({ min: -9999, max: 0 }), fc.integer({ min: 1, max: 9999 })),
    digital: fc.constant([-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] as const),
    seed: fc.array(fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 }), { minLength: 1, maxLength: 30 }),
  })

test.each([
  ['EDF', 16, 1e-6],
  ['BDF', 24, 1e-12],
] as const)('whatever is written as %s is read back, at any rates', async (version, bits, precision) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(signal(bits), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom(0.25, 1, 2, 10),
      async (seeds, records, recordDuration) => {
        const signals = seeds.map((each, index) => ({
          ...each,
          label: `signal ${index}`,
          samples: Array.from(
            { length: records * each.samplesPerRecord },
            (_, at) => each.seed[at % each.seed.length] ?? 0,
          ),
        }))
        const recording = await open({ version, records, recordDuration, signals })
        const { channels, faults } = await readWhole(recording)
        expect(faults).toEqual([])
        expect(recording.description.duration).toBe(records * recordDuration)
        for (const [index, { physical, digital, samples, samplesPerRecord }] of signals.entries()) {
          expect(recording.description.channels[index]?.rate).toBe(samplesPerRecord / recordDuration)
          const span = physical[1] - physical[0]
          const values = samples.map((each) => physical[0] + ((each - digital[0]) / (digital[1] - digital[0])) * span)
          expect(channels[index]?.values.length).toBe(values.length)
          for (const [at, value] of values.entries())
            expect(Math.abs((channels[index]?.values[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(precision * 2e4)
          expect(channels[index]?.gaps).toEqual([])
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('whatever gaps an EDF+D is written with are read back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(0, 0, 0, 0.5, 3, 4000.25), { minLength: 1, maxLength: 40 }),
      async (pauses) => {
        let end = 0
        const onsets = pauses.map((pause) => {
          const at = end + pause
          end = at + 1
          return at
        })
        const recording = await open({
          reserved: 'EDF+D',
          records: onsets.length,
          recordDuration: 1,
          signals: [
            { label: 'a', samplesPerRecord: 4 },
            { label: 'EDF Annotations', samplesPerRecord: 12, lists: onsets.map((at) => keeping(at)) },
          ],
        })
        const { channels } = await readWhole(recording)
        const gaps = pauses.flatMap((pause, record) => (pause > 0 && record > 0 ? [record * 4] : []))
        expect(channels[0]?.gaps).toEqual(gaps)
        expect(channels[0]?.times).toEqual(onsets.flatMap((at) => [at, at + 0.25, at + 0.5, at + 0.75]))
        expect(recording.description.duration).toBe(end - (onsets[0] ?? 0))
      },
    ),
    { numRuns: 60 },
  )
})

test('an interrupted recording keeps its gaps, its uneven rates and its annotations', async () => {
  const recording = await open(interrupted)
  expect(recording.description).toMatchObject({ format: 'EDF+D', duration: 11.5, clock: 'local', samples: 15 })
  expect(recording.description.channels).toMatchObject([
    { name: 'ECG', unit: 'uV', kind: 'ecg', rate: 2 },
    { name: 'Temp', unit: 'degC', kind: 'temperature', rate: 0.5 },
  ])
  const { channels } = await readWhole(recording)
  expect(channels[0]?.times).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 9.5, 10, 10.5, 11])
  expect(channels.map(({ gaps }) => gaps)).toEqual([[8], [2]])
  expect(await recording.annotations()).toEqual([
    { at: 0.5, duration: 2, text: 'walk' },
    { at: 3, duration: null, text: 'søvn' },
    { at: 3, duration: null, text: 'and' },
  ])
})

test('a channel has the unit and the range of its physical limits if the header defines them, in either order', async () => {
  const each = { samplesPerRecord: 2, unit: 'mV' }
  const signals = [
    { ...each, label: 'ECG', physical: [-5, 5] as const },
    { ...each, label: 'EMG', physical: [2, -1] as const },
    { ...each, label: 'x', digital: [3, 3] as const, physical: [0, 10] as const },
    { ...each, label: 'y', physical: [7, 7] as const },
    { ...each, label: 'z', unit: '', physical: [0, 10] as const },
  ]
  const { description } = await open({ records: 1, recordDuration: 4, signals })
  expect(description.channels).toEqual([
    { name: 'ECG', unit: 'mV', kind: 'ecg', rate: 0.5, range: [-5, 5] },
    { name: 'EMG', unit: 'mV', kind: 'emg', rate: 0.5, range: [-1, 2] },
    { name: 'x', unit: null, kind: 'other', rate: 0.5 },
    { name: 'y', unit: null, kind: 'other', rate: 0.5 },
    { name: 'z', unit: null, kind: 'other', rate: 0.5, range: [0, 10] },
  ])
})

test('a range of time is read without what lies before and after it', async () => {
  const recording = await open(interrupted)
  expect((await readWhole(recording, { from: 9, to: 20 })).channels[0]?.values).toEqual([9, 10, 11, 12])
  expect((await readWhole(recording, { from: 0, to: 5 })).channels[0]?.values.length).toBe(8)
})

test('annotations are found before and after the samples were read', async () => {
  const before = await open(interrupted)
  const annotations = await before.annotations()
  const after = await open(interrupted)
  await readWhole(after)
  expect(await after.annotations()).toEqual(annotations)
})

test('EDF+ provides the century and the fraction of a second of the start', async () => {
  const recording = await open({
    reserved: 'EDF+C',
    start: ['02.08.51', '10.00.00'],
    recordingid: 'Startdate 02-AUG-1951 X X TZ=-0330',
    records: 1,
    recordDuration: 1,
    signals: [
      { label: 'a', samplesPerRecord: 1 },
      { label: 'EDF Annotations', samplesPerRecord: 10, lists: [keeping(0.25)] },
    ],
  })
  expect(recording.description.start).toBe(Date.UTC(1951, 7, 2, 10) / 1000)
  expect(recording.description.recognised).toEqual([{ code: 'utc-offset', params: { minutes: -210 } }])
  expect((await readWhole(recording)).channels[0]?.times).toEqual([0.25])
})

test('a truncated file is read as far as possible, and reports where it ends', async () => {
  const whole = writeEdf({ ...interrupted, reserved: '' })
  const recording = await openRecording(memorySource(whole.slice(0, -67)), 'x')
  const { channels, faults } = await readWhole(recording)
  expect(faults).toMatchObject([{ what: 'cut-off', offset: whole.length - 67 }])
  expect(channels[0]?.values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a recorder that never closed its file leaves the number of records open', async () => {
  const recording = await open({ ...interrupted, claimedRecords: -1 })
  expect(recording.description.samples).toBe(15)
  expect((await readWhole(recording)).faults).toMatchObject([{ what: 'wrong-header', offset: 236 }])
})

test('a record without a time, or with an earlier one, is omitted and counted', async () => {
  const lists = [keeping(5), 'nothing', keeping(1)]
  const [ecg, , kept] = interrupted.signals
  if (!ecg || !kept) throw new Error('signals')
  const { channels, faults } = await readWhole(await open({ ...interrupted, signals: [ecg, { ...kept, lists }] }))
  expect(channels[0]?.values).toEqual([1, 2, 3, 4])
  expect(faults.map(({ what }) => what)).toEqual(['wrong-time', 'time-backwards'])
})

test('limits that do not scale leave digital values without a unit', async () => {
  const signals = [{ label: 'a', unit: 'mV', samplesPerRecord: 1, samples: [7], physical: ['NaN', 5] as const }]
  const recording = await open({ records: 1, recordDuration: 1, signals })
  expect(recording.description.channels[0]?.unit).toBeNull()
  const { channels, faults } = await readWhole(recording)
  expect([channels[0]?.values, faults.map(({ what }) => what)]).toEqual([[7], ['wrong-header']])
})

test('one record that holds the whole recording is read in parts', async () => {
  const samples = Array.from({ length: 150_000 }, (_, index) => index % 1000)
  const signals = ['a', 'b'].map((label) => ({ label, samplesPerRecord: samples.length, samples }))
  const recording = await open({ records: 1, recordDuration: 1500, signals })
  const order: number[] = []
  for await (const item of recording.blocks()) if ('channel' in item) order.push(item.channel)
  expect(order).toEqual([0, 1, 0, 1, 0, 1])
  const { channels } = await readWhole(recording)
  expect(channels.map(({ values, gaps }) => [values.length, gaps.length])).toEqual([
    [150_000, 0],
    [150_000, 0],
  ])
})

test.each([
  ['a negative duration', { recordDuration: -1 }, 244],
  ['a duration that is no number', { recordDuration: 'NaN' }, 244],
  ['a duration of nothing', { recordDuration: 0 }, 244],
  ['a rate beyond belief', { recordDuration: '1e-99' }, 244],
  ['negative samples', { signals: [{ label: 'a', samplesPerRecord: -5 }] }, 256 + 216],
  ['no samples at all', { signals: [{ label: 'a', samplesPerRecord: 0 }] }, 256 + 216],
])('a header with %s is refused, and says at which byte', async (_name, change, offset) => {
  const bytes = writeEdf({ ...interrupted, ...change, records: 0 })
  const opened = openRecording(memorySource(bytes), 'x')
  await expect(opened).rejects.toMatchObject({ name: 'UnreadableRecording', code: 'wrong-header', offset })
})

test('reading stops when it is told to', async () => {
  const controller = new AbortController()
  const recording = await open(interrupted)
  controller.abort()
  await expect(readWhole(recording, { signal: controller.signal })).rejects.toThrow(/abort/i)
})

test('hostile files end in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const file = writeEdf(interrupted)
  await survivesTruncation(edfFormat, file)
  await survivesFlips(edfFormat, file)
  await survivesNoise(edfFormat, file.slice(0, 8))
  await survivesNoise(edfFormat, file.slice(0, 256))
})

test.each([0, 1])(
  'a file of annotations alone is as long as they are, with records of %s s',
  async (recordDuration) => {
    const lists = ['+0\u0014\u0014\0+0\u00153600\u0014Wake\u0014\0+3600\u0015900\u0014N1\u0014\0']
    const signals = [{ label: 'EDF Annotations', samplesPerRecord: 60, lists }]
    const { description, annotations } = await open({ reserved: 'EDF+C', records: 1, recordDuration, signals })
    expect(description).toMatchObject({ channels: [], duration: 4500 })
    expect(await annotations()).toHaveLength(2)
  },
)

const plain = (label: string, more = {}) => ({ label, samplesPerRecord: 2, samples: [1, 2, 3, 4], ...more })
const fileOf = (more: Partial<WrittenEdf> = {}): WrittenEdf => ({
  records: 2,
  recordDuration: 2,
  signals: [plain('a', { unit: 'mV', physical: [-5, 5] }), plain('b', { unit: '', samplesPerRecord: 1 })],
  ...more,
})
const faultsOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readWhole(await openRecording(memorySource(bytes), 'x'))).faults

test('channels, samples and ranges are described as the header has them', async () => {
  const { description } = await open(fileOf())
  expect(description).toMatchObject({ clock: 'local', duration: 4, samples: 6, recognised: [] })
  expect(description.channels).toEqual([
    { name: 'a', unit: 'mV', kind: 'other', rate: 1, range: [-5, 5] },
    { name: 'b', unit: null, kind: 'other', rate: 0.5, range: expect.anything() },
  ])
})

test('a file without a signal is refused, and one without a record is empty', async () => {
  const nothing = open(fileOf({ signals: [plain('a', { samplesPerRecord: 0 })] }))
  await expect(nothing).rejects.toMatchObject({ code: 'wrong-header', offset: 472 })
  const { description } = await open(fileOf({ records: 0 }))
  expect(description).toMatchObject({ duration: 0, samples: 0 })
})

test('what is wrong in a header is said with its place', async () => {
  expect(await faultsOf(writeEdf(fileOf()))).toEqual([])
  const cut = writeEdf(fileOf()).slice(0, -1)
  expect(await faultsOf(cut)).toMatchObject([
    { what: 'cut-off', offset: cut.length, detail: '2 records in the header, 1 in the file' },
  ])
  const rest = new Uint8Array([...writeEdf(fileOf()), 0])
  expect(await faultsOf(rest)).toMatchObject([{ what: 'cut-off', detail: '2 records in the header, 2 in the file' }])
  expect(await faultsOf(writeEdf(fileOf({ claimedRecords: 1 })))).toMatchObject([
    { what: 'wrong-header', offset: 236, detail: '1 records in the header, 2 in the file' },
  ])
  expect(await faultsOf(writeEdf(fileOf({ claimedRecords: -1 })))).toMatchObject([
    { what: 'wrong-header', offset: 236, detail: '-1 records in the header, 2 in the file' },
  ])
  const timeless = await open(fileOf({ start: ['xx.xx.xx', '00.00.00'] }))
  expect(timeless.description).toMatchObject({ start: null, clock: 'unknown' })
  expect((await readWhole(timeless)).faults).toMatchObject([{ what: 'wrong-header', offset: 168, detail: 'start' }])
  const flat = [plain('a'), plain('b', { physical: [1, 1] })]
  expect(await faultsOf(writeEdf(fileOf({ signals: flat })))).toMatchObject([
    { what: 'wrong-header', offset: 256 + 2 * 104 + 8, detail: 'b' },
  ])
})

test('as many channels as can be drawn are read, and the others counted', async () => {
  const signals = (count: number) => Array.from({ length: count }, (_, index) => plain(`s${index}`))
  expect(await faultsOf(writeEdf(fileOf({ signals: signals(512) })))).toEqual([])
  const more = await open(fileOf({ signals: signals(514) }))
  expect(more.description.channels).toHaveLength(512)
  expect((await readWhole(more)).faults).toMatchObject([
    { what: 'limit', offset: 252, count: 2, detail: '514 channels' },
  ])
})

test('annotations alone are as long as the last of them', async () => {
  const signals = [
    {
      label: 'EDF Annotations',
      samplesPerRecord: 40,
      lists: [keeping(0, '+30\u001530\u0014deep\u0014\u0000+90\u0014end\u0014')],
    },
  ]
  const { description } = await open({ reserved: 'EDF+C', records: 1, recordDuration: 0, signals })
  expect(description.duration).toBe(90)
  const longer = [
    {
      label: 'EDF Annotations',
      samplesPerRecord: 40,
      lists: [keeping(0, '+30\u001580\u0014deep\u0014\u0000+90\u0014end\u0014')],
    },
  ]
  expect((await open({ reserved: 'EDF+C', records: 1, recordDuration: 0, signals: longer })).description.duration).toBe(
    110,
  )
})

test('a header of another length is told, and believed if the records fit only behind it', async () => {
  const file: WrittenEdf = {
    records: 2,
    recordDuration: 1,
    signals: [{ label: 'a', samplesPerRecord: 2, samples: [1, 2, 3, 4] }],
  }
  const bytes = writeEdf(file)
  bytes.set(new TextEncoder().encode('768     '), 184)
  const read = async (given: Uint8Array<ArrayBuffer>) => readWhole(await openRecording(memorySource(given), 'x.edf'))
  const short = await read(bytes)
  expect(short.channels[0]?.values).toEqual([1, 2, 3, 4])
  expect(short.faults).toMatchObject([{ what: 'wrong-header', offset: 184 }])
  const longer = new Uint8Array(bytes.length + 256)
  longer.set(bytes.subarray(0, 512))
  longer.set(bytes.subarray(512), 768)
  const long = await read(longer)
  expect([long.channels[0]?.values, long.faults]).toEqual([[1, 2, 3, 4], []])
  bytes.set(new TextEncoder().encode('        '), 184)
  expect((await read(bytes)).faults).toEqual([])
})

test('records that follow each other by the header and not by themselves are told once', async () => {
  const faultsOf = async (...onsets: readonly number[]) => {
    const signals = [
      { label: 'a', samplesPerRecord: 1, samples: onsets.map((_, index) => index) },
      { label: 'EDF Annotations', samplesPerRecord: 10, lists: onsets.map((onset) => keeping(onset)) },
    ]
    const { channels, faults } = await readWhole(
      await open({ reserved: 'EDF+C', records: onsets.length, recordDuration: 1, signals }),
    )
    expect(channels[0]?.values).toEqual(onsets.map((_, index) => index))
    return faults.map(({ what, detail }) => [what, detail])
  }
  expect(await faultsOf(0, 1, 30, 31, 60)).toEqual([['wrong-header', '+1 s, +30 s']])
  // A clock may be a little faster.
  expect(await faultsOf(0, 1.2, 2.4, 3.6)).toEqual([])
})
