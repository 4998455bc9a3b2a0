import { specifiedRules } from 'graphql'
import { beforeEach, expect, test } from 'vitest'
import { makeSchema } from '../composition/schema.ts'
import { makePlans } from './plans.ts'

const schema = makeSchema()
let planOf: ReturnType<typeof makePlans>
beforeEach(() => {
  planOf = makePlans(schema, { rules: specifiedRules, hideSuggestions: true })
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
  expect(planOf(long, undefined)).toMatchObject({ direct: undefined, document: expect.anything() })
  expect(planOf(long, undefined)).not.toBe(planOf(long, undefined))
})

function refusalsOf(query: string): string[] {
  const plan = planOf(query, undefined)
  return plan && 'refusals' in plan ? plan.refusals.map(({ message }) => message) : []
}

test('of a document with very many mistakes only the first few are looked for', () => {
  const unknown = Array.from({ length: 1_400 }, (_, n) => `unknown${n}`).join(' ')
  const refusals = refusalsOf(`{ ${unknown} }`)
  expect(refusals).toHaveLength(6)
  expect(refusals.at(-1)).toContain('Validation aborted')
})

test('a document is bounded in tokens, comments included, before it is parsed', () => {
  expect(refusalsOf(`{ ${'me '.repeat(3_000)} }`)).toEqual([expect.stringContaining('3000 tokens. Parsing aborted.')])
  expect(refusalsOf(`{ me { sub } } ${'#\n'.repeat(3_001)}`)).toEqual(['The query has too many comments.'])
  expect(refusalsOf('{ me { sub } } # one\n#two')).toEqual([])
})
