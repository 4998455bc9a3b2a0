import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inSteps, inTurns, makeMainThread } from './main-thread.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** 100 ms a second, 50 of them at once. Work takes as long as it says. */
function start() {
  let now = 0
  const thread = makeMainThread({ perSecond: 100, atOnce: 50 }, () => now)
  const ran: string[] = []
  const work = (name: string, ms: number) => () => {
    ran.push(name)
    now += ms
  }
  const pass = async (ms: number) => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  return { thread, ran, work, pass }
}

test('ordinary work runs at once', async () => {
  const { thread, ran, work } = start()
  for (let n = 0; n < 20; n++) await thread.run('kari', work('a', 0.1))
  expect(ran).toHaveLength(20)
})

test('who has taken more than their share waits until it is made up for, and others do not', async () => {
  const { thread, ran, work, pass } = start()
  await thread.run('ola', work('long', 150))
  const later = thread.run('ola', work('later', 1))
  await thread.run('kari', work('kari', 1))
  await pass(0)
  expect(ran).toEqual(['long', 'kari'])
  await pass(900)
  expect(ran).toEqual(['long', 'kari'])
  await pass(200)
  await later
  expect(ran).toEqual(['long', 'kari', 'later'])
})

test('what one person asks for at once runs in order, one piece in each turn of the event loop', async () => {
  vi.useRealTimers()
  const thread = makeMainThread({ perSecond: 1_000_000, atOnce: 1_000_000 })
  const ran: string[] = []
  const busy = (name: string) => () => {
    const end = performance.now() + 2
    while (performance.now() < end) ran.length += 0
    ran.push(name)
  }
  const mine = ['1', '2', '3'].map((name) => thread.run('ola', busy(name)))
  await thread.run('kari', () => ran.push('kari'))
  expect(ran).toEqual(['1', 'kari'])
  await turnOfTheLoop()
  await Promise.all(mine)
  expect(ran).toEqual(['1', 'kari', '2', '3'])
})

test('work that threw is counted, too', async () => {
  const { thread, ran, work, pass } = start()
  const failing = () => {
    work('failed', 500)()
    throw new Error('refused')
  }
  await expect(thread.run('ola', failing)).rejects.toThrow('refused')
  const later = thread.run('ola', work('later', 1))
  await pass(1000)
  expect(ran).toEqual(['failed'])
  await pass(4000)
  await later
})

test('a turn that does not come within ten seconds is refused, and the others keep their places', async () => {
  const { thread, ran, work, pass } = start()
  thread.charge('ola', 2_000)
  const first = thread.run('ola', work('first', 1))
  const refused = expect(first).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 10 } })
  await pass(9_600)
  const second = thread.run('ola', work('second', 1))
  await pass(401)
  await refused
  await pass(9_550)
  await second
  expect(ran).toEqual(['second'])
})

test('of very many at once the rest is refused, but not immediately', async () => {
  const { thread, work, pass } = start()
  thread.charge('ola', 50_000)
  const waiting = Array.from({ length: 101 }, () => thread.run('ola', work('x', 1)))
  const outcomes = Promise.allSettled(waiting)
  const last = expect(waiting.at(-1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await pass(1_000)
  await last
  expect(thread.waiting()).toBe(1)
  await pass(10_000)
  await outcomes
  expect(thread.waiting()).toBe(0)
})

test('each piece counts for more than the time that can be measured', async () => {
  const thread = makeMainThread({ perSecond: 100, atOnce: 50, around: 10 }, () => 0)
  const ran: number[] = []
  for (let n = 0; n < 10; n++) void thread.run('ola', () => ran.push(n))
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toHaveLength(6)
})

test('without a limit nothing waits', async () => {
  const thread = makeMainThread({ perSecond: 0, atOnce: 0 })
  thread.charge('ola', 1e9)
  expect(await thread.run('ola', () => 1)).toBe(1)
  expect(thread.measured('ola', () => 2)).toBe(2)
})

test('of several calls in pieces of one person, one piece is made in each turn of the event loop', async () => {
  vi.useRealTimers()
  const thread = makeMainThread({ perSecond: 1_000, atOnce: 10_000 })
  const turns = { number: 0, ends: false }
  const count = async () => {
    for (; !turns.ends; turns.number++) await turnOfTheLoop()
  }
  const counting = count()
  const made: number[] = []
  const call = async (personid: string) => {
    for (let piece = 0; piece < 5; piece++) {
      await thread.nextPiece(personid)
      made.push(turns.number)
    }
  }
  await Promise.all(Array.from({ length: 4 }, () => call('ola')))
  turns.ends = true
  await counting
  expect(made).toHaveLength(20)
  expect(new Set(made).size).toBe(20)
})

test('pieces wait for what was taken to be made up for, and are refused if it takes too long', async () => {
  const { thread, pass } = start()
  thread.charge('ola', 50_000)
  const refused = expect(thread.nextPiece('ola')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await pass(10_000)
  await refused
})

test('work in steps lets others go on in between, is counted, and gives its result', async () => {
  const { thread, ran, work, pass } = start()
  function* steps() {
    for (const name of ['1', '2', '3']) yield work(name, 40)()
    return 'done'
  }
  const made = inTurns(thread, 'ola', steps())
  await pass(0)
  await thread.run('kari', work('kari', 1))
  for (let n = 0; n < 10; n++) await pass(100)
  expect(await made).toBe('done')
  expect(ran.slice(0, 3)).not.toEqual(['1', '2', '3'])
  await thread.run('kari', work('kari', 1))
  expect(ran.filter((name) => name !== 'kari')).toEqual(['1', '2', '3'])
})

test('steps inside a transaction let others go on, are counted, and do not wait', async () => {
  vi.useRealTimers()
  let now = 0
  const thread = makeMainThread({ perSecond: 100, atOnce: 50 }, () => now)
  thread.charge('ola', 5_000)
  const ran: string[] = []
  function* steps() {
    for (const name of ['1', '2', '3']) {
      ran.push(name)
      now += 40
      yield
    }
    return 'done'
  }
  const made = inSteps(thread, 'ola', steps())
  await thread.run('kari', () => ran.push('kari'))
  expect(await made).toBe('done')
  expect(ran).toEqual(['1', 'kari', '2', '3'])
})
