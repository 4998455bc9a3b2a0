import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TypedDocumentString } from '../generated/graphql.ts'
import { call } from './call.ts'
import { failuresOf } from './failures.ts'

type Said = { status: number; body?: unknown }
const done: Said = { status: 200, body: { data: { addSite: { siteid: 'oslo' } } } }
const refused = (reason: string): Said => ({
  status: 200,
  body: { data: null, errors: [{ message: reason, extensions: { code: 'INTERNAL', reason } }] },
})
const broken: Said = { status: 0 }

const keys: (string | null)[] = []
let answers: Said[] = []
let last: Said = done

beforeEach(() => {
  vi.useFakeTimers()
  keys.length = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? null)
    const { status, body } = answers.shift() ?? last
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes a call that is answered as said, the last answer over and over. Returns its data, or the reason of its failure. */
async function outcome(said: Said[], options = {}) {
  last = said.at(-1) ?? done
  answers = said.slice(0, -1)
  const document = new TypedDocumentString<{ addSite: { siteid: string } }, object>('mutation { addSite { siteid } }')
  const made = call(document, {}, options).then(
    ({ addSite }) => addSite.siteid,
    (error: unknown) => failuresOf(error).map(({ reason, code }) => reason ?? code),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return made
}

test('what was not done, or is not known to be done, is repeated with the same key', async () => {
  expect(await outcome([refused('database.unavailable'), refused('write.unknown'), broken, done])).toBe('oslo')
  expect(keys).toHaveLength(4)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('each call has a key of its own, and a read has none', async () => {
  await outcome([done])
  await outcome([done])
  await outcome([refused('database.unavailable'), done], { isRead: true })
  expect(new Set(keys.slice(0, 2)).size).toBe(2)
  expect(keys.slice(2)).toEqual([null, null])
})

test('other failures are not repeated', async () => {
  expect(await outcome([refused('internal')])).toEqual(['internal'])
  expect(keys).toHaveLength(1)
})

test('a later "nothing was changed" does not deny what an earlier attempt may have written', async () => {
  expect(await outcome([refused('database.unavailable')])).toEqual(['database.unavailable'])
  expect(await outcome([refused('write.unknown'), refused('database.unavailable')])).toEqual(['write.unknown'])
  expect(await outcome([broken, refused('database.unavailable')])).toEqual(['NETWORK'])
})
