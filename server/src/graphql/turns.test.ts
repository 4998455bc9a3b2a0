import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { JsonText, TextPieces } from '../database/json-text.ts'
import { makePace } from '../rate-limits/rate-limits.ts'
import { makeTurns, turnsOfPool, weightOfList } from './turns.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a person’s calls beyond the limit wait, in order', async () => {
  const turns = makeTurns(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const ask = (n: number) =>
    turns.run('kari', 1, () => {
      begun.push(n)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [0, 1, 2, 3].map(ask)
  await turn()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await turn()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await turn()
  ends[3]?.()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
  expect(turns.size()).toBe(0)
})

test('no person waits for another', async () => {
  const turns = makeTurns(1)
  const never = turns.run('kari', 1, () => new Promise<void>(() => undefined))
  void never
  expect(await turns.run('ola', 1, () => 'at once')).toBe('at once')
})

test('a failed call frees its place', async () => {
  const turns = makeTurns(1)
  await expect(
    turns.run('kari', 1, () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await turns.run('kari', 1, () => 1)).toBe(1)
})

test.each([
  ['a list', () => new JsonText('x'.repeat(150))],
  ['a record in pieces', () => new TextPieces(['x'.repeat(100), 'x'.repeat(50)])],
])('who read too much waits with the next list, after %s; nobody else does', async (_, read) => {
  vi.useFakeTimers()
  try {
    const turns = makeTurns(5, { pace: makePace({ atOnce: 100, perSecond: 100 }, () => 0) })
    const begun: string[] = []
    const list = (person: string, name: string) =>
      turns.run(person, weightOfList, async () => {
        begun.push(name)
        return read()
      })
    await list('kari', 'first')
    expect(await turns.run('kari', 1, () => 'a single record')).toBe('a single record')
    const second = list('kari', 'second')
    await list('ola', 'of another')
    await vi.advanceTimersByTimeAsync(499)
    expect(begun).toEqual(['first', 'of another'])
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(begun).toEqual(['first', 'of another', 'second'])
  } finally {
    vi.useRealTimers()
  }
})

test('a person with a thousand waiting calls is refused more', async () => {
  const turns = makeTurns(1)
  void turns.run('kari', 1, () => new Promise<void>(() => undefined))
  for (let n = 0; n < 1000; n++) void turns.run('kari', 1, () => undefined)
  await expect(turns.run('kari', 1, () => undefined)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('the weights in progress never exceed the limit, and everything completes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 3 })), { maxLength: 60 }),
      async (asked) => {
        const turns = makeTurns(4)
        const inFlight: Record<string, number> = { a: 0, b: 0 }
        const done = await Promise.all(
          asked.map(([person, weight]) =>
            turns.run(person, weight, async () => {
              inFlight[person] = (inFlight[person] ?? 0) + weight
              expect(inFlight[person]).toBeLessThanOrEqual(4)
              await turn()
              inFlight[person] -= weight
              return 1
            }),
          ),
        )
        expect(done).toHaveLength(asked.length)
        expect(turns.size()).toBe(0)
      },
    ),
    { numRuns: 30 },
  )
})

const forever = () => new Promise<void>(() => undefined)

test('a person whose writes hang can read', async () => {
  const turns = turnsOfPool(20, 0)
  for (let write = 0; write < 10; write += 1) void turns.write('kari', 1, forever)
  expect(await turns.read('kari', weightOfList, () => 'a list')).toBe('a list')
})

test('imports of a person run one at a time, and beside their reads and writes', async () => {
  const turns = turnsOfPool(20, 0)
  const ended = Promise.withResolvers<void>()
  const begun: string[] = []
  const first = turns.import('kari', weightOfList, () => ended.promise)
  const second = turns.import('kari', weightOfList, () => begun.push('second'))
  expect(await turns.read('kari', weightOfList, () => 'a list')).toBe('a list')
  expect(await turns.write('kari', 1, () => 'a write')).toBe('a write')
  expect(await turns.import('ola', weightOfList, () => 'of another')).toBe('of another')
  expect(begun).toEqual([])
  ended.resolve()
  await Promise.all([first, second])
  expect(begun).toEqual(['second'])
})

test('who took much of the imports waits with the next one, also if they failed, but not long', async () => {
  vi.useFakeTimers()
  try {
    const pace = makePace({ atOnce: 100, perSecond: 100 }, () => performance.now())
    const turns = makeTurns(weightOfList, { pace, amountOf: (_, milliseconds) => milliseconds, mostPauseMs: 2_000 })
    const begun: string[] = []
    const failing = turns.run('kari', weightOfList, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      throw new Error('refused')
    })
    const refused = expect(failing).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
    const next = turns.run('kari', weightOfList, () => begun.push('next'))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(begun).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await next
    expect(begun).toEqual(['next'])
  } finally {
    vi.useRealTimers()
  }
})
