import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matlabFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { survey } from '../seen/survey.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { type WrittenVariable, writeMatlab } from '../testing/write-matlab.ts'

const open = (variables: readonly WrittenVariable[], isDeflated = true) =>
  openRecording(memorySource(writeMatlab(variables, isDeflated)), 'x')
const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const single = (name: string, value: number): WrittenVariable => ({ name, kind: 'double', rows: 1, numbers: [value] })
const column = (name: string, numbers: readonly number[]): WrittenVariable => ({
  name,
  kind: 'double',
  rows: numbers.length,
  numbers,
})

test('matrices are read back in either orientation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: -32768, max: 32767 }), fc.double({ noNaN: true })), {
        minLength: 8,
        maxLength: 90,
      }),
      fc.boolean(),
      async (frames, isDeflated) => {
        const tall = frames.map(([first]) => first)
        const wide = frames.map(([, second]) => second)
        const recording = await open(
          [
            { name: 'tall', kind: 'int16', rows: frames.length, numbers: [...tall, ...tall.toReversed()] },
            { name: 'wide', kind: 'double', rows: 2, numbers: wide.flatMap((value) => [value, -value]) },
            single('fs', 20),
          ],
          isDeflated,
        )
        expect(recording.description.channels.map(({ name, rate }) => [name, rate])).toEqual(
          ['tall 1', 'tall 2', 'wide 1', 'wide 2'].map((name) => [name, 20]),
        )
        const { channels, faults } = await readWhole(recording)
        expect(faults).toEqual([])
        expect(channels.map(({ values }) => values)).toEqual([
          tall,
          tall.toReversed(),
          wide,
          wide.map((value) => -value),
        ])
      },
    ),
    { numRuns: 40 },
  )
})

test('a structure provides the rate of its own arrays', async () => {
  const left = { name: 'left', fields: [column('acc', ten), single('fs', 50)] }
  const right = { name: 'right', fields: [column('gyro', ten), single('fs', 10)] }
  const { description } = await open([left, right])
  expect(description.channels.map(({ name, kind, rate }) => [name, kind, rate])).toEqual([
    ['left.acc', 'acceleration', 50],
    ['right.gyro', 'rotation', 10],
  ])
  expect(description.duration).toBe(1)
})

test('an array outside of structures has the rate outside of them', async () => {
  const left = { name: 'left', fields: [column('acc', ten), single('fs', 50)] }
  const { description } = await open([column('ecg', ten), left, single('fs', 10)])
  expect(description.channels.map(({ name, rate }) => [name, rate])).toEqual([
    ['ecg', 10],
    ['left.acc', 50],
  ])
})

test('times beside an array are its times, counted from the first', async () => {
  const times = ten.map((each) => 100 + each * each)
  const { channels } = await readWhole(await open([column('ecg', ten), column('time', times)]))
  expect(channels.map((each) => each.times)).toEqual([times.map((time) => time - 101)])
})

test('without a rate a sample is a second, which is reported', async () => {
  expect((await open([column('ecg', ten)])).description).toMatchObject({
    recognised: [{ code: 'rate-unknown' }],
    duration: 10,
  })
})

test('a file without a numeric array has no data', async () => {
  await expect(open([single('fs', 50)])).rejects.toMatchObject({ code: 'no-data' })
})

test('a damaged variable is reported, and the others are read', async () => {
  const bytes = writeMatlab([column('a', ten), column('b', ten)], true)
  bytes.fill(0xee, 140, 150)
  const recording = await openRecording(memorySource(bytes), 'x')
  expect(recording.description.channels.map(({ name }) => name)).toEqual(['b'])
  expect((await readWhole(recording)).faults).toMatchObject([{ what: 'corrupt-block', offset: 128 }])
})

test('hostile files end in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const variables = [{ name: 'left', fields: [column('acc', ten), single('fs', 50)] }, column('time', ten)]
  for (const isDeflated of [false, true]) {
    const file = writeMatlab(variables, isDeflated)
    await survivesTruncation(matlabFormat, file)
    await survivesFlips(matlabFormat, file)
    await survivesNoise(matlabFormat, file.slice(0, 180))
  }
})

test('channels of unlike length each have their own extent', async () => {
  const long = Array.from({ length: 400 }, (_, index) => index)
  const file = writeMatlab(
    [
      { name: 'fs', kind: 'double', rows: 1, numbers: [100] },
      { name: 'ecg', kind: 'int16', rows: 400, numbers: long },
      { name: 'acc', kind: 'double', rows: 100, numbers: long.slice(0, 300) },
    ],
    true,
  )
  const recording = await openRecording(memorySource(file), 'x.mat')
  expect(recording.description).toMatchObject({ duration: 4, samples: 700 })
  const { channels } = await readWhole(recording)
  expect(channels.map(({ times }) => [times.length, times.at(-1)])).toEqual([
    [400, 3.99],
    [100, 0.99],
    [100, 0.99],
    [100, 0.99],
  ])
  const found = await survey(recording)
  expect(found.channels.map(({ samples }) => samples)).toEqual([400, 100, 100, 100])
  expect(found.gaps).toEqual({ count: 1, seconds: 3, longest: [{ at: 1, seconds: 3 }] })
})
