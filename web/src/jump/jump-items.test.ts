import { expect, test } from 'vitest'
import { findItems, type JumpItem, placeOf } from './jump-items.ts'

const item = (id: string, name: string, aside?: string): JumpItem => ({ id, kind: 'subject', name, aside, go() {} })

test('every typed word must occur; names that begin with the text come first', () => {
  const items = [item('1', 'Night walk'), item('2', 'Walk'), item('3', 'S-1', 'Walk'), item('4', 'Sleep')]
  expect(findItems(items, ' WALK ').map(({ id }) => id)).toEqual(['2', '1', '3'])
  expect(findItems(items, 'walk night').map(({ id }) => id)).toEqual(['1'])
  expect(findItems(items, '').map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

test('a visited page that is also found is listed once, and the list is short', () => {
  const items = [item('1', 'A'), ...Array.from({ length: 30 }, (_, number) => item(String(number), 'A'))]
  const found = findItems(items, 'a')
  expect(found).toHaveLength(12)
  expect(new Set(found.map(({ id }) => id)).size).toBe(12)
})

test('what was chosen stays chosen when results arrive above it', () => {
  const [walk, sleep, subject] = [item('1', 'Walk'), item('2', 'Sleep'), item('3', 'S-1')]
  expect(placeOf([walk, sleep], '2')).toBe(1)
  expect(placeOf([subject, walk, sleep], '2')).toBe(2)
  expect(placeOf([subject, walk], '2')).toBe(0)
  expect(placeOf([subject, walk], undefined)).toBe(0)
  expect(placeOf([], '2')).toBe(-1)
})
