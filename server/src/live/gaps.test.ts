import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Gap, gapsAfter, withoutSeen } from './gaps.ts'

const numbersOf = (gaps: readonly Gap[]) =>
  gaps.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))

test('what was skipped is asked for until it was seen, each number by itself', () => {
  const numbers = fc
    .uniqueArray(fc.integer({ min: 11, max: 60 }), { minLength: 1 })
    .map((list) => list.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(numbers, numbers, (first, later) => {
      const gaps = gapsAfter(10, first, 0)
      const last = first.at(-1) ?? 10
      const skipped = Array.from({ length: last - 10 }, (_, n) => 11 + n).filter((number) => !first.includes(number))
      expect(numbersOf(gaps)).toEqual(skipped)
      expect(numbersOf(withoutSeen(gaps, later))).toEqual(skipped.filter((number) => !later.includes(number)))
    }),
  )
})
