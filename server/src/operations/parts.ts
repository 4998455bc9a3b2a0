import { setTimeout as wait } from 'node:timers/promises'

/** A part that the server depends on. */
export type Part = {
  name: 'database' | 'migrations' | 'store' | 'disk' | 'provider' | 'mail'
  /** Whether the server is not ready without it. Otherwise its state is only measured. */
  isNeeded: boolean
  /** Resolves if the part works. Throws PartFault with a public explanation if there is one. */
  ask: () => Promise<unknown>
}

/** A fault in words that anybody may read: `/ready` shows them without a session. */
export class PartFault extends Error {
  override name = 'PartFault'
}

export type PartState = { name: Part['name']; isOk: boolean; says: string; error?: unknown }

/** How long to wait for the parts. Callers of `/ready` get an answer within this time. */
const answerLimitMs = 3_000

/** Checks each part. Never throws, and never takes longer than `limitMs`. */
export function askParts(parts: readonly Part[], limitMs = answerLimitMs): Promise<PartState[]> {
  return Promise.all(
    parts.map(async ({ name, ask }) => {
      try {
        const late = wait(limitMs, undefined, { ref: false }).then(() => {
          throw new PartFault(`no answer within ${limitMs / 1000} s`)
        })
        await Promise.race([ask(), late])
        return { name, isOk: true, says: 'ok' }
      } catch (error) {
        return { name, isOk: false, says: error instanceof PartFault ? error.message : 'does not answer', error }
      }
    }),
  )
}

/** Limits a check to once in so many seconds, to protect external parts from frequent requests. */
export function atMostEvery(seconds: number, ask: () => Promise<unknown>): () => Promise<unknown> {
  let last: { at: number; answer: Promise<unknown> } | undefined
  return () => {
    if (!last || performance.now() - last.at > seconds * 1000) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
