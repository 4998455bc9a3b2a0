import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePreparedStatements, mostPrepared, mostPreparedCharacters } from './prepared-statements.ts'

function make() {
  const closed: string[] = []
  return { closed, prepared: makePreparedStatements((name) => closed.push(name)) }
}

test('a statement is prepared at its second use, and keeps its name', () => {
  const { prepared } = make()
  expect(prepared.nameOf('select $1')).toBeUndefined()
  expect(prepared.nameOf('select $1')).toBe('s0')
  expect(prepared.nameOf('select $1')).toBe('s0')
})

test('beyond the limit the least recently used one is closed, and gets another name later', () => {
  const { closed, prepared } = make()
  const use = (text: string) => [prepared.nameOf(text), prepared.nameOf(text)][1]
  for (let n = 0; n < mostPrepared; n++) use(`select ${n}`)
  prepared.nameOf('select 0')
  use('one more')
  expect(closed).toEqual(['s1'])
  expect(prepared.nameOf('select 0')).toBe('s0')
  expect(use('select 1')).toBe(`s${mostPrepared + 1}`)
})

test('a very long statement is never kept', () => {
  const { prepared } = make()
  const long = 'x'.repeat(mostPreparedCharacters / 10 + 1)
  expect([prepared.nameOf(long), prepared.nameOf(long), prepared.size()]).toEqual([undefined, undefined, 0])
})

test('in any order of use, open statements stay within the limits and no name is used for two texts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600), { maxLength: 3000 }), (asked) => {
      const open = new Map<string, string>()
      const prepared = makePreparedStatements((name) => void open.delete(name))
      for (const n of asked) {
        const text = `select ${n} `.padEnd(20 + (n % 7) * 3000, 'x')
        const name = prepared.nameOf(text)
        if (name === undefined) continue
        expect(open.get(name) ?? text).toBe(text)
        open.set(name, text)
        expect(open.size).toBeLessThanOrEqual(mostPrepared)
        expect([...open.values()].join('').length).toBeLessThanOrEqual(mostPreparedCharacters)
      }
    }),
    { numRuns: 30 },
  )
})
