import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { isFault } from '../recording.ts'
import { survey } from '../seen/survey.ts'
import { memorySource } from '../source.ts'

const start = Date.parse('2026-03-04T10:00:00Z') / 1000

async function open(lines: readonly string[]) {
  return openRecording(memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`)), 'long.csv')
}

async function samplesOf(lines: readonly string[]) {
  const recording = await open(lines)
  const found = new Map<string, [number, number][]>()
  for await (const item of recording.blocks()) {
    if (isFault(item)) throw new Error(item.what)
    const name = recording.description.channels[item.channel]?.name ?? ''
    const known = found.get(name) ?? []
    for (const [index, value] of item.values.entries()) known.push([item.times?.[index] ?? Number.NaN, value])
    found.set(name, known)
  }
  return { recording, found }
}

test('each signal of a table with one line per value is a channel with its own times, in whatever order they stand', async () => {
  const signal = fc.record({ step: fc.constantFrom(1, 2, 5, 60), count: fc.integer({ min: 8, max: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(signal, { minLength: 2, maxLength: 5 }), fc.boolean(), async (signals, isByTime) => {
      const rows = signals.flatMap(({ step, count }, index) =>
        Array.from({ length: count }, (_, i) => ({ at: i * step, name: `s${index}`, value: index * 100 + i + 0.5 })),
      )
      if (isByTime) rows.sort((a, b) => a.at - b.at)
      const lines = rows.map(({ at, name, value }) => `${new Date((start + at) * 1000).toISOString()},${name},${value}`)
      const { recording, found } = await samplesOf(['time,signal,value', ...lines])
      expect(recording.description).toMatchObject({ start, clock: 'utc' })
      for (const [index, { step, count }] of signals.entries())
        expect(found.get(`s${index}`)).toEqual(
          Array.from({ length: count }, (_, i) => [i * step, index * 100 + i + 0.5]),
        )
    }),
    { numRuns: 40 },
  )
})

test('numbers of signals, values with their quality and columns beside them are read', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => {
    const [tag, value] = [
      [7, 74],
      [19, 300],
      [66, 33.5],
    ][i % 3] as [number, number]
    return `${i},-1,${tag},${start + Math.floor(i / 3)},${value};100`
  })
  const { recording, found } = await samplesOf(['count,streamType,tag,time,values', ...lines])
  expect(recording.description.channels).toMatchObject([
    { name: 'tag 7', rate: 1 },
    { name: 'tag 19', rate: 1 },
    { name: 'tag 66', rate: 1 },
  ])
  expect(found.get('tag 66')?.slice(0, 2)).toEqual([
    [0, 33.5],
    [1, 33.5],
  ])
})

test('a pause of one signal is a gap of that signal, and bad lines are counted', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => [
    `${start + i},hr,bpm,${60 + (i % 5)}`,
    ...(i < 40 || i >= 70 ? [`${start + i},temp,C,36.${i % 10}`] : []),
  ]).flat()
  const recording = await open(['time,signal,unit,value', ...lines, 'soon,hr,bpm,61', `${start + 200},hr,bpm,high`])
  expect(recording.description.channels).toMatchObject([
    { name: 'hr', unit: 'bpm', kind: 'heart-rate' },
    { name: 'temp', unit: 'C' },
  ])
  const { gaps, faults } = await survey(recording)
  expect(gaps).toEqual({ count: 1, seconds: 30, longest: [{ at: 40, seconds: 30 }] })
  expect(faults).toEqual([
    { what: 'wrong-time', count: 1 },
    { what: 'not-a-number', count: 1 },
  ])
})

test('a part is read as it is in the whole', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${start + Math.floor(i / 2)},${i % 2 ? 'a' : 'b'},${i}.5`)
  const recording = await open(['time,signal,value', ...lines])
  const times: number[] = []
  for await (const item of recording.blocks({ from: 5000, to: 5010 }))
    if (!isFault(item) && item.channel === 0) times.push(...(item.times ?? []))
  expect(times.filter((at) => at >= 5000 && at <= 5010)).toEqual(Array.from({ length: 11 }, (_, i) => 5000 + i))
})

test('a table with signals in columns of their own is none', async () => {
  const lines = Array.from({ length: 50 }, (_, i) => `${start + i},${i % 2 ? 'walk' : 'run'},${i}.5,${i}.25`)
  const { description } = await open(['time,type,value,x', ...lines])
  expect(description.channels.map(({ name }) => name)).toEqual(['value', 'x'])
})
