import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

type Needs = {
  /** Resolves when the database answers. */
  askDatabase: () => Promise<unknown>
  askStore: () => Promise<unknown>
}

/** A load balancer that asks whether we are ready gets its answer within this time, whatever the database does. */
const patienceMs = 3_000

/** How long answers under way may take once nothing new is taken. */
const finishMs = 25_000

/**
 * `/health` says that the process lives, `/ready` that its database and store answer and that it isn't about to stop.
 * `/serving` says the last alone, for load balancers: where all servers lose a store that they share, taking all of them out
 * would make an outage of what is only a missing part.
 * `drain` stops without failing a request: first nobody is sent here any more, then what is under way is finished.
 */
export function registerReadiness(app: FastifyInstance, { askDatabase, askStore }: Needs) {
  let isDraining = false

  app.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/serving', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .code(isDraining ? 503 : 200)
      .send({ status: isDraining ? 'stopping' : 'serving' }),
  )
  app.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining) return reply.code(503).send({ status: 'stopping' })
    try {
      const late = wait(patienceMs, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${patienceMs} ms`)
      })
      await Promise.race([Promise.all([askDatabase(), askStore()]), late])
      return reply.send({ status: 'ready' })
    } catch (err) {
      app.log.warn({ err }, 'not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })

  // A kept connection ends with its next answer, so that the next request goes to a server that stays.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })

  return {
    /** Says not ready for so many seconds, then `closeSockets`, takes nothing new and waits for what is under way. */
    async drain(seconds: number, closeSockets: () => Promise<void>): Promise<void> {
      isDraining = true
      if (seconds > 0) await wait(seconds * 1000)
      await closeSockets()
      const cut = setTimeout(() => app.server.closeAllConnections(), finishMs)
      await app.close()
      clearTimeout(cut)
    },
  }
}
