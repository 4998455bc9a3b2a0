import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Limits = { stalledMs: number; lookEveryMs: number }

/** Bytes that the kernel has taken, and bytes that wait for it. */
function progressOf(socket: Socket): { taken: number; waiting: number } {
  const handle: unknown = Reflect.get(socket, '_handle')
  const queued = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0
  const waiting = socket.writableLength + (typeof queued === 'number' ? queued : 0)
  return { taken: socket.bytesWritten - waiting, waiting }
}

/**
 * Cuts connections whose reader takes nothing for 30 seconds of what is being sent: answers, downloads and WebSockets.
 * Until then, everything that was sent is kept in memory. A reader who takes it slowly is not cut. Returns a function that
 * ends it.
 */
export function cutStalledReaders(server: Server, limits: Limits = { stalledMs: 30_000, lookEveryMs: 5_000 }) {
  const since = new Map<Socket, { taken: number; at: number }>()
  const onConnection = (socket: Socket) => {
    since.set(socket, { taken: 0, at: performance.now() })
    socket.once('close', () => since.delete(socket))
  }
  server.on('connection', onConnection)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, before] of since) {
      const { taken, waiting } = progressOf(socket)
      if (waiting === 0 || taken !== before.taken) since.set(socket, { taken, at: now })
      else if (now - before.at >= limits.stalledMs) socket.destroy()
    }
  }, limits.lookEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    server.off('connection', onConnection)
  }
}
