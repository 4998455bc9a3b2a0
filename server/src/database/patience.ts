import { setTimeout as wait } from 'node:timers/promises'
import { isConnectionLost } from './lost-connection.ts'

/** How long a call waits for a database that is gone, as during a failover, before it is given up. */
export const patienceMs = 30_000

/** A time limit over several attempts, with growing pauses between them. */
export function makePatience(milliseconds = patienceMs) {
  const end = performance.now() + milliseconds
  let pauseMs = 50
  return {
    /** Waits a little before the next attempt; answers false when the time is over. */
    async pause(): Promise<boolean> {
      if (performance.now() + pauseMs > end) return false
      await wait(pauseMs * (0.5 + Math.random()))
      pauseMs = Math.min(pauseMs * 2, 1_000)
      return true
    },
  }
}

/** Does something again while the database can't be reached. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const patience = makePatience()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || !(await patience.pause())) throw error
    }
  }
}

export type Patience = ReturnType<typeof makePatience>
