import { specifiedRules } from 'graphql'
import { beforeEach, expect, test } from 'vitest'
import { makeSchema } from '../composition/schema.ts'
import { makePlans } from './plans.ts'

const schema = makeSchema()
let planOf: ReturnType<typeof makePlans>
beforeEach(() => {
  planOf = makePlans(schema, specifiedRules)
})

const padded = (n: number) => `{ me { sub } } # ${String(n).padEnd(5_000)}`

test('a document is parsed once', () => {
  expect(planOf('{ me { sub } }', undefined)).toBe(planOf('{ me { sub } }', undefined))
})

test('recurring documents stay cached however many others are parsed', () => {
  const often = planOf('{ me { sub } }', undefined)
  const seldom = planOf('{ me { groups } }', undefined)
  for (let n = 0; n < 100; n++) {
    planOf(padded(n), undefined)
    expect(planOf('{ me { sub } }', undefined)).toBe(often)
  }
  expect(planOf('{ me { groups } }', undefined)).not.toBe(seldom)
})

test('a very long document is answered and not cached', () => {
  const long = `{ me { sub } } # ${'x'.repeat(10_000)}`
  expect(planOf(long, undefined)?.direct).toBeUndefined()
  expect(planOf(long, undefined)).not.toBe(planOf(long, undefined))
})
