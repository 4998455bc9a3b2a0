import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { openWfdbAnnotations } from './wfdb-annotations.ts'

const textOf = (text: string) => memorySource(new TextEncoder().encode(text))
/** A beat after five samples, an ectopic one 20 later, and the end. */
const two = memorySource(Uint8Array.of(5, 1 << 2, 20, 5 << 2, 0, 0))
const open = (header: string, annotations = two) => openWfdbAnnotations(annotations, textOf(header))

test('annotations alone are a recording without signals, at the start and with the length of their header', async () => {
  const recording = await open('r 1 10 600 07:08:09 06/05/2024\nr.dat 16 1 12\n')
  expect(recording.description).toEqual({
    format: 'WFDB',
    recognised: [],
    start: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000,
    clock: 'local',
    duration: 60,
    channels: [],
    samples: 0,
  })
  expect(await recording.annotations()).toEqual([
    { at: 0.5, duration: null, text: 'N' },
    { at: 2.5, duration: null, text: 'V' },
  ])
  expect([recording.layout, recording.fingerprint]).toEqual([null, null])
  expect(await Array.fromAsync(recording.blocks())).toEqual([])
})

test('without a length in the header, they last as long as the last one is late, and without a date the clock is unknown', async () => {
  expect((await open('r 1 10\nr.dat 16 1 12\n')).description).toMatchObject({
    start: null,
    clock: 'unknown',
    duration: 2.5,
  })
  expect((await open('r 1 10\nr.dat 16 1 12\n', memorySource(new Uint8Array(2)))).description.duration).toBe(0)
})

test('of their header, the first megabyte is read', async () => {
  const asked: number[][] = []
  const header: Source = {
    size: 2 ** 30,
    read: async (offset, length) => {
      asked.push([offset, length])
      return new TextEncoder().encode('r 1 10\nr.dat 16 1 12\n')
    },
  }
  expect((await openWfdbAnnotations(two, header)).description.format).toBe('WFDB')
  expect(asked).toEqual([[0, limits.headerBytes]])
})

test('a header that is none is refused', async () => {
  await expect(open('')).rejects.toMatchObject({ code: 'no-data', line: 1 })
  await expect(open('r 0 10\n')).rejects.toMatchObject({ code: 'wrong-header', line: 1 })
})

test('times are counted at the rate that the annotations say, which is no event', async () => {
  const line = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return [0, 22 << 2, bytes.length & 255, (63 << 2) | (bytes.length >> 8), ...bytes, ...(bytes.length % 2 ? [0] : [])]
  }
  const annotations = (...lines: readonly string[]) =>
    memorySource(Uint8Array.from([...lines.flatMap(line), 5, 1 << 2, 20, 5 << 2, 0, 0]))
  const events = async (...lines: readonly string[]) =>
    (await open('r 1 10\nr.dat 16 1 12\n', annotations(...lines)).then((each) => each.annotations())).map(
      ({ at, text }) => [at, text],
    )
  expect(await events('## time resolution: 50')).toEqual([
    [0.1, 'N'],
    [0.5, 'V'],
  ])
  expect(await events('## annotation type definitions', '## time resolution: 2.5')).toEqual([
    [2, 'N'],
    [10, 'V'],
  ])
  expect(await events('time resolution: 50')).toEqual([
    [0, '" time resolution: 50'],
    [0.5, 'N'],
    [2.5, 'V'],
  ])
  expect((await events('## time resolution: 0'))[0]).toEqual([0.5, 'N'])
})
