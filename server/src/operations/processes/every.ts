import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs a task periodically, never twice at once. A failure is logged, and the next run retries. Returns a function that
 * stops it.
 */
export function every(seconds: number, what: string, work: () => Promise<unknown>, log: FastifyBaseLogger): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    work()
      .catch((err) => log.warn({ err }, `${what} failed; trying again later`))
      .finally(() => {
        busy = false
      })
  }, seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
