import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const tick = 10

/** Forwards a port to another with a limited downstream rate, shared by all connections. Unlimited at first. */
export async function startSlowLine(port: number, to: number) {
  let bytesPerTick = Number.POSITIVE_INFINITY
  const waiting: { socket: Socket; from: Socket; chunk: Buffer }[] = []
  const timer = setInterval(() => {
    let left = bytesPerTick
    while (left > 0) {
      const next = waiting[0]
      if (!next) return
      const part = next.chunk.subarray(0, left)
      left -= part.length
      next.chunk = next.chunk.subarray(part.length)
      if (!next.socket.destroyed) next.socket.write(part)
      if (next.chunk.length === 0) {
        waiting.shift()
        if (!waiting.some(({ from }) => from === next.from)) next.from.resume()
      }
    }
  }, tick)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const from = connect(to, '127.0.0.1')
    sockets.add(socket).add(from)
    for (const each of [socket, from]) {
      each.on('error', () => undefined)
      each.on('close', () => {
        sockets.delete(each)
        const other = each === socket ? from : socket
        if (!waiting.some((chunk) => chunk.from === from)) other.end()
      })
    }
    socket.pipe(from)
    from.on('data', (chunk: Buffer) => {
      if (bytesPerTick === Number.POSITIVE_INFINITY) {
        if (!socket.write(chunk)) {
          from.pause()
          socket.once('drain', () => from.resume())
        }
        return
      }
      waiting.push({ socket, from, chunk })
      from.pause()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    setRate(bitsPerSecond: number) {
      bytesPerTick = bitsPerSecond === Number.POSITIVE_INFINITY ? bitsPerSecond : (bitsPerSecond / 8) * (tick / 1000)
    },
    async stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
