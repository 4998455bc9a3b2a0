import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('returns the subjects before and after one, and its place', async () => {
  const { neighboursIn } = await import('./subject-list.ts')
  expect(neighboursIn(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c', place: 2, all: 3 })
  expect(neighboursIn(['a', 'b'], 'a')).toMatchObject({ previous: undefined, next: 'b' })
  expect(neighboursIn(['a', 'b'], 'b')).toMatchObject({ previous: 'a', next: undefined })
  expect(neighboursIn(['a', 'b'], 'c')).toBeUndefined()
})

test('a reload keeps the list that a subject was opened from, for its study alone', async () => {
  const before = await import('./subject-list.ts')
  before.rememberSubjectList('s1', ['a', 'b'])
  expect(before.rememberedSubjectList('s1')).toEqual(['a', 'b'])
  vi.resetModules()
  const after = await import('./subject-list.ts')
  expect(after.rememberedSubjectList('s1')).toEqual(['a', 'b'])
  expect(after.rememberedSubjectList('s2')).toEqual([])
})
