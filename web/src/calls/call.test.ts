import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TypedDocumentString } from '../generated/graphql.ts'
import { call, variablesOf } from './call.ts'
import { failuresOf } from './failures.ts'
import { beginCalls, endCalls } from './session-calls.ts'

type Said = { status: number; body?: unknown }
const done: Said = { status: 200, body: { data: { addSite: { siteid: 'oslo' } } } }
const refused = (reason: string): Said => ({
  status: 200,
  body: { data: null, errors: [{ message: reason, extensions: { code: 'INTERNAL', reason } }] },
})
const broken: Said = { status: 0 }

const signals: AbortSignal[] = []
/** Until when an answer is on its way. */
let arrival: Promise<void> | undefined
const keys: (string | null)[] = []
const people: (string | undefined)[] = []
let answers: Said[] = []
let last: Said = done

beforeEach(() => {
  vi.useFakeTimers()
  keys.length = 0
  people.length = 0
  signals.length = 0
  arrival = undefined
  vi.stubGlobal('navigator', { onLine: true })
  type Sent = { headers: Record<string, string>; signal: AbortSignal }
  vi.stubGlobal('fetch', async (_address: string, { headers, signal }: Sent) => {
    keys.push(headers['idempotency-key'] ?? null)
    people.push(headers['casebook-person'])
    signals.push(signal)
    const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    if (arrival) await Promise.race([arrival, aborted])
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
  const made = begin(said, options)
  await vi.advanceTimersByTimeAsync(60_000)
  return made
}

function begin(said: Said[], options = {}) {
  last = said.at(-1) ?? done
  answers = said.slice(0, -1)
  const document = new TypedDocumentString<{ addSite: { siteid: string } }, object>('mutation { addSite { siteid } }')
  return call(document, {}, options).then(
    ({ addSite }) => addSite.siteid,
    (error: unknown) => failuresOf(error).map(({ reason, code }) => reason ?? code),
  )
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

test('each attempt names the person of the page when the call was made, whoever is signed in by then', async () => {
  beginCalls('kåri/nord mann')
  const written = begin([broken, done])
  beginCalls('ola')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await written).toBe('oslo')
  await outcome([done], { isRead: true })
  expect(people).toEqual(['k%C3%A5ri%2Fnord%20mann', 'k%C3%A5ri%2Fnord%20mann', 'ola'])
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

describe('when the person signs out', () => {
  afterEach(() => beginCalls('kari'))

  test('nothing is sent any more until somebody is signed in, and reads are abandoned', async () => {
    arrival = new Promise(() => undefined)
    const read = begin([done], { isRead: true })
    expect(signals[0]?.aborted).toBe(false)
    await endCalls()
    expect(signals[0]?.aborted).toBe(true)
    expect(await read).toEqual(['session.missing'])
    arrival = undefined
    expect(await outcome([done])).toEqual(['session.missing'])
    expect(keys).toHaveLength(1)
    beginCalls('kari')
    expect(await outcome([done])).toBe('oslo')
  })

  test('a write on its way is waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    arrival = promise
    const written = begin([done])
    let isEnded = false
    const ended = endCalls().then(() => {
      isEnded = true
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isEnded).toBe(false)
    resolve()
    expect(await written).toBe('oslo')
    await ended
  })

  test('a write that is not answered is given up after some seconds', async () => {
    arrival = new Promise(() => undefined)
    const written = begin([done])
    const ended = endCalls()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
    expect(await written).toEqual(['session.missing'])
  })

  test('nothing is repeated, not even for the next person', async () => {
    const written = begin([broken, done])
    await vi.advanceTimersByTimeAsync(100)
    const ended = endCalls()
    beginCalls('kari')
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
    expect(await written).toEqual(['session.missing'])
    expect(keys).toHaveLength(1)
  })
})

test('what is no longer needed is not repeated', async () => {
  const needed = new AbortController()
  const read = begin([broken, done], { isRead: true, signal: needed.signal })
  await vi.advanceTimersByTimeAsync(100)
  needed.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await read).toEqual(['NETWORK'])
  expect(keys).toHaveLength(1)
})

test('of a record that is passed as variables, only those count that the query declares, in its order', () => {
  const record = { subjectid: 'subject', version: 3, studyid: 'study', forms: [{ version: 1 }] }
  const variablesIn = (query: string) => variablesOf(new TypedDocumentString<unknown, typeof record>(query), record)
  const query =
    'query Subject($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { a } }'
  expect(JSON.stringify(variablesIn(query))).toBe('{"studyid":"study","subjectid":"subject"}')
  expect(variablesIn('query Sites { listSites { name } }')).toEqual({})
  expect(variablesIn('query Names($version: Int, $before: ID) { a(before: $before) }')).toEqual({ version: 3 })
})
