import { setTimeout as wait } from 'node:timers/promises'

/** How long a call waits for an unavailable database, for example during a failover, before it fails. */
export const retryForMs = 30_000

/** A time limit for several attempts, with growing pauses between them. */
export function makeBackoff(milliseconds = retryForMs) {
  const end = performance.now() + milliseconds
  let pauseMs = 50
  return {
    /** Pauses before the next attempt. Returns false when the time is up. */
    async pause(): Promise<boolean> {
      if (performance.now() + pauseMs > end) return false
      await wait(pauseMs * (0.5 + Math.random()))
      pauseMs = Math.min(pauseMs * 2, 1_000)
      return true
    },
  }
}

export type Backoff = ReturnType<typeof makeBackoff>
