import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differing, type Fields, fieldValue, merge, typedOver } from './merge.ts'

const keys = ['date', 'Weight', 'Room', 'Comment', '__proto__', 'constructor']
const value = fc.constantFrom('', '1', '2', '3')
const fields: fc.Arbitrary<Fields> = fc.dictionary(fc.constantFrom(...keys), value)

describe('two people change one record', () => {
  test('what only they changed becomes theirs, what only I changed stays mine', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { merged } = merge(base, mine, theirs)
        for (const key of keys) {
          const was = fieldValue(base, key)
          if (fieldValue(mine, key) === was) expect(fieldValue(merged, key)).toBe(fieldValue(theirs, key))
          else expect(fieldValue(merged, key)).toBe(fieldValue(mine, key))
        }
      }),
    )
  })

  test('conflicts are exactly the fields that both changed differently', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const asked = merge(base, mine, theirs).questions.map(({ key }) => key)
        const both = keys.filter((key) => {
          const values = new Set([fieldValue(base, key), fieldValue(mine, key), fieldValue(theirs, key)])
          return values.size === 3
        })
        expect(asked.toSorted()).toEqual(both.toSorted())
      }),
    )
  })

  test('merging the result again changes nothing and has no conflicts', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { merged } = merge(base, mine, theirs)
        expect(merge(theirs, merged, theirs)).toEqual({ merged, questions: [] })
      }),
    )
  })

  test('either order of merging gives the same record, except for conflicts', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const here = merge(base, mine, theirs)
        const there = merge(base, theirs, mine)
        const asked = new Set(here.questions.map(({ key }) => key))
        expect(differing(here.merged, there.merged).filter((key) => !asked.has(key))).toEqual([])
      }),
    )
  })

  test('an arrangement stays mine and is no conflict', () => {
    const three = [{ order: 'ab' }, { order: 'ba' }, { order: 'b' }] as const
    expect(merge(...three, (key) => key === 'order')).toEqual({ merged: { order: 'ba' }, questions: [] })
    expect(merge(...three, (key) => key !== 'order').questions).toHaveLength(1)
  })

  test('a conflict has the three values', () => {
    expect(merge({ a: '1' }, { a: '2' }, {}).questions).toEqual([{ key: 'a', base: '1', mine: '2', theirs: '' }])
  })

  test('keys are in my order, then in theirs', () => {
    expect(Object.keys(merge({}, { b: '', a: '1' }, { c: '', a: '' }).merged)).toEqual(['b', 'a', 'c'])
    expect(differing({ b: '2', a: '1' }, { c: '3', a: '1' })).toEqual(['b', 'c'])
  })

  test('each pair of states has its own differences, however often it is compared', () => {
    const one = { a: '1', b: '2' }
    const [same, other] = [{ ...one }, { a: '1', b: '3' }]
    expect([same, other, other, same, one].map((each) => differing(one, each).join())).toEqual(['', 'b', 'b', '', ''])
  })

  test('what is typed differs from what was there as if it were compared anew', () => {
    fc.assert(
      fc.property(fields, fields, fc.array(fields, { maxLength: 4 }), (base, first, steps) => {
        let mine = first
        for (const typed of steps) {
          differing(mine, base)
          mine = typedOver(mine, typed)
          expect(differing(mine, base)).toEqual(differing({ ...mine }, { ...base }))
        }
      }),
    )
  })

  test('if only one person typed, there is no conflict', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        expect(differing(merge(base, mine, base).merged, mine)).toEqual([])
        expect(differing(merge(base, base, mine).merged, mine)).toEqual([])
      }),
    )
  })
})
