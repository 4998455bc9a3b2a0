import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { release } from '../config/release.ts'
import { askParts, type Part } from './parts.ts'

/** How long to wait during shutdown for the first request of an accepted connection. */
const firstRequestMs = 2_000

/** How long requests in progress may take after new ones are refused. */
const finishMs = 25_000

/**
 * `/health` reports that the process is alive, and proves with `?nonce=` (32 hexadecimal digits) which installation it
 * belongs to: only one with the same secret gives the same answer. `/ready` reports whether each required part works and the server is not
 * shutting down, and names what is missing. `/serving` reports only the shutdown, for load balancers: if a shared store
 * fails, removing all servers would turn one missing part into an outage. `drain` shuts down without failing a request:
 * it first stops new traffic, then finishes requests in progress.
 */
export function registerReadiness(app: FastifyInstance, parts: readonly Part[], prove: (text: string) => string) {
  let isDraining = false
  const needed = parts.filter(({ isNeeded }) => isNeeded)

  app.get<{ Querystring: { nonce?: unknown } }>('/health', async ({ query: { nonce } }, reply) => {
    const isAsked = typeof nonce === 'string' && /^[0-9a-f]{32}$/.test(nonce)
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ok', ...(isAsked && { installation: prove(nonce) }) })
  })
  app.get('/serving', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .code(isDraining ? 503 : 200)
      .send({ status: isDraining ? 'stopping' : 'serving' }),
  )
  app.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining) return reply.code(503).send({ status: 'stopping', release })
    const states = await askParts(needed)
    const missing = states.filter(({ isOk }) => !isOk)
    for (const { name, error } of missing) app.log.warn({ part: name, err: error }, 'not ready')
    return reply.code(missing.length > 0 ? 503 : 200).send({
      status: missing.length > 0 ? 'not ready' : 'ready',
      release,
      ...(missing.length > 0 && { missing: missing.map(({ name }) => name) }),
      parts: Object.fromEntries(states.map(({ name, says }) => [name, says])),
    })
  })

  // A kept-alive connection closes after its next response, so that the next request goes to another server.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })

  // Closing the HTTP server would also close idle connections whose first request is just arriving. A load balancer would
  // have to answer 502 for it.
  const fresh = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    fresh.add(socket)
    socket.once('close', () => fresh.delete(socket))
  })
  app.addHook('onRequest', async (request) => {
    fresh.delete(request.raw.socket)
  })

  async function untilRequestsCame() {
    for (const end = Date.now() + firstRequestMs; fresh.size > 0 && Date.now() < end; ) await wait(10)
  }

  return {
    /**
     * Reports not ready for so many seconds, then calls `closeSockets`, stops listening and waits for requests in
     * progress.
     */
    async drain(seconds: number, closeSockets: () => Promise<void>): Promise<void> {
      isDraining = true
      if (seconds > 0) await wait(seconds * 1000)
      await closeSockets()
      // Stops listening without closing connections, unlike the HTTP server's own method.
      const ended = new Promise((resolve) => Server.prototype.close.call(app.server, resolve))
      await untilRequestsCame()
      const cut = setTimeout(() => app.server.closeAllConnections(), finishMs)
      await app.close()
      await ended
      clearTimeout(cut)
    },
  }
}
