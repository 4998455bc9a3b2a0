import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'

/** A wrist that swings, with a step in each `period` samples of 15 Hz. */
const walking = (samples: number, period: number, height = 0.6) =>
  Array.from({ length: samples }, (_, i) => 1 + height * Math.max(0, Math.cos((2 * Math.PI * i) / period)))
const stepsOf = (z: readonly number[], epoch = 10) =>
  resultOf(measureColumns([z.map(() => 0), z.map(() => 0), z], 15, epoch), 'steps')

test('walking counts a step for each peak but those that nothing precedes or follows', () => {
  // Peaks at 0, 8, 16 … 592: the first has no sample before it, and a step needs three alike before and two after it.
  const { value, epochs, unit } = stepsOf(walking(597, 8))
  expect([unit, value]).toEqual(['steps', 67])
  expect(epochs.length).toBe(3)
  expect(epochs[1]).toBe(19)
})

test('standing, trembling and shaking too fast count no steps', () => {
  expect(stepsOf(walking(600, 8, 0)).value).toBe(0)
  expect(stepsOf(walking(600, 8, 0.2)).value).toBe(0)
  expect(stepsOf(walking(600, 4)).value).toBe(0)
  expect(stepsOf(walking(600, 25)).value).toBe(0)
})

test('a minute in which nobody walks has no steps, not an unknown number', () => {
  const still = Array.from({ length: 150 }, () => 1)
  expect(stepsOf([...walking(300, 8), ...still, ...walking(300, 8)]).epochs.map((each) => each > 0)).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
  expect(stepsOf([...walking(300, 8), ...still]).epochs[2]).toBe(0)
  expect(stepsOf(still)).toMatchObject({ value: 0, epochs: [0] })
})
