import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { decodeGroups, groupOf, readWfdbHeader, samplesIn } from './wfdb-header.ts'

const signal = {
  filename: 'r.dat',
  format: 16,
  samplesPerFrame: 1,
  skew: 0,
  offset: 0,
  gain: null,
  baseline: 0,
  unit: 'mV',
  initial: 0,
  name: '',
}

test('what a header leaves out is as the guide says', () => {
  expect(readWfdbHeader('r 1\nr.dat 16')).toEqual({
    record: 'r',
    rate: 250,
    frames: null,
    start: null,
    signals: [signal],
  })
})

test('everything that a header says is read, and lines beyond its signals are not', () => {
  const text =
    '\r\n# first\nrec 2 12.5/4(0) 900 10:20:30.5 1/2/2003\n\n a.dat 212x2:3+24 -2.5e1(10)/uV 12 7 5 0 0 ECG  lead II\nb.dat 80 200 8 -4 x\nc.dat 16\n#end'
  expect(readWfdbHeader(text)).toEqual({
    record: 'rec',
    rate: 12.5,
    frames: 900,
    start: Date.UTC(2003, 1, 1, 10, 20, 30, 500) / 1000,
    signals: [
      {
        filename: 'a.dat',
        format: 212,
        samplesPerFrame: 2,
        skew: 3,
        offset: 24,
        gain: -25,
        baseline: 10,
        unit: 'uV',
        initial: 5,
        name: 'ECG lead II',
      },
      { ...signal, filename: 'b.dat', format: 80, gain: 200, baseline: -4 },
    ],
  })
})

test.each([
  ['a gain of zero', '0/V 12 3', { gain: null, baseline: 3, unit: 'V' }],
  ['a gain that is no number', '1.2.3 12 3', { gain: null, baseline: 3 }],
  ['a gain that is text', 'high 12 3', { gain: null, baseline: 3, unit: 'mV' }],
  ['a baseline beside a zero', '200(-7) 12 3', { gain: 200, baseline: -7 }],
  ['numbers that are not whole', '200 12 1.5 2.5', { gain: 200, baseline: 0, initial: 0 }],
])('%s is read as calibration', (_name, calibration, expected) => {
  expect(readWfdbHeader(`r 1\nr.dat 16 ${calibration}`).signals).toEqual([{ ...signal, ...expected }])
})

test('a long description is cut', () => {
  const { signals } = readWfdbHeader(`r 1\nr.dat 16 0 0 0 0 0 0 ${'n'.repeat(300)}`)
  expect(signals[0]?.name).toHaveLength(200)
})

test.each([
  ['12:34:56 31/12/1999', Date.UTC(1999, 11, 31, 12, 34, 56) / 1000],
  ['34:56 31/12/1999', Date.UTC(1999, 11, 31, 0, 34, 56) / 1000],
  ['56 31/12/1999', Date.UTC(1999, 11, 31, 0, 0, 56) / 1000],
  ['12:34:56', null],
  ['noon 31/12/1999', null],
  ['12:34:56 31-12-1999', null],
])('%s tells when a record began', (text, start) => {
  expect(readWfdbHeader(`r 1 250 10 ${text}\nr.dat 16`).start).toBe(start)
})

test.each([
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['many', null],
  ['1', 1],
])('%s frames', (frames, expected) => {
  expect(readWfdbHeader(`r 1 250 ${frames}\nr.dat 16`).frames).toBe(expected)
})

test.each([
  ['', { code: 'no-data', line: 1 }],
  ['# only a comment', { code: 'no-data', line: 1 }],
  ['\nm/2 1\nr.dat 16', { code: 'unsupported', line: 2, detail: 'segments' }],
  ['r 0\nr.dat 16', { code: 'wrong-header', line: 1, detail: '0 signals' }],
  ['r some\nr.dat 16', { code: 'wrong-header', line: 1, detail: 'some signals' }],
  ['r 1.5\nr.dat 16', { code: 'wrong-header', line: 1, detail: '1.5 signals' }],
  ['r 10000\nr.dat 16', { code: 'wrong-header', line: 1, detail: '10000 signals' }],
  ['r 9999\nr.dat 16\n', { code: 'cut-off', line: 3, detail: '1 of 9999 signals' }],
  ['r 1 0\nr.dat 16', { code: 'wrong-header', line: 1, detail: '0 Hz' }],
  ['r 2\nr.dat 16\n\nr.dat none', { code: 'wrong-header', line: 4, detail: 'none' }],
  ['r 1\nr.dat 508', { code: 'unsupported', line: 2, detail: 'format 508' }],
  ['r 1\nr.dat 16x0', { code: 'wrong-header', line: 2, detail: '16x0' }],
  [`r 1\nr.dat 16x${limits.blockSamples + 1}`, { code: 'wrong-header', line: 2 }],
])('%j is refused, and it is said where', (text, why) => {
  expect(() => readWfdbHeader(text)).toThrow(expect.objectContaining(why))
})

test('as many samples for a frame as a block may have are read', () => {
  const { signals } = readWfdbHeader(`r 1\nr.dat 16x${limits.blockSamples}`)
  expect(signals[0]?.samplesPerFrame).toBe(limits.blockSamples)
})

describe('samples', () => {
  test.each([
    [8, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    [80, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    [16, [0, 0, 1, 1, 2, 2, 3, 3, 4]],
    [61, [0, 0, 1, 1, 2, 2, 3, 3, 4]],
    [160, [0, 0, 1, 1, 2, 2, 3, 3, 4]],
    [24, [0, 0, 0, 1, 1, 1, 2, 2, 2]],
    [32, [0, 0, 0, 0, 1, 1, 1, 1, 2]],
    [212, [0, 0, 1, 2, 2, 3, 4, 4, 5]],
    [310, [0, 0, 1, 1, 3, 3, 4, 4, 6]],
    [311, [0, 0, 1, 2, 3, 3, 4, 5, 6]],
  ] as const)('of format %d are counted in files of up to eight bytes', (format, counts) => {
    expect(counts.map((_, bytes) => samplesIn(format, bytes))).toEqual(counts)
    const { samples, bytes } = groupOf(format)
    expect(samplesIn(format, 10 * bytes)).toBe(10 * samples)
  })

  test.each([
    [16, [0, 128], [1, 128]],
    [24, [0, 0, 128], [1, 0, 128]],
    [32, [0, 0, 0, 128], [1, 0, 0, 128]],
    [61, [128, 0], [128, 1]],
    [80, [0], [1]],
    [160, [0, 0], [1, 0]],
    [212, [0, 8, 0], [1, 8, 0]],
    [310, [0, 4, 0, 0], [2, 4, 0, 0]],
    [311, [0, 2, 0, 0], [1, 2, 0, 0]],
  ] as const)('of format %d are missing at the lowest value only', (format, lowest, next) => {
    const [missing] = decodeGroups(format, Uint8Array.from(lowest), 1)
    const [value] = decodeGroups(format, Uint8Array.from(next), 1)
    expect(missing).toBeNaN()
    const bits = { 16: 16, 24: 24, 32: 32, 61: 16, 80: 8, 160: 16, 212: 12, 310: 10, 311: 10 }[format]
    expect(value).toBe(1 - 2 ** (bits - 1))
  })

  test('of differences are never missing', () => {
    expect([...decodeGroups(8, Uint8Array.of(128, 127, 255), 3)]).toEqual([-128, 127, -1])
  })
})

test.each([
  ['r', ' signals'],
  ['r 1\nr.dat', ''],
])('a header %j that ends before its values is refused', (text, detail) => {
  expect(() => readWfdbHeader(text)).toThrow(expect.objectContaining({ code: 'wrong-header', detail }))
})

test('a time and a date need one another', () => {
  expect(readWfdbHeader('r 1 10 5 10:20:30\nr.dat 16').start).toBeNull()
  expect(readWfdbHeader('r 1 10 5 x 01/02/2003\nr.dat 16').start).toBeNull()
})
