import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import { JsonText, TextPieces } from '../database/json-text.ts'
import { makePace, type Pace } from '../rate-limits/rate-limits.ts'

type Person = { used: number; waiting: { weight: number; begin: () => void }[] }

/** Beyond this, a person's root fields are refused. No ordinary use queues so many. */
const mostWaiting = 1_000

/** Heavier statements read lists or whole records, and wait while a person takes more than their pace. */
export const weightOfList = 4

type Pacing = {
  pace: Pace
  /** What an answer counts, also if there is none because the work failed. Without it, its characters. */
  amountOf?: (answer: unknown, milliseconds: number) => number
  mostPauseMs?: number
}

const unpaced: Pacing = { pace: makePace({ atOnce: 0, perSecond: 0 }) }

/**
 * Limits the concurrent statements of each person, by weight. What exceeds `capacity` waits in order, while other
 * people proceed. The limit is well below the pool size, so that nobody can occupy the whole pool. Who takes more than
 * `pace` allows keeps the place of the last list for a while, so that their next list waits.
 */
export function makeTurns(
  capacity: number,
  { pace, amountOf = charactersOf, mostPauseMs = Number.POSITIVE_INFINITY }: Pacing = unpaced,
) {
  const people = new Map<string, Person>()

  function release(personid: string, person: Person, weight: number) {
    person.used -= weight
    for (let next = person.waiting[0]; next && hasRoom(person, next.weight); next = person.waiting[0]) {
      person.waiting.shift()
      person.used += next.weight
      next.begin()
    }
    if (person.used === 0 && person.waiting.length === 0) people.delete(personid)
  }

  /** One of any weight may run if nothing else is running. */
  function hasRoom({ used }: Person, weight: number) {
    return used === 0 || used + weight <= capacity
  }

  return {
    /** Runs the work when it is its turn. Rejects with RATE_LIMITED if too much is queued. */
    async run<T>(personid: string, weight: number, work: () => T | Promise<T>): Promise<T> {
      const person = people.get(personid) ?? { used: 0, waiting: [] }
      people.set(personid, person)
      if (person.waiting.length === 0 && hasRoom(person, weight)) person.used += weight
      else if (person.waiting.length >= mostWaiting) throw rateLimited(5)
      else await new Promise<void>((begin) => person.waiting.push({ weight, begin }))
      const began = performance.now()
      let answer: T | undefined
      try {
        answer = await work()
        return answer
      } finally {
        const amount = amountOf(answer, performance.now() - began)
        const pause = amount > 0 ? Math.min(mostPauseMs, pace.take(personid, amount)) : 0
        if (pause > 0 && weight >= weightOfList) setTimeout(() => release(personid, person, weight), pause).unref()
        else release(personid, person, weight)
      }
    },
    /** People with work in progress. */
    size: () => people.size,
  }
}

/** Of what is sent as it is; other answers are small. */
function charactersOf(answer: unknown): number {
  if (answer instanceof JsonText) return answer.text.length
  return answer instanceof TextPieces ? answer.pieces.reduce((sum, piece) => sum + piece.length, 0) : 0
}

/** Characters of JSON for each call that a person may make. A subject with everything has about as many. */
const charactersOfCall = 40_000
/** For so long a person may read as fast as they can. */
const hurrySeconds = 4

/** Writes of one person at a time. */
const mostWrites = 5

/** Milliseconds of imports for each call that a person may make. One thread reads the files of all people. */
const importMsOfCall = 5
const importMsAtOnce = 1_000
const mostImportPauseMs = 2_000

/**
 * For a pool of this size: one list at a time, and a few single records beside it. Writes have places of their own, so
 * that a person whose writes hang can read, and so do imports, of which there is one at a time. `callsPerMinute` is what a person may make; 0 means no limit.
 */
export function turnsOfPool(size: number, callsPerMinute: number) {
  const perSecond = (callsPerMinute / 60) * charactersOfCall
  const pace = makePace({ atOnce: hurrySeconds * perSecond, perSecond })
  const reads = makeTurns(Math.min(6, Math.max(5, Math.floor(size * 0.3))), { pace })
  const writes = makeTurns(mostWrites)
  const imports = makeTurns(weightOfList, {
    pace: makePace({ atOnce: importMsAtOnce, perSecond: (callsPerMinute / 60) * importMsOfCall }),
    amountOf: (_answer, milliseconds) => milliseconds,
    mostPauseMs: mostImportPauseMs,
  })
  return { read: reads.run, write: writes.run, import: imports.run }
}

export type Turns = ReturnType<typeof turnsOfPool>
