import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askKeys } from './ask-keys.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refused = async () => new Response('{}', { status: 503 })
const told = async () => Response.json({ keys: { one: 'key' } })

test('a server that is away is asked again, until it tells', async () => {
  const asked = vi.fn<typeof fetch>(told).mockImplementationOnce(refused).mockRejectedValueOnce(new Error('no line'))
  vi.stubGlobal('fetch', asked)
  const answer = askKeys(['one', 'other'])
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ one: 'key' })
  expect(asked.mock.calls.map(([address, sent]) => [address, sent?.body])).toEqual(
    Array.from({ length: 3 }, () => ['/auth/draft-keys', '{"sessions":["one","other"]}']),
  )
})

test('a server that stays away is asked four times', async () => {
  const asked = vi.fn<typeof fetch>(refused)
  vi.stubGlobal('fetch', asked)
  const refusal = expect(askKeys(['one'])).rejects.toThrow('503')
  await vi.runAllTimersAsync()
  await refusal
  expect(asked).toHaveBeenCalledTimes(4)
})
