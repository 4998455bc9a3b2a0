import { expect, test } from 'vitest'
import { rateLimited } from './rate-limited.ts'
import { waitText } from './wait-text.ts'

test.each([
  [0, '1 second', '1 sekund'],
  [1, '1 second', '1 sekund'],
  [59, '59 seconds', '59 sekunder'],
  [90, '2 minutes', '2 minutter'],
  [3142, '53 minutes', '53 minutter'],
  [5400, '2 hours', '2 timer'],
])('%i seconds are spoken as %j and %j', (seconds, en, nb) => {
  expect(waitText(seconds, 'en')).toBe(en)
  expect(waitText(seconds, 'nb')).toBe(nb)
})

test('the refusal contains the waiting time in words, and in seconds for programs', () => {
  const { message, params, details } = rateLimited(3142)
  expect(message).toBe('Too many attempts. Wait 53 minutes, then try again.')
  expect(params.seconds).toBe(3142)
  expect(details.retryAfterSeconds).toBe(3142)
})
