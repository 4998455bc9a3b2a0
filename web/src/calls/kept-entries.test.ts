import { expect, test, vi } from 'vitest'
import { entryIn } from './kept-entries.ts'

function newCache() {
  const entries = new Map<string, ReturnType<typeof make>>()
  const make = () => ({ listeners: new Set<string>(), forget: vi.fn() })
  const lookUp = (key: string) => entryIn(entries, key, make)
  const lookUpMany = (count: number) => {
    for (let index = 0; index < count; index++) lookUp(`other ${index}`)
  }
  return { entries, lookUp, lookUpMany }
}

test('an entry is made once, and kept for going back', () => {
  const { lookUp, lookUpMany } = newCache()
  const entry = lookUp('a')
  lookUpMany(99)
  expect(lookUp('a')).toBe(entry)
  expect(entry.forget).not.toHaveBeenCalled()
})

test('what was not looked up for the longest time is dropped, and its read is ended', () => {
  const { entries, lookUp, lookUpMany } = newCache()
  const [first, second] = [lookUp('a'), lookUp('b')]
  lookUpMany(90)
  lookUp('a')
  lookUpMany(99)
  expect(entries.size).toBe(100)
  expect(second.forget).toHaveBeenCalledOnce()
  expect(lookUp('a')).toBe(first)
  expect(lookUp('b')).not.toBe(second)
})

test('what is shown stays, however old it is', () => {
  const { lookUp, lookUpMany } = newCache()
  const shown = lookUp('a')
  shown.listeners.add('screen')
  lookUpMany(300)
  expect(lookUp('a')).toBe(shown)
})
