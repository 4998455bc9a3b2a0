import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import { type WrittenSector, writeCwa } from '../testing/write-cwa.ts'
import { describeChannels, readSector, readSectors, readTime, type Sector } from './cwa-file.ts'

const stamp = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000
const still = (axes: number, count = 10): WrittenSector => ({
  stamp,
  sequence: 70_000,
  axes: Array.from({ length: axes }, () => Array.from({ length: count }, () => 0)),
})

/** A sector in which words at some offsets are others, with a checksum that fits. */
function sectorOf(written: WrittenSector, changes: Readonly<Record<number, number>> = {}): DataView {
  const view = new DataView(writeCwa([written]).buffer, 1024)
  for (const [offset, word] of Object.entries(changes)) view.setUint16(Number(offset), word, true)
  let sum = 0
  for (let at = 0; at < 510; at += 2) sum += view.getUint16(at, true)
  view.setUint16(510, -sum, true)
  return view
}
const read = (written: WrittenSector, changes?: Readonly<Record<number, number>>) =>
  readSector(sectorOf(written, changes), 0)
/** The words with the code of the rate and the layout, and with the number of samples. */
const rated = (code: number, layout = 0x32) => ({ 24: layout * 256 + code })

describe('a sector', () => {
  test('has every value of its head', () => {
    const sector = read({ ...still(6), light: 300, scales: (3 << 13) | (2 << 10), temperature: 300, battery: 100 })
    expect(sector).toEqual({
      sequence: 70_000,
      start: stamp,
      rate: 100,
      count: 10,
      accelerationRange: 8,
      axes: 6,
      isPacked: false,
      accelerationScale: 1 / 2048,
      rotationScale: 2000 / 32768,
      light: 300,
      temperature: (300 * 75) / 256 - 50,
      battery: (612 * 6) / 1024,
    })
  })

  test.each([
    [0x0a, 100, 16],
    [0x49, 50, 8],
    [0x8b, 200, 4],
    [0xcf, 3200, 2],
  ])('with the code %i has %i Hz and ± %i g', (code, rate, range) => {
    expect(read(still(3), rated(code))).toMatchObject({ rate, accelerationRange: range })
  })

  test('of the first firmware has its rate where others have the sample of its time', () => {
    expect(read(still(3), { ...rated(0), 26: 100 })).toMatchObject({ rate: 100, start: stamp })
    expect(read(still(3), { ...rated(0), 26: 0 })).toBeUndefined()
  })

  test.each([
    [0x30, 3, true],
    [0x32, 3, false],
    [0x62, 6, false],
    [0x92, 9, false],
  ])('with the layout %i has %i axes', (layout, axes, isPacked) => {
    expect(read(still(3), rated(0x4a, layout))).toMatchObject({ axes, isPacked })
  })

  test.each([0x22, 0x42, 0x72, 0xa2, 0x12, 0x60, 0x31, 0x33])('with the layout %i is corrupt', (layout) => {
    expect(read(still(3), rated(0x4a, layout))).toBeUndefined()
  })

  test.each([
    [0x30, 120],
    [0x32, 80],
    [0x62, 40],
    [0x92, 26],
  ])('with the layout %i has at most %i samples', (layout, most) => {
    expect(read(still(3), { ...rated(0x4a, layout), 28: most })?.count).toBe(most)
    expect(read(still(3), { ...rated(0x4a, layout), 28: most + 1 })).toBeUndefined()
  })

  test('with a wrong mark, length, checksum or time is corrupt, and one that is cut off, too', () => {
    expect(read(still(3), { 0: 0x5842 })).toBeUndefined()
    expect(read(still(3), { 2: 509 })).toBeUndefined()
    expect(read(still(3), { 16: 0 })).toBeUndefined()
    const view = sectorOf(still(3))
    expect(readSector(view, 0)).toBeDefined()
    expect(readSector(view, 2)).toBeUndefined()
    expect(readSector(new DataView(view.buffer, 1024, 511), 0)).toBeUndefined()
    view.setUint8(511, view.getUint8(511) ^ 1)
    expect(readSector(view, 0)).toBeUndefined()
  })

  test.each([
    ['without a fraction', 0, 20, -0.2],
    ['with one of nothing', 0x8000, 20, -0.2],
    ['with one of a half', 0xc000, 20, 0.5 - 0.7],
    ['with one of a little less than a sample', 0x8000 + 327, 0, 327 / 0x8000],
    ['without a fraction but with an identity', 0x7fff, 20, -0.2],
  ])('%s begins so long before its time stamp', (_name, fractional, sample, before) => {
    expect((read(still(3), { 4: fractional, 26: sample })?.start ?? 0) - stamp).toBeCloseTo(before, 6)
  })
})

const packed = (year: number, month: number, day: number, hours: number, minutes: number, seconds: number) =>
  ((year << 26) | (month << 22) | (day << 17) | (hours << 12) | (minutes << 6) | seconds) >>> 0

test('times are from 2000 to 2063, and those that no calendar has are none', () => {
  expect(readTime(packed(0, 1, 1, 0, 0, 0))).toBe(Date.UTC(2000, 0, 1) / 1000)
  expect(readTime(packed(63, 12, 31, 23, 59, 59))).toBe(Date.UTC(2063, 11, 31, 23, 59, 59) / 1000)
  for (const wrong of [
    packed(24, 0, 1, 0, 0, 0),
    packed(24, 13, 1, 0, 0, 0),
    packed(24, 1, 0, 0, 0, 0),
    packed(24, 1, 1, 24, 0, 0),
    packed(24, 1, 1, 0, 60, 0),
    packed(24, 1, 1, 0, 0, 60),
  ])
    expect(readTime(wrong)).toBeNull()
})

test('channels are three axes of each sensor, and what a block contains once', () => {
  const sector = read(still(9)) as Sector
  const axes = (sensor: string, more: object) =>
    ['X', 'Y', 'Z'].map((axis) => ({ name: `${sensor} ${axis}`, rate: 100, ...more }))
  expect(describeChannels(sector)).toEqual([
    ...axes('Accelerometer', { unit: 'g', kind: 'acceleration', range: [-8, 8] }),
    ...axes('Gyroscope', { unit: '°/s', kind: 'rotation' }),
    ...axes('Magnetometer', { unit: null, kind: 'magnetic' }),
    { name: 'Light', unit: null, kind: 'light', rate: 10 },
    { name: 'Temperature', unit: '°C', kind: 'temperature', rate: 10 },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: 10 },
  ])
  expect(describeChannels({ ...sector, axes: 3, count: 1 })).toHaveLength(6)
  expect(describeChannels({ ...sector, axes: 3, count: 1 })[3]?.rate).toBe(100)
  expect(describeChannels({ ...sector, axes: 6, count: 0 })[6]?.rate).toBeNull()
})

test('sectors are read from any place', async () => {
  const source = memorySource(writeCwa([1, 2, 3, 4].map((sequence) => ({ ...still(3), sequence }))))
  const sequences = async (from: number, count: number) =>
    (await readSectors(source, from, count)).map((sector) => sector?.sequence)
  expect(await sequences(0, 4)).toEqual([1, 2, 3, 4])
  expect(await sequences(2, 3)).toEqual([3, 4, undefined])
})
