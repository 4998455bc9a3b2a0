import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Services } from '../graphql/context.ts'
import { every } from '../operations/processes/every.ts'
import { keepSome, noteUnkept } from './keep-facts.sql.ts'

type Deps = { db: Services['db']; zone: string; log: FastifyBaseLogger }

const lookEverySeconds = 2

/** Keeps the facts of subjects. Returns a function that stops it. */
export function startKeeping({ db, zone, log }: Deps): () => Promise<void> {
  const stopping = new AbortController()
  const begun = { isNoted: false, work: Promise.resolve() }
  async function work() {
    if (!begun.isNoted) await noteUnkept(db, scope, zone)
    begun.isNoted = true
    await keepAll(db, zone, stopping.signal)
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

/** Counts what is noted, for half of the time at most. */
export async function keepAll(db: Services['db'], zone: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const began = performance.now()
    if (!(await keepSome(db, scope, zone))) return
    await wait(performance.now() - began, undefined, { ...(signal && { signal }) }).catch(() => undefined)
  }
}
