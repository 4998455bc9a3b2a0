import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import { headerOf } from '../wfdb/record-files.ts'
import {
  cwaFormat,
  edfFormat,
  formats,
  geneactivFormat,
  gt3xFormat,
  hdf5Format,
  matlabFormat,
  wfdbFormat,
  wfdbSamplesFormat,
} from './formats.ts'

const source = memorySource(new Uint8Array())
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
/** Bytes at an offset, in a head of zeros. */
function headOf(offset: number, mark: readonly number[], length = 4096): Uint8Array {
  const head = new Uint8Array(length)
  head.set(mark, offset)
  return head
}
/** A mark is known, and not if any of its bytes is another or it lies elsewhere. */
function expectMark(sniff: (head: Uint8Array) => boolean, offset: number, mark: readonly number[]) {
  expect(sniff(headOf(offset, mark))).toBe(true)
  expect(sniff(headOf(offset + 1, mark))).toBe(false)
  for (const index of mark.keys()) {
    for (const change of [1, -1])
      expect(
        sniff(
          headOf(
            offset,
            mark.map((byte, at) => (at === index ? (byte + change) & 255 : byte)),
          ),
        ),
      ).toBe(false)
  }
}

test('formats have their names, and text and what has no mark come last', () => {
  expect(formats.map(({ name }) => name)).toEqual([
    'EDF',
    'Axivity CWA',
    'ActiGraph GT3X',
    'GENEActiv',
    'HDF5',
    'MATLAB',
    'WFDB',
    'CSV',
    'WFDB',
    'WFDB',
  ])
})

test('EDF and BDF, a header or a block of CWA, and HDF5 are known by their marks', () => {
  expectMark((head) => edfFormat.sniff(head, source, ''), 0, [...bytesOf('0       ')])
  expectMark((head) => edfFormat.sniff(head, source, ''), 0, [0xff, ...bytesOf('BIOSEMI')])
  expectMark((head) => cwaFormat.sniff(head, source, ''), 0, [...bytesOf('MD'), 0xfc, 3])
  expectMark((head) => cwaFormat.sniff(head, source, ''), 1024, [...bytesOf('AX'), 0xfc, 1])
  for (const offset of [0, 512, 1024, 2048])
    expectMark((head) => hdf5Format.sniff(head, source, ''), offset, [0x89, ...bytesOf('HDF\r\n'), 0x1a, 10])
})

describe('an archive of ActiGraph', () => {
  const zip = (name: string) =>
    Uint8Array.from([
      0x50,
      0x4b,
      3,
      4,
      ...new Uint8Array(22),
      name.length & 255,
      name.length >> 8,
      0,
      0,
      ...bytesOf(name),
      1,
    ])

  test.each(['log.bin', 'info.txt', 'activity.bin', 'lux.bin', 'eeprom.bin', 'metadata.bin'])(
    'begins with %s',
    (name) => {
      expect(gt3xFormat.sniff(zip(name), source, 'x')).toBe(true)
      expect(gt3xFormat.sniff(zip(`${name}x`), source, 'x')).toBe(false)
    },
  )

  test('may have another entry if its name says so', () => {
    expect(gt3xFormat.sniff(zip('a.txt'), source, 'x.GT3X')).toBe(true)
    expect(gt3xFormat.sniff(zip('a.txt'), source, 'x.zip')).toBe(false)
    expect(gt3xFormat.sniff(zip('log.bin'.padEnd(7 + 256, 'x')), source, 'x')).toBe(false)
    expectMark((head) => gt3xFormat.sniff(head, source, 'x.gt3x'), 0, [0x50, 0x4b, 3, 4])
    expect(gt3xFormat.sniff(Uint8Array.of(0x50, 0x4b, 3, 4), source, 'x')).toBe(false)
  })
})

test('GENEActiv begins with its identity, and names itself or its serial number', () => {
  const sniff = (text: string) => geneactivFormat.sniff(bytesOf(text), source, '')
  expect(sniff('Device Identity\r\nDevice Type:GENEActiv\r\n')).toBe(true)
  expect(sniff('Device Identity\nDevice Unique Serial Code:1\n')).toBe(true)
  expect(sniff('Device Identity\nDevice Type:Other\n')).toBe(false)
  expect(sniff('Identity\nDevice Type:GENEActiv\n')).toBe(false)
  const after = (count: number) => sniff(`Device Identity\n${'x'.repeat(count)}\nDevice Type:GENEActiv`)
  expect(after(2048 - 16 - 22)).toBe(true)
  expect(after(2048 - 16 - 21)).toBe(false)
})

test('MATLAB 5 to 7 begins with its text, and ends its header with version and order', () => {
  const sniff = (text: string, end: readonly number[]) => {
    const head = new Uint8Array(200).fill(32)
    head.set(bytesOf(text))
    head.set(end, 124)
    return matlabFormat.sniff(head, source, '')
  }
  const [little, big] = [
    [0, 1, 0x49, 0x4d],
    [1, 0, 0x4d, 0x49],
  ] as const
  expect([little, big].map((end) => sniff('MATLAB 5.0 MAT-file, x', end))).toEqual([true, true])
  expect([little, big].map((end) => sniff('MATLAB 7.3 MAT-file', end))).toEqual([false, false])
  for (const end of [
    [1, 0, 0x49, 0x4d],
    [0, 1, 0x4d, 0x49],
    [1, 1, 0x49, 0x49],
    [0, 2, 0x49, 0x4d],
    [2, 0, 0x4d, 0x49],
  ])
    expect(sniff('MATLAB 5.0 MAT-file', end)).toBe(false)
})

test.each([
  ['100 2 360 650000\n100.dat 212 200\n', 'x', true],
  ['100 2 360 650000\r\n100.dat 212 200\r\n', 'x', true],
  ['100 2\r\n100.dat 16\r\n', 'x', true],
  ['# a comment\n\n100 2\n# another\n100.DAT 16\n', 'x', true],
  ['100/3 2 360\n100.bin 212\n', 'x', true],
  ['100 2\nsamples 16\n', 'x', false],
  ['100 2\nsamples 16\n', 'x.HEA', true],
  ['100 2\n', 'x.hea', false],
  ['time,x\n1,2\n', 'x.hea', false],
])('%j named %s is a header of WFDB: %s', (text, name, expected) => {
  expect(wfdbFormat.sniff(bytesOf(text), source, name)).toBe(expected)
})

test('samples of WFDB are known by their name alone, and need their header', async () => {
  expect([headerOf('a.DAT'), headerOf('a.dat.x')]).toEqual(['a.hea', 'a.dat.x'])
  expect(
    ['a.dat', 'a.DAT', 'a.dat.csv'].map((name) => wfdbSamplesFormat.sniff(new Uint8Array(), source, name)),
  ).toEqual([true, true, false])
  await expect(wfdbSamplesFormat.open(source, { filename: 'a.dat' })).rejects.toMatchObject({
    code: 'missing-companion',
    offset: 0,
    detail: 'a.hea',
  })
  await expect(wfdbSamplesFormat.open(source)).rejects.toMatchObject({ code: 'missing-companion', detail: '' })
})
