import { expect, test } from 'vitest'
import { hdf5Format } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readHdf5File } from '../testing/hdf5-files.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { findSuperblock } from './find-superblock.ts'

const open = (name: Parameters<typeof readHdf5File>[0]) => openRecording(memorySource(readHdf5File(name)), 'x')
const n = Array.from({ length: 100 }, (_, index) => index)
/** Without the sign of zero. */
const times = (factor: number) => n.map((each) => each * factor + 0)

test('groups, chunks, filters and attributes of the first structures are read', async () => {
  const recording = await open('first')
  expect(recording.description.format).toBe('HDF5')
  expect(recording.description.channels.map(({ name, unit, kind, rate }) => [name, unit, kind, rate])).toEqual([
    ['acc 1', null, 'acceleration', 50],
    ['acc 2', null, 'acceleration', 50],
    ['acc 3', null, 'acceleration', 50],
    ['left.gyro 1', 'dps', 'rotation', 25],
    ['left.gyro 2', 'dps', 'rotation', 25],
    // The attribute of the gyroscope is not that of the temperature.
    ['left.temp', null, 'temperature', 50],
  ])
  const { channels, faults } = await readWhole(recording)
  expect(faults).toMatchObject([{ what: 'not-supported', detail: 'cube: 3 dimensions' }])
  const values = channels.map((channel) => channel.values.map((value) => value + 0))
  expect(values).toEqual([n, times(2), times(-1), n, times(-3), times(0.25)])
})

test('chunk indexes of the latest structures are read, with a time beside them', async () => {
  const recording = await open('latest')
  const { channels, faults } = await readWhole(recording)
  expect(faults).toEqual([])
  expect(recording.description.channels.map(({ name }) => name).sort()).toEqual([
    'acc 1',
    'acc 2',
    'array',
    'plain',
    'single',
  ])
  expect(channels.map(({ values }) => values)).toEqual([n, times(2), n, n, n])
  expect(channels[0]?.times).toEqual(times(1 / 8))
})

test('a file of MATLAB 7.3 is read behind its text', async () => {
  const recording = await open('matlab')
  expect(recording.description.format).toBe('MATLAB 7.3')
  const { channels } = await readWhole(recording)
  expect([channels[0]?.values, channels[0]?.times]).toEqual([n, times(1 / 4)])
})

test('chunks of datasets that may grow are read, and numbers that nobody wrote are zeros', async () => {
  expect((await readWhole(await open('extensible'))).channels[0]?.values).toEqual(n)
  const recording = await open('grown')
  const { channels, faults } = await readWhole(recording)
  expect(faults).toEqual([])
  const written = (name: string) => {
    const { values = [] } = channels[recording.description.channels.findIndex((each) => each.name === name)] ?? {}
    return [values.length, ...values.flatMap((value, index) => (value === 0 ? [] : [[index, value]]))]
  }
  expect(written('far')).toEqual([60_000, [0, 1], [5, 6], [300, 1], [3000, 1], [59_999, 100]])
  expect(written('fixed')).toEqual([3000, [0, 1], [1023, 24], [1024, 25], [2999, 100]])
  expect(written('wide 2').slice(0, 3)).toEqual([20, [0, 1], [1, 3]])
  expect(written('wide 1').at(-1)).toEqual([19, 38])
})

test('hostile files end in a typed error or in what could be read', { timeout: 120_000 }, async () => {
  for (const name of ['first', 'latest', 'matlab', 'extensible'] as const) {
    const file = readHdf5File(name)
    await survivesTruncation(hdf5Format, file, 400)
    await survivesFlips(hdf5Format, file, 200)
    await survivesNoise(hdf5Format, file.slice(0, 1200), 50)
  }
})

test('without a rate a sample is a second, which is reported', async () => {
  // The attribute fs, by another name.
  const file = readHdf5File('first')
  const named = (at: number) => file[at] === 0x66 && file[at + 1] === 0x73 && file[at + 2] === 0
  for (let at = 0; at < file.length; at++) if (named(at)) file[at] = 0x7a
  const { description } = await openRecording(memorySource(file), 'x.h5')
  expect(description.recognised).toContainEqual({ code: 'rate-unknown' })
  expect(description.channels.map(({ rate }) => rate)).not.toContain(50)
  expect(description.duration).toBe(100)
})

test('the superblock is where all of its mark is, at one of four places', () => {
  const mark = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a)
  for (const place of [0, 512, 1024, 2048]) {
    const head = new Uint8Array(4096)
    // Part of it is none.
    head.set(mark.subarray(0, 7))
    head.set(mark, place)
    expect(findSuperblock(head)).toBe(place)
  }
  const elsewhere = new Uint8Array(4096)
  elsewhere.set(mark, 256)
  expect(findSuperblock(elsewhere)).toBeUndefined()
})
