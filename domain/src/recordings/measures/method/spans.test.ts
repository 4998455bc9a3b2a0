import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Spans } from './spans.ts'

/** Remembers what it was given. */
const make = () => {
  const given: number[] = []
  return { given, results: () => [given.length] }
}

test('stretches of samples belong to the whole and to the epochs that each sample belongs to', () => {
  const second = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(
      second,
      second,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(0.01, 0.1, 0.3, 1 / 3, 1),
      (from, length, epoch, step) => {
        const range = { from, to: from + length, epoch }
        const [one, many] = [new Spans(make, 1, range, true), new Spans(make, 1, range, true)]
        const count = Math.round(50 / step)
        for (let i = 0; i < count; i++) {
          one.wholeAt(i * step)?.given.push(i)
          one.epochAt(i * step)?.given.push(i)
        }
        for (let i = 0; i < count; ) {
          const end = many.endOfStretch(0, step, i, count)
          expect(end).toBeGreaterThan(i)
          const all = Array.from({ length: end - i }, (_, k) => i + k)
          many.wholeAt(i * step)?.given.push(...all)
          many.epochAt(i * step)?.given.push(...all)
          i = end
        }
        expect(many.results()).toEqual(one.results())
      },
    ),
    { numRuns: 60 },
  )
})

test('without epochs, only the whole divides', () => {
  const spans = new Spans(make, 1, { from: 2, to: 4, epoch: 1 }, false)
  expect([0, 2, 4].map((index) => spans.endOfStretch(0, 1, index, 9))).toEqual([2, 4, 9])
  expect(spans.epochAt(3)).toBeUndefined()
})
