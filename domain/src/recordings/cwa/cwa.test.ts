import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cwaFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { type WrittenSector, writeCwa } from '../testing/write-cwa.ts'

const start = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000
const open = (sectors: readonly WrittenSector[], hardware?: number) =>
  openRecording(memorySource(writeCwa(sectors, hardware)), 'x')
const ramp = (count: number, factor = 1) => Array.from({ length: count }, (_, index) => (index - 40) * factor)
const still = [ramp(100, 0), ramp(100, 0), ramp(100, 0)]

/** 100 samples at 100 Hz: a second each. */
const second = (index: number, more: Partial<WrittenSector> = {}): WrittenSector => ({
  stamp: start + index,
  sequence: index,
  axes: still,
  isPacked: true,
  ...more,
})

test('packed samples of an AX3 are read back at each of the four shifts', async () => {
  const value = fc.integer({ min: -512 * 8, max: 511 * 8 }).map((raw) => raw - (raw % 8))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 120 }), async (samples) => {
      const axes = [0, 1, 2].map((axis) => samples.map((sample) => sample[axis] ?? 0))
      const { channels } = await readWhole(await open([second(0, { axes })]))
      expect(channels.slice(0, 3).map(({ values }) => values)).toEqual(
        axes.map((axis) => axis.map((each) => each / 256)),
      )
    }),
  )
})

test('an AX6 has rotation and acceleration, with the scales of each block', async () => {
  const axes = [1, 2, 3, 4, 5, 6].map((factor) => ramp(40, factor))
  // 1/2048 g (±16 g), 2000 °/s.
  const recording = await open([second(0, { axes, isPacked: false, scales: (3 << 13) | (2 << 10) })], 0x64)
  expect(recording.description).toMatchObject({ device: 'Axivity AX6', serialnumber: '77881', duration: 0.4 })
  expect(recording.description.channels.map(({ kind }) => kind).slice(0, 6)).toEqual([
    ...Array.from({ length: 3 }, () => 'acceleration'),
    ...Array.from({ length: 3 }, () => 'rotation'),
  ])
  const { channels } = await readWhole(recording)
  expect(channels[0]?.values).toEqual(ramp(40, 4 / 2048))
  expect(channels[3]?.values).toEqual(ramp(40, 2000 / 32768))
})

test('light, temperature and battery are read once a block', async () => {
  const recording = await open([second(0, { light: 300, temperature: 256, battery: 188 }), second(1, { light: 301 })])
  const { channels } = await readWhole(recording)
  expect(channels.slice(3).map(({ values }) => values[0])).toEqual([300, 25, Math.fround(((188 + 512) * 6) / 1024)])
  expect(channels[3]?.times).toEqual([0, 1])
})

test('a block is placed by its fraction of a second and the sample that it names', async () => {
  const { description } = await open([second(0, { fraction: 0.5, sample: 20 })])
  expect(description.start).toBe(start + 0.5 - 0.2)
  expect((await open([second(0, { sample: -30 })])).description.start).toBe(start + 0.3)
})

test('missing blocks are a gap, and so is a recorder that slept', async () => {
  const sectors = [0, 1, 3].map((index) => second(index))
  const slept = second(500, { sequence: 4 })
  const { channels, faults } = await readWhole(await open([...sectors, slept]))
  expect([channels[0]?.gaps, channels[3]?.gaps, faults]).toEqual([[200, 300], [2, 3], []])
})

test('a clock that samples three percent too slowly leaves no gaps, and each block its time', async () => {
  const sectors = Array.from({ length: 200 }, (_, index) => {
    const at = start + index * 1.03
    return second(index, { stamp: Math.floor(at), fraction: at - Math.floor(at) })
  })
  const { channels } = await readWhole(await open(sectors))
  expect(channels[0]?.gaps).toEqual([])
  for (const [index] of sectors.entries())
    expect(Math.abs((channels[0]?.times[index * 100] ?? 0) - index * 1.03)).toBeLessThan(0.006)
})

test('corrupt blocks are counted where they lie, and their samples left out', async () => {
  const sectors = [0, 1, 2, 3, 4, 5].map((index) => second(index, { isCorrupt: [0, 2, 3].includes(index) }))
  const recording = await open(sectors)
  const { channels, faults } = await readWhole(recording)
  expect(recording.description.start).toBe(start + 1)
  expect(faults).toMatchObject([
    { what: 'corrupt-block', count: 1, offset: 1024, at: 0 },
    { what: 'corrupt-block', count: 2, offset: 1024 + 2 * 512, at: 1 },
  ])
  expect([channels[0]?.values.length, channels[0]?.gaps]).toEqual([300, [100]])
})

test('a block with an earlier time is omitted and reported', async () => {
  const { channels, faults } = await readWhole(await open([second(10), second(3), second(12)]))
  expect(channels[0]?.values.length).toBe(200)
  expect(faults).toMatchObject([{ what: 'time-backwards', offset: 1536, at: 1 }])
})

test('a range of time is read from near its start', async () => {
  const recording = await open(Array.from({ length: 1200 }, (_, index) => second(index)))
  const { channels } = await readWhole(recording, { from: 700, to: 710 })
  expect(channels[0]?.times[0]).toBeLessThanOrEqual(700)
  expect(channels[0]?.times[0]).toBeGreaterThan(690)
})

test('a file with only corrupt blocks has no data', async () => {
  await expect(open([second(0, { isCorrupt: true })])).rejects.toMatchObject({ code: 'no-data', offset: 1024 })
})

test('hostile files end in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const file = writeCwa([second(0), second(1, { isCorrupt: true }), second(2)])
  await survivesTruncation(cwaFormat, file)
  await survivesFlips(cwaFormat, file)
  await survivesNoise(cwaFormat, file.slice(0, 1024))
  await survivesNoise(cwaFormat, file.slice(0, 1054))
})
