import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowLine {
  /** The address of the server over this line. */
  address: string
  /** Nothing arrives at either end, and no connection ends, until `restore`. */
  lose: () => void
  restore: () => void
  stop: () => Promise<void>
}

/** A line to the server that carries so many bytes a second to it on each connection, and as many back as come. */
export async function openSlowLine(address: string, bytesPerSecond: number): Promise<SlowLine> {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  let isLost = false
  let isStopped = false

  async function carry(from: Socket, to: Socket, perSecond: number) {
    try {
      for await (const part of from) {
        for (let at = 0; at < part.length; ) {
          const piece = part.subarray(at, at + Math.min(part.length, Math.ceil(perSecond / 10)))
          while (isLost && !isStopped) await wait(100)
          if (!to.write(piece)) await once(to, 'drain')
          at += piece.length
          if (Number.isFinite(perSecond)) await wait((piece.length / perSecond) * 1000)
        }
      }
      to.end()
    } catch {
      // One end is gone.
      to.destroy()
    }
  }

  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
    }
    void carry(near, far, bytesPerSecond)
    void carry(far, near, Number.POSITIVE_INFINITY)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  return {
    address: `http://127.0.0.1:${typeof own === 'object' && own ? own.port : 0}`,
    lose() {
      isLost = true
    },
    restore() {
      isLost = false
    },
    async stop() {
      isStopped = true
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
