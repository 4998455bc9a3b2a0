import { expect, test } from 'vitest'
import { asksToStop } from './stop-question.ts'

const begun = { startTime: 1_000, startedBy: 'Lars Berg' }

test('what somebody else began just now is not stopped without a question', () => {
  expect(asksToStop(begun, 'Kari Nordmann', 1_000)).toBe(true)
  expect(asksToStop(begun, 'Kari Nordmann', 1_059)).toBe(true)
  // This browser's clock is behind the server's.
  expect(asksToStop(begun, 'Kari Nordmann', 900)).toBe(true)
})

test('one’s own activity, and one that has run for a while, is stopped at once', () => {
  expect(asksToStop(begun, 'Lars Berg', 1_001)).toBe(false)
  expect(asksToStop(begun, 'Kari Nordmann', 1_060)).toBe(false)
})
