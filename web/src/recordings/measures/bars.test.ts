import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf, extentOf, fittedExtent, lineOf } from './bars.ts'

test('each epoch is a bar while there is room for it', () => {
  expect(barsOf([1, null, 3])).toEqual([
    { from: 0, to: 1, value: 1 },
    { from: 1, to: 2, value: null },
    { from: 2, to: 3, value: 3 },
  ])
})

test('of more epochs, a bar is the mean of those that were measured', () => {
  expect(barsOf([1, null, 3, 5, null, null, 7], 4)).toEqual([
    { from: 0, to: 2, value: 1 },
    { from: 2, to: 4, value: 4 },
    { from: 4, to: 6, value: null },
    { from: 6, to: 7, value: 7 },
  ])
})

test('bars cover all epochs without overlap, and there are no more than fit', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), fc.integer({ min: 1, max: 50 }), (epochs, most) => {
      const bars = barsOf(epochs, most)
      expect(bars.length).toBeLessThanOrEqual(most)
      expect(bars.map(({ from }) => from)).toEqual([0, ...bars.map(({ to }) => to)].slice(0, bars.length))
      expect(bars.at(-1)?.to ?? 0).toBe(epochs.length)
    }),
  )
})

test('bars begin at zero', () => {
  expect(extentOf(barsOf([2, 5]))).toEqual({ low: 0, high: 5 })
  expect(extentOf(barsOf([-40, 5]))).toEqual({ low: -40, high: 5 })
  expect(extentOf(barsOf([0, null]))).toEqual({ low: 0, high: 1 })
})

test('the axis of a line fits its values', () => {
  expect(fittedExtent(barsOf([60, null, 80]))).toEqual({ low: 59, high: 81 })
  expect(fittedExtent(barsOf([-5, -1]))).toEqual({ low: -5.2, high: -0.8 })
  expect(fittedExtent(barsOf([40, 40]))).toEqual({ low: 38, high: 42 })
  expect(fittedExtent(barsOf([0, 0]))).toEqual({ low: -1, high: 1 })
  expect(fittedExtent(barsOf([null]))).toEqual({ low: 0, high: 1 })
})

test('a line ends where nothing was measured, and a single value is a point', () => {
  expect(lineOf(barsOf([1, 2, null, 3, null]), (value) => value * 10)).toBe('M0.5 10h0L1.5 20M3.5 30h0')
})
