import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gt3xFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { writeRecord, writeSchema, writeTwelveBits, writeWords } from '../testing/write-gt3x.ts'
import { joinBytes, writeZip } from '../testing/write-zip.ts'

const start = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000
const info = (more = '') =>
  new TextEncoder().encode(
    `Serial Number: MOS2A01\r\nDevice Type: wGT3XBT\r\nSample Rate: 2\r\nSubject Name: X\r\nTimeZone: 01:00:00\r\n${more}`,
  )
const archive = (records: readonly Uint8Array[], isDeflated = true) =>
  writeZip({ 'log.bin': joinBytes(records), 'info.txt': info() }, isDeflated)
const open = (bytes: Uint8Array<ArrayBuffer>) => openRecording(memorySource(bytes), 'x')
/** A second of two samples. */
const second = (index: number) => writeRecord(26, start + index, writeWords([256, 512, -256, 0, 128, 64]))

test('twelve-bit samples in the order Y, X, Z are read back', async () => {
  const value = fc.integer({ min: -2048, max: 2047 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 101 }), async (samples) => {
      const payload = writeTwelveBits(samples.flatMap(([x, y, z]) => [y, x, z]))
      const { channels } = await readWhole(await open(archive([writeRecord(0, start, payload)])))
      const axis = (index: number) => samples.map((sample) => (sample[index] ?? 0) / 256)
      expect(channels.slice(0, 3).map(({ values }) => values)).toEqual([axis(0), axis(1), axis(2)])
    }),
  )
})

test('words in the order X, Y, Z are read back, from stored and from deflated archives', async () => {
  for (const isDeflated of [true, false]) {
    const recording = await open(archive([second(0), second(1)], isDeflated))
    const { channels } = await readWhole(recording)
    expect(channels.map(({ values }) => values)).toEqual([
      [1, 0, 1, 0],
      [2, 0.5, 2, 0.5],
      [-1, 0.25, -1, 0.25],
    ])
    expect(recording.description).toMatchObject({
      format: 'ActiGraph GT3X',
      start,
      clock: 'local',
      device: 'ActiGraph wGT3XBT',
      serialnumber: 'MOS2A01',
      recognised: [{ code: 'utc-offset', params: { minutes: 60 } }],
    })
  }
})

test('seconds that the recorder slept through are a gap', async () => {
  const asleep = writeRecord(26, start + 2, [])
  const { channels, faults } = await readWhole(
    await open(archive([second(0), second(1), asleep, second(3), second(9)])),
  )
  expect([channels[0]?.gaps, channels[0]?.times, faults]).toEqual([[4, 6], [0, 0.5, 1, 1.5, 3, 3.5, 9, 9.5], []])
})

test('an inertial unit is read by the schema that the log holds', async () => {
  const schema = writeSchema(7, [
    { label: 'Accelerometer X', flags: 3, scale: 2048 },
    { label: 'Temperature', flags: 3, scale: 256 },
    { label: 'Magnetometer X', flags: 2, scale: 4 },
    { label: ' ', flags: 0, scale: 1 },
  ])
  const sample = joinBytes([writeWords([4096, 512], false), writeWords([-40, 0])])
  const data = joinBytes([writeWords([7]), sample, sample])
  const recording = await open(archive([writeRecord(24, start, schema), writeRecord(25, start, data)]))
  expect(recording.description.channels.map(({ name, unit, kind }) => [name, unit, kind])).toEqual([
    ['Accelerometer X', 'g', 'acceleration'],
    ['Temperature', '°C', 'temperature'],
    ['Magnetometer X', 'µT', 'magnetic'],
  ])
  const { channels } = await readWhole(recording)
  expect(channels.map(({ values }) => values)).toEqual([
    [2, 2],
    [23, 23],
    [-10, -10],
  ])
})

test('light, heart rate and battery are read at the time of their record', async () => {
  const readings = [writeRecord(5, start + 1, [44, 1]), writeRecord(4, start + 2, [72]), writeRecord(2, start, [4, 16])]
  const recording = await open(archive([second(0), ...readings, second(1)]))
  const { channels } = await readWhole(recording)
  expect(recording.description.channels.slice(3).map(({ name }) => name)).toEqual(['Lux', 'Heart rate', 'Battery'])
  expect(channels.slice(3).map(({ values, times }) => [Math.fround(values[0] ?? 0), times[0]])).toEqual([
    [300, 1],
    [72, 2],
    [Math.fround(4.1), 0],
  ])
})

test('a damaged record is counted where it lies, and the next one is found', async () => {
  const damaged = second(1)
  damaged[12] = 99
  const bytes = archive([second(0), damaged, Uint8Array.of(0, 0, 0), second(2)])
  const { channels, faults } = await readWhole(await open(bytes))
  expect(channels[0]?.times).toEqual([0, 0.5, 2, 2.5])
  expect(faults).toMatchObject([{ what: 'corrupt-block', count: 1, offset: second(0).length, at: 0 }])
})

test('a truncated archive is read as far as possible', async () => {
  const records = Array.from({ length: 500 }, (_, index) => second(index))
  for (const isDeflated of [false, true]) {
    const whole = archive(records, isDeflated)
    const cut = whole.slice(0, Math.floor(whole.length / 2))
    const { channels, faults } = await readWhole(await open(cut))
    expect(channels[0]?.values.length).toBeGreaterThan(isDeflated ? 0 : 400)
    expect(faults.at(-1)?.what).toBe('cut-off')
    if (isDeflated) expect(faults.at(-1)?.offset).toBe(cut.length)
  }
})

test('archives of the first firmware are read from the start in info.txt', async () => {
  const ticks = BigInt(start + 62_135_596_800) * 10_000_000n
  const samples = [6, 8, -323, 7, 9, -321, 7, 8, -321]
  const recording = await open(
    writeZip({
      'activity.bin': writeTwelveBits(samples),
      'lux.bin': Uint8Array.of(0x13, 0, 0xff, 0xff, 0x98, 0x08, 0x4c, 0x04),
      'info.txt': new TextEncoder().encode(`Serial Number: NEO1\nSample Rate: 30\nStart Date: ${ticks}\n`),
    }),
  )
  expect(recording.description).toMatchObject({ start, clock: 'local' })
  const { channels } = await readWhole(recording)
  const rounded = channels.slice(0, 3).map(({ values }) => values.map((value) => Number(value.toFixed(3))))
  expect(rounded).toEqual([
    [0.023, 0.026, 0.023],
    [0.018, 0.021, 0.021],
    [-0.947, -0.941, -0.941],
  ])
  expect(channels[3]?.values).toEqual([0, 0, 2500, 1375])
})

test('a zip of something else is refused', async () => {
  const opened = gt3xFormat.open(memorySource(writeZip({ 'a.txt': new Uint8Array(9) })))
  await expect(opened).rejects.toMatchObject({ code: 'no-data' })
})

test('a bomb of zeros inflates in small parts and can be stopped', async () => {
  const bytes = archive([second(0), new Uint8Array(30_000_000)])
  const controller = new AbortController()
  const recording = await open(bytes)
  await expect(
    (async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
    })(),
  ).rejects.toThrow(/abort/i)
})

test('hostile files end in a typed error or in what could be read', { timeout: 120_000 }, async () => {
  const records = [second(0), writeRecord(2, start, [4, 16]), second(1)]
  await survivesTruncation(gt3xFormat, archive(records))
  for (const isDeflated of [false, true]) await survivesFlips(gt3xFormat, archive(records, isDeflated), 200)
  await survivesNoise(gt3xFormat, archive(records, false).slice(0, 45))
})
