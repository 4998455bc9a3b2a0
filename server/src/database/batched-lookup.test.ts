import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { batchedLookup } from './batched-lookup.ts'

test('requests in one turn of the event loop share one lookup, with each key once', async () => {
  const find = vi.fn(async (keys: string[]) => new Map(keys.map((key) => [key, `found ${key}`])))
  const read = batchedLookup(find)
  expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual(['found a', 'found b', 'found a'])
  expect(find.mock.calls).toEqual([[['a', 'b']]])
})

test('a lookup never starts before the request it answers', async () => {
  let value = 'before'
  const looked = Promise.withResolvers<void>()
  const read = batchedLookup(async (keys) => {
    const seen = value
    await looked.promise
    return new Map(keys.map((key) => [key, seen]))
  })
  const first = read('a')
  await turn()
  value = 'after'
  const second = read('a')
  looked.resolve()
  expect(await first).toBe('before')
  expect(await second).toBe('after')
})

test('a failed lookup fails only for the requests of its turn', async () => {
  const read = batchedLookup(async ([key]) => {
    if (key === 'bad') throw new Error('gone')
    return new Map([['good', 1]])
  })
  await expect(read('bad')).rejects.toThrow('gone')
  expect(await read('good')).toBe(1)
  expect(await read('other')).toBeUndefined()
})
