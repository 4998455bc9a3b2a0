import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { memorySource } from '../source.ts'
import { type WrittenEdf, writeEdf } from '../testing/write-edf.ts'
import { readEdfHeader, readStart, readUtcOffset } from './edf-header.ts'

const file: WrittenEdf = {
  reserved: 'EDF+D',
  recordingid: `Startdate 02-MAR-2021 ${'x'.repeat(80)}`,
  start: ['02.03.21', '04.05.06'],
  records: 2,
  recordDuration: 0.5,
  signals: [
    { label: 'ECG', unit: 'mV', samplesPerRecord: 5, digital: [-100, 300], physical: [-1, 3], samples: [] },
    { label: 'EDF Annotations', samplesPerRecord: 7 },
    { label: 'Temp', samplesPerRecord: 1, physical: [5, 5] },
  ],
}
const change = (bytes: Uint8Array<ArrayBuffer>, offset: number, text: string) => {
  for (const [at, character] of [...text].entries()) bytes[offset + at] = character.charCodeAt(0)
  return bytes
}
const read = (bytes: Uint8Array<ArrayBuffer>) => readEdfHeader(memorySource(bytes))
const readWith = (offset: number, text: string, given = file) => read(change(writeEdf(given), offset, text))

describe('a header', () => {
  test('of EDF+ has every value, also in a file that ends after it', async () => {
    const bytes = change(writeEdf(file), 256 + 3 * 136 + 80, 'HP:0.1Hz LP:75Hz'.padEnd(80, '!'))
    const expected = {
      format: 'EDF+D',
      isInterrupted: true,
      bytesPerSample: 2,
      recordingid: `Startdate 02-MAR-2021 ${'x'.repeat(80 - 22)}`,
      start: Date.UTC(2021, 2, 2, 4, 5, 6) / 1000,
      headerBytes: 1024,
      isOtherLength: false,
      records: 2,
      recordDuration: 0.5,
      recordBytes: 2 * 13,
      signals: [
        {
          label: 'ECG',
          unit: 'mV',
          prefilter: '',
          samplesPerRecord: 5,
          offset: 0,
          isAnnotations: false,
          scale: { gain: 0.01, base: 0 },
          physical: [-1, 3],
        },
        {
          label: 'EDF Annotations',
          unit: '',
          prefilter: 'HP:0.1Hz LP:75Hz'.padEnd(80, '!'),
          samplesPerRecord: 7,
          offset: 10,
          isAnnotations: true,
          scale: { gain: 1, base: 0 },
          physical: [-32768, 32767],
        },
        {
          label: 'Temp',
          unit: '',
          prefilter: '',
          samplesPerRecord: 1,
          offset: 24,
          isAnnotations: false,
          scale: null,
          physical: [5, 5],
        },
      ],
    }
    expect(await read(bytes)).toEqual(expected)
    expect(await read(bytes.slice(0, 1024))).toEqual(expected)
    await expect(read(bytes.slice(0, 1023))).rejects.toMatchObject({ code: 'cut-off' })
    await expect(read(bytes.slice(0, 255))).rejects.toMatchObject({ code: 'cut-off' })
  })

  test.each([
    ['EDF', '', 'EDF', 2],
    ['EDF', 'EDF+C', 'EDF+C', 2],
    ['EDF', 'something', 'EDF', 2],
    ['BDF', '24BIT', 'BDF', 3],
    ['BDF', 'BDF+C', 'BDF+C', 3],
    ['BDF', 'BDF+D', 'BDF+D', 3],
  ] as const)('of %s with "%s" is %s of %i bytes', async (version, reserved, format, bytesPerSample) => {
    const header = await read(writeEdf({ ...file, version, reserved }))
    expect(header).toMatchObject({ format, bytesPerSample, isInterrupted: format.endsWith('D') })
    expect(header.signals.map(({ offset }) => offset)).toEqual([0, 5 * bytesPerSample, 12 * bytesPerSample])
    expect(header.recordBytes).toBe(13 * bytesPerSample)
  })

  test('fills no field from the next one', async () => {
    const reserved = 'EDF+C'.padEnd(44, '9')
    expect((await read(writeEdf({ ...file, reserved, claimedRecords: 12_345_678 }))).records).toBe(12_345_678)
    const sparse = { ...file, signals: [{ label: 'EDF Annotations', samplesPerRecord: 9 }] }
    expect((await readWith(244, '10000000', sparse)).recordDuration).toBe(10_000_000)
    expect((await readWith(236, '7       0.5     ')).records).toBe(7)
  })

  test.each([
    ['-1', null],
    ['0', 0],
    ['+3', 3],
  ])('with %s records', async (claimed, records) => {
    expect((await readWith(236, claimed.padEnd(8))).records).toBe(records)
  })

  test('is read in UTF-8 and in Latin-1', async () => {
    const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
    expect((await readWith(256, bytesOf('Måling').padEnd(16))).signals[0]?.label).toBe('Måling')
    expect((await readWith(256, 'Måling'.padEnd(16))).signals[0]?.label).toBe('Måling')
    expect((await readWith(256, `${bytesOf('Må')}\0\0`.padEnd(16))).signals[0]?.label).toBe('Må')
  })

  test('is read though padded with NUL, and with decimal commas', async () => {
    expect((await readWith(256, 'ECG\0\0\u001f')).signals[0]?.label).toBe('ECG')
    expect((await readWith(256, 'a!\0b')).signals[0]?.label).toBe('a! b')
    expect((await readWith(244, '0,25    ')).recordDuration).toBe(0.25)
  })
})

describe('a header is refused', () => {
  test.each([
    ['no signals', 252, '0   ', 252, '0 signals'],
    ['a negative number of signals', 252, '-1  ', 252, '-1 signals'],
    ['signals that are no number', 252, 'x   ', 252, 'x'],
    ['records that are no number', 236, '1.5     ', 236, '1.5'],
    ['records that are missing', 236, '        ', 236, ''],
    ['a negative number of samples', 256 + 3 * 216 + 8, '-7      ', 256 + 3 * 216 + 8, '-7 samples per record'],
    ['samples that are no number', 256 + 3 * 216 + 16, '?       ', 256 + 3 * 216 + 16, '?'],
    ['a negative duration', 244, '-1      ', 244, 'a record of -1 s'],
    ['a duration without a number', 244, '        ', 244, 'a record of  s'],
    ['an endless duration', 244, '1e99    ', 244, 'a record of 1e99 s'],
    ['no duration', 244, '0       ', 244, 'a record of 0 s'],
  ])('with %s', async (_name, at, text, offset, detail) => {
    await expect(readWith(at, text)).rejects.toMatchObject({ code: 'wrong-header', offset, detail })
  })

  test('with more signals than four digits can name, and not with as many', async () => {
    await expect(readWith(252, '9999')).rejects.toMatchObject({ code: 'cut-off' })
    const bytes = writeEdf({ ...file, records: 0, signals: [{ label: 'a', samplesPerRecord: 1 }] })
    expect((await read(bytes)).signals).toHaveLength(1)
  })

  test('without any sample', async () => {
    const signals = [0, 0].map(() => ({ label: 'a', samplesPerRecord: 0 }))
    await expect(read(writeEdf({ ...file, signals }))).rejects.toMatchObject({
      code: 'wrong-header',
      offset: 256 + 2 * 216,
      detail: 'no samples in a record',
    })
    const one = await read(writeEdf({ ...file, signals: [...signals, { label: 'b', samplesPerRecord: 1 }] }))
    expect(one.signals.map(({ samplesPerRecord }) => samplesPerRecord)).toEqual([0, 0, 1])
  })

  test('with a rate beyond belief, but not for annotations or an empty signal', async () => {
    const withSignals = (recordDuration: number | string, ...signals: WrittenEdf['signals']) =>
      read(writeEdf({ ...file, records: 0, recordDuration, signals }))
    const annotations = { label: 'EDF Annotations', samplesPerRecord: 4 }
    const empty = { label: 'a', samplesPerRecord: 0 }
    const one = { label: 'a', samplesPerRecord: 1 }
    expect((await withSignals(0, annotations, empty)).recordDuration).toBe(0)
    expect((await withSignals('3.2e9', annotations)).recordDuration).toBe(limits.duration)
    await expect(withSignals('3.21e9', annotations)).rejects.toMatchObject({ offset: 244 })
    expect((await withSignals(99_999, one)).recordDuration).toBe(99_999)
    await expect(withSignals(100_001, one)).rejects.toMatchObject({ offset: 244 })
    await expect(withSignals(100_001, { ...one, samplesPerRecord: 4 }, one)).rejects.toMatchObject({ offset: 244 })
  })
})

test.each([
  [[-100, 100], [0, 10], { gain: 0.05, base: 5 }],
  [[100, -100], [0, 10], { gain: -0.05, base: 5 }],
  [[5, 5], [0, 10], null],
  [[0, 10], [3, 3], null],
  [[0, 10], ['x', 3], null],
] as const)('digital limits of %j and physical ones of %j', async (digital, physical, scale) => {
  const signals = [{ label: 'a', samplesPerRecord: 1, digital, physical }]
  expect((await read(writeEdf({ ...file, signals }))).signals[0]?.scale).toEqual(scale)
})

describe('the start', () => {
  test.each([
    ['01.02.84', '03.04.05', '', Date.UTC(2084, 1, 1, 3, 4, 5)],
    ['01.02.85', '03:04:05', '', Date.UTC(1985, 1, 1, 3, 4, 5)],
    ['31.12.99', '23.59.59', '', Date.UTC(1999, 11, 31, 23, 59, 59)],
    ['01.02.03', '00.00.00', 'Startdate X X X X', Date.UTC(2003, 1, 1)],
    ['01.02.03', '00.00.00', 'Startdate 04-Xyz-1951', Date.UTC(2003, 1, 1)],
    ['xx.xx.xx', '00.00.01', 'Startdate 04-may-1951 X', Date.UTC(1951, 4, 4, 0, 0, 1)],
  ])('of %s %s with "%s"', (date, time, recordingid, milliseconds) => {
    expect(readStart(date, time, recordingid)).toBe(milliseconds / 1000)
  })

  test('may be in any month', () => {
    for (const [index, month] of 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ').entries())
      expect(readStart('', '00.00.00', `Startdate 05-${month}-2001`)).toBe(Date.UTC(2001, index, 5) / 1000)
  })

  test.each([
    ['01.02.03', '24.00.00'],
    ['01.02.03', '00.60.00'],
    ['01.02.03', '00.00.60'],
    ['01.02.03', '1.2.3'],
    ['30.02.03', '00.00.00'],
    ['01.13.03', '00.00.00'],
    ['00.01.03', '00.00.00'],
    ['1.2.3', '00.00.00'],
  ])('of %s %s is none', (date, time) => {
    expect(readStart(date, time, '')).toBeNull()
  })

  test('is in the recording field only of EDF+', async () => {
    const start = ['05.06.07', '00.00.00'] as const
    expect((await read(writeEdf({ ...file, start, reserved: '' }))).start).toBe(Date.UTC(2007, 5, 5) / 1000)
    expect((await read(writeEdf({ ...file, start }))).start).toBe(Date.UTC(2021, 2, 2) / 1000)
  })
})

test.each([
  ['TZ=+0200', 120],
  ['X_TZ=-03:30', -210],
  ['X TZ=+1400', 840],
  ['TZ=+1401', null],
  ['TZ=-1500', null],
  ['XTZ=+0200', null],
])('"%s" is an offset of %s minutes', (text, minutes) => {
  expect(readUtcOffset(text)).toBe(minutes)
})
