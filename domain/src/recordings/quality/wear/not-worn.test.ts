import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readInput, readNumbers, testOfMeasures } from '../../testing/measure-inputs.ts'
import { blockSeconds, WearJudge } from './not-worn.ts'

/** Quarters of an hour: `.` not worn, `w` worn; one sample a second. */
function axesOf(quarters: string, isStill = (_axis: number) => true): Float64Array[] {
  return [0, 1, 2].map((axis) =>
    Float64Array.from({ length: quarters.length * blockSeconds }, (_, i) => {
      const moves = quarters[Math.floor(i / blockSeconds)] === 'w' || !isStill(axis)
      return (axis === 2 ? 1 : 0) + (i % 2) * (moves ? 0.4 : 0.004)
    }),
  )
}

function judged(quarters: string, isStill?: (axis: number) => boolean): WearJudge {
  const judge = new WearJudge()
  judge.add(axesOf(quarters, isStill), 0, 1)
  return judge
}

testOfMeasures('the blocks that are not worn are those of GGIR', async () => {
  const text = new TextDecoder().decode(gunzipSync(await readInput('ggir/synthetic_3hz_2days_actigraph.csv.gz')))
  const rows = text
    .trim()
    .split(/\r?\n/)
    .slice(11)
    .map((line) => line.split(',').map(Number))
  const judge = new WearJudge()
  const size = 5000
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size)
    judge.add(
      [0, 1, 2].map((axis) => Float64Array.from(part, (row) => row[axis] ?? 0)),
      from / 3,
      1 / 3,
    )
  }
  const expected = await readNumbers('ggir/synthetic_3hz_expected_nonwear_900s.csv')
  expect(judge.scores()).toEqual(expected.map(([, score]) => score))
})

test('what lies still for hours is not worn, and a walk in between is', () => {
  const judge = judged('wwwwwwww............wwwwwwww')
  const [stretch, another] = judge.notWorn() ?? []
  expect(another).toBeUndefined()
  // Blocks of which half an hour before and after is still.
  expect(stretch).toEqual({ from: 10 * blockSeconds, to: 18 * blockSeconds })
})

test('the first three blocks are judged by the first hour, the last ones by the last three quarters', () => {
  expect(judged('....wwww....').scores()).toEqual([3, 3, 3, 0, 0, 0, 0, 0, 3, 3, 3, 3])
})

test('two axes that are still are enough, one is not', () => {
  expect(new Set(judged('........', (axis) => axis > 0).scores())).toEqual(new Set([2]))
  expect(judged('........', (axis) => axis > 0).notWorn()).toEqual([{ from: 0, to: 8 * blockSeconds }])
  expect(new Set(judged('........', (axis) => axis > 1).scores())).toEqual(new Set([1]))
  expect(judged('........', (axis) => axis > 1).notWorn()).toEqual([])
})

test('less than an hour tells nothing', () => {
  expect(judged('...').notWorn()).toBeNull()
  expect(judged('....').notWorn()).toEqual([{ from: 0, to: 4 * blockSeconds }])
})

test('a recording that begins later and has a gap keeps its times', () => {
  const judge = new WearJudge()
  const part = axesOf('....')
  judge.add(part, 100, 1)
  judge.add(part, 100 + 8 * blockSeconds, 1)
  expect(judge.notWorn()?.[0]?.from).toBe(100)
  expect(judge.scores()).toHaveLength(12)
})

test('an axis is still below a range of 50 mg and a standard deviation of 13 mg', () => {
  const swinging = (size: number, every: number) => {
    const judge = new WearJudge()
    const axis = () => Float64Array.from({ length: 4 * blockSeconds }, (_, i) => (i % every === 0 ? size : 0))
    judge.add([axis(), axis(), axis()], 0, 1)
    return judge.scores()
  }
  // Rare and small, rare and too wide, and within the range but always moving.
  expect(swinging(0.049, 100)).toEqual([3, 3, 3, 3])
  expect(swinging(0.051, 100)).toEqual([0, 0, 0, 0])
  expect(swinging(0.025, 2)).toEqual([3, 3, 3, 3])
  expect(swinging(0.027, 2)).toEqual([0, 0, 0, 0])
})
