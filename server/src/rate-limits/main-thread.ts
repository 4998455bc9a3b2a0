import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'

/** Work that takes less lets others go on by itself. */
const noticeableMs = 0.5
/** A person's work waits at most so long for its turn, and so much of it. */
const mostWaitingMs = 10_000
const mostWaiting = 100
/** Refusals are not sent at once: somebody who only repeats would otherwise be refused thousands of times a second. */
const refusedAfterMs = 1_000

const mostPeople = 50_000

type Waiting = { begin: () => void; refuse: () => void }
type Person = { spentMs: number; at: number; isBusy: boolean; waiting: Waiting[]; timer: NodeJS.Timeout | undefined }

type Limits = {
  /** Milliseconds of the main thread that a person may take in each second, in the long run. 0 means no limit. */
  perSecond: number
  /** So many are free of it. */
  atOnce: number
  /** Milliseconds that are counted for each piece of work beside the time that it takes. */
  around?: number
}

/**
 * The main thread's time, of which each person has a share: all calls of a process are read, validated and answered on one
 * thread, and whoever keeps it busy keeps everybody waiting. The work of one person runs one piece after another, with the
 * work of others in between. Who has taken more than their share waits, and is then refused with RATE_LIMITED.
 */
export function makeMainThread({ perSecond, atOnce, around = 0 }: Limits, now = () => performance.now()) {
  const people = new Map<string, Person>()
  const perMs = perSecond / 1000

  function find(personid: string): Person {
    const at = now()
    const person = people.get(personid) ?? { spentMs: 0, at, isBusy: false, waiting: [], timer: undefined }
    person.spentMs = Math.max(0, person.spentMs - (at - person.at) * perMs)
    person.at = at
    // The map's first entry is the person who came least recently.
    people.delete(personid)
    people.set(personid, person)
    for (const [oldest, { waiting }] of people) {
      if (people.size <= mostPeople) break
      if (waiting.length === 0) people.delete(oldest)
    }
    return person
  }

  const mayBegin = ({ isBusy, spentMs }: Person) => !isBusy && spentMs <= atOnce

  /** Lets the next work of this person begin, now or when they have made up for what they took. */
  function goOn(personid: string) {
    const person = find(personid)
    if (person.waiting.length === 0 || person.isBusy || person.timer) return
    if (mayBegin(person)) return person.waiting.shift()?.begin()
    person.timer = setTimeout(
      () => {
        person.timer = undefined
        goOn(personid)
      },
      Math.ceil((person.spentMs - atOnce) / perMs),
    )
    person.timer.unref()
  }

  function measured<T>(personid: string, work: () => T): T {
    const began = now()
    try {
      return work()
    } finally {
      charge(personid, now() - began)
    }
  }

  function charge(personid: string, ms: number) {
    find(personid).spentMs += ms
  }

  function runNow<T>(personid: string, work: () => T): T {
    const began = now()
    try {
      return work()
    } finally {
      const tookMs = now() - began
      const person = find(personid)
      person.spentMs += tookMs + around
      if (tookMs >= noticeableMs || person.waiting.length > 0) holdTurn(personid, person)
    }
  }

  /** Others go first: the person's next work begins after this turn of the event loop. */
  function holdTurn(personid: string, person: Person) {
    person.isBusy = true
    setImmediate(() => {
      person.isBusy = false
      goOn(personid)
    })
  }

  const secondsUntilTurn = (personid: string) => Math.max(1, Math.ceil((find(personid).spentMs - atOnce) / perSecond))

  /** Waits for the person's turn. Throws RATE_LIMITED if it does not come. */
  async function turn(personid: string, person: Person): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const isTooMany = person.waiting.length >= mostWaiting
    const waiting: Waiting = {
      begin() {
        clearTimeout(timer)
        resolve()
      },
      refuse() {
        const place = person.waiting.indexOf(waiting)
        if (place >= 0) person.waiting.splice(place, 1)
        reject(rateLimited(secondsUntilTurn(personid)))
      },
    }
    const timer = setTimeout(() => waiting.refuse(), isTooMany ? refusedAfterMs : mostWaitingMs)
    timer.unref()
    if (!isTooMany) person.waiting.push(waiting)
    goOn(personid)
    return promise
  }

  return {
    /**
     * Runs a piece of work when it is the person's turn, and counts the time that it takes until it first waits. Throws
     * RATE_LIMITED if the turn does not come.
     */
    async run<T>(personid: string, work: () => T | Promise<T>): Promise<T> {
      if (perSecond === 0) return work()
      const person = find(personid)
      if (person.waiting.length > 0 || !mayBegin(person)) await turn(personid, person)
      return runNow(personid, work)
    },
    /**
     * Resolves when it is the person's turn, which lasts until the next turn of the event loop: for work in pieces, of which
     * several calls of one person do one at a time. `charge` counts what each takes. Throws RATE_LIMITED like `run`.
     */
    async nextPiece(personid: string): Promise<void> {
      if (perSecond === 0) return turnOfTheLoop()
      const person = find(personid)
      if (person.waiting.length > 0 || !mayBegin(person)) await turn(personid, person)
      holdTurn(personid, find(personid))
    },
    /** Runs work that has begun already, and counts the time that it takes. */
    measured: <T>(personid: string, work: () => T): T => (perSecond === 0 ? work() : measured(personid, work)),
    /** Counts time that was taken. */
    charge: (personid: string, ms: number) => perSecond > 0 && charge(personid, ms),
    /** People whose work waits. */
    waiting: () => [...people.values()].filter(({ waiting }) => waiting.length > 0).length,
  }
}

export type MainThread = ReturnType<typeof makeMainThread>

/** Runs work that is done in steps, each when it is the person's turn, and counts what each takes. Throws RATE_LIMITED like `run`. */
export async function inTurns<T>(mainThread: MainThread, personid: string, work: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    await mainThread.nextPiece(personid)
    const step = mainThread.measured(personid, () => work.next())
    if (step.done) return step.value
  }
}

/**
 * The same inside a transaction, whose locks keep others waiting: in each turn of the event loop one step, which is counted,
 * without a wait for the person's turn.
 */
export async function inSteps<T>(mainThread: MainThread, personid: string, work: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    const step = mainThread.measured(personid, () => work.next())
    if (step.done) return step.value
    await turnOfTheLoop()
  }
}

/** Of each call that a person may make. An ordinary call takes a third of it. */
const msOfCall = 1.5

/**
 * Of each piece of work, what can't be timed: a call is received and its answer sent, a statement goes out and its rows
 * come in.
 */
const msAround = 0.25

/** For the number of calls that a person may make per minute; 0 means no limit. */
export function mainThreadOf(callsPerMinute: number): MainThread {
  const perSecond = (callsPerMinute / 60) * msOfCall
  return makeMainThread({ perSecond, atOnce: Math.max(200, perSecond), around: msAround })
}
