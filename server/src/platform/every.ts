import type { FastifyBaseLogger } from 'fastify'

/** Does something again and again, never twice at once; a failure is logged and tried at the next turn. Answers how to stop. */
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
