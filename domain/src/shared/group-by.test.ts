import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('groups as Map.groupBy does, in the same order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (numbers) => {
      const keyOf = (number: number) => number % 4
      expect([...groupBy(numbers, keyOf)]).toEqual([...Map.groupBy(numbers, keyOf)])
    }),
  )
})
