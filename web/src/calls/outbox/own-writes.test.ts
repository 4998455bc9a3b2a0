import { expect, test } from 'vitest'
import { countWrites } from './own-writes.ts'

test('explains what is read while a write is on its way, and until what was read after it', () => {
  const writes = countWrites()
  const before = writes.now()
  expect(writes.mayExplain(before)).toBe(false)
  const end = writes.begin()
  expect(writes.mayExplain(before)).toBe(true)
  end()
  // A read that began before the write ended may not have seen it.
  expect(writes.mayExplain(before)).toBe(true)
  expect(writes.mayExplain(writes.now())).toBe(false)
})

test('each of several writes counts until its own end', () => {
  const writes = countWrites()
  const [first, second] = [writes.begin(), writes.begin()]
  first()
  const since = writes.now()
  expect(writes.mayExplain(since)).toBe(true)
  second()
  expect(writes.mayExplain(since)).toBe(true)
  expect(writes.mayExplain(writes.now())).toBe(false)
})
