import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '../../test/beds/live.ts'
import { cutStalledReaders } from './stalled-readers.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const size = 16_000_000

/** A server that sends 16 MB to each caller, over HTTP or a WebSocket, and gives a stalled one little time. */
async function serve(stalledMs = 200) {
  const server = createServer((_request, response) => response.end(Buffer.alloc(size)))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.send(Buffer.alloc(size))
  })
  ends.push(cutStalledReaders(server, { stalledMs, lookEveryMs: 20 }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  const { port } = server.address() as AddressInfo
  function ask(headers: string): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
    socket.pause()
    ends.push(() => socket.destroy())
    return socket
  }
  return { open, ask }
}

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

test.each([
  ['an answer', ''],
  ['a WebSocket', upgrade],
])('a reader who takes nothing of %s is cut', async (_what, headers) => {
  const { open, ask } = await serve()
  ask(headers)
  await until('it is connected', async () => (await open()) === 1)
  await until('it is cut', async () => (await open()) === 0)
})

test('a slow reader and one with nothing to read are not', async () => {
  // More time than a busy machine may keep this test from reading.
  const { open, ask } = await serve(2_000)
  const idle = ask(upgrade)
  idle.resume()
  const slow = ask('')
  let read = 0
  const reading = setInterval(() => {
    slow.read(400_000)
    read += 1
  }, 20)
  ends.push(() => clearInterval(reading))
  slow.on('readable', () => undefined)
  await until('it has read for a while', () => read > 120)
  expect(await open()).toBe(2)
})
