import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Services } from '../graphql/context.ts'
import { every } from '../operations/processes/every.ts'
import { findNoted, forgetSome, keepSome, noteUnkept, type Rest } from './keep-facts.sql.ts'

type Deps = { db: Services['db']; zone: string; log: FastifyBaseLogger }

const lookEverySeconds = 10

/** While somebody fills in forms, each save would have the subject counted anew. */
const rest: Rest = { seconds: 10, atMost: 60 }

/** Keeps the facts of subjects. Returns a function that stops it. */
export function startKeeping({ db, zone, log }: Deps): () => Promise<void> {
  const stopping = new AbortController()
  const begun = { isNoted: false, work: Promise.resolve() }
  async function noteOnce() {
    if (!begun.isNoted) await noteUnkept(db, scope, zone)
    begun.isNoted = true
  }
  async function work() {
    const all = await Promise.allSettled([noteOnce(), keepAll(db, { zone, rest, signal: stopping.signal })])
    for (const one of all) if (one.status === 'rejected') throw one.reason
  }
  const stop = every(
    lookEverySeconds,
    'counting what subjects have',
    () => {
      begun.work = work()
      return begun.work
    },
    log,
  )
  return async () => {
    stop()
    stopping.abort()
    await begun.work.catch(() => undefined)
  }
}

const scope = proveScope(systemActor('facts of subjects'), 'all')

/**
 * Counts what is noted and rests, for a fifth of the time at most. A study that can't be counted does not keep the others
 * from it; its error is thrown at the end.
 */
export async function keepAll(
  db: Services['db'],
  { zone, rest, signal }: { zone: string; rest: Rest; signal?: AbortSignal },
): Promise<void> {
  const failed = new Map<string, unknown>()
  while (!signal?.aborted) {
    const began = performance.now()
    const place = await findNoted(db, scope, rest, [...failed.keys()])
    if (!place) break
    try {
      if (!(await keepSome(db, scope, { zone, rest }, place))) break
    } catch (error) {
      failed.set(place.studyid, error)
    }
    await wait(4 * (performance.now() - began), undefined, { ...(signal && { signal }) }).catch(() => undefined)
  }
  for (const error of failed.values()) throw error
}

const forgetEverySeconds = 60

/** Where nothing is counted ahead, forgets what is noted. Returns a function that stops it. */
export function startForgetting({ db, log }: Omit<Deps, 'zone'>): () => void {
  return every(forgetEverySeconds, 'forgetting notes of what subjects have', () => forgetAll(db), log)
}

export async function forgetAll(db: Services['db']): Promise<void> {
  let isLeft = true
  while (isLeft) isLeft = await forgetSome(db, scope)
}
