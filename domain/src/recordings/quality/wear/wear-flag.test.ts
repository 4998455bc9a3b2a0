import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../../recording.ts'
import { judgeSignals } from '../test/judge-signals.ts'
import { isWearFlag, WearFlag } from './wear-flag.ts'

const rate = 1 / 15
const block = (values: readonly number[], at = 0): Block => ({
  channel: 0,
  at,
  step: 15,
  values: Float64Array.from(values),
})

function found(...blocks: readonly Block[]) {
  const flag = new WearFlag({ rate })
  for (const each of blocks) flag.add(each)
  return flag.notWorn()
}

test.each([
  'Off-Wrist Status',
  'off_wrist',
  'État hors poignet',
  'Status Abgenommen',
  'Status niet-om-pols',
  'Non-wear',
  'Ikke båret',
])('%s is a flag of the recorder', (name) => {
  expect(isWearFlag({ name, unit: null })).toBe(true)
})

test.each([
  ['Activity', null],
  ['Off-wrist temperature', '°C'],
  ['Wrist', null],
  ['Sleep/Wake', null],
])('%s is none', (name, unit) => {
  expect(isWearFlag({ name, unit })).toBe(false)
})

test('each stretch of ones was not worn, until the next line', () => {
  expect(found(block([0, 1, 1, 0, 1]))).toEqual([
    { from: 15, to: 45 },
    { from: 60, to: 75 },
  ])
  expect(found(block([0, 1]), block([1, 0], 30))).toEqual([{ from: 15, to: 45 }])
  expect(found(block([0, 1]), block([1, 0], 600))).toEqual([
    { from: 15, to: 30 },
    { from: 600, to: 615 },
  ])
  expect(found(block([0, 0, Number.NaN]))).toEqual([])
})

test('with times of its own, a line lasts until the next, and no longer than usual', () => {
  const times = Float64Array.from([0, 15, 31, 600])
  expect(found({ channel: 0, at: 0, step: null, times, values: Float64Array.from([1, 1, 1, 1]) })).toEqual([
    { from: 0, to: 53.5 },
    { from: 600, to: 615 },
  ])
})

test('other values, or none, are no flag', () => {
  expect(found(block([0, 1, 2]))).toBeNull()
  expect(found(block([0, 0.5]))).toBeNull()
  expect(found()).toBeNull()
  expect(found(block([Number.NaN]))).toBeNull()
})

test('what was not worn is as long as the lines that say so, however they are divided', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      (values, size) => {
        const parts: Block[] = []
        for (let from = 0; from < values.length; from += size)
          parts.push(block(values.slice(from, from + size), from * 15))
        const stretches = found(...parts) ?? []
        expect(stretches.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(
          15 * values.filter((value) => value === 1).length,
        )
        expect(stretches).toEqual(found(block(values)))
      },
    ),
  )
})

test('the time that the recorder says it was not worn is found, with the column that says so', () => {
  const off = Array.from({ length: 5760 }, (_, i) => (i >= 1000 && i < 2500 ? 1 : 0))
  const activity = off.map((value, i) => (value ? 0 : (i * 7) % 91))
  const { findings, flags } = judgeSignals([
    { name: 'Activity', rate, values: activity },
    { name: 'Off-Wrist Status', rate, values: off },
  ])
  const stretch = { from: 15_000, to: 37_500 }
  expect(flags).toEqual([{ channel: 1, notWorn: { seconds: 22_500, longest: [stretch] } }])
  expect(findings.filter(({ code }) => code === 'not-worn')).toEqual([
    { code: 'not-worn', channels: [1], ...stretch, value: 22_500, expected: null, isWarning: true },
  ])
})

test('a flag that says nothing is no finding, and no flat signal', () => {
  const { findings, flags } = judgeSignals([{ name: 'Off-Wrist Status', rate, values: Array(5760).fill(0) }])
  expect(flags).toEqual([{ channel: 0, notWorn: { seconds: 0, longest: [] } }])
  expect(findings).toEqual([])
})
