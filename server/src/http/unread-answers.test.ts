import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../test/beds/live.ts'
import { makeUnreadAnswers } from './unread-answers.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const size = 8_000_000

/** A server that sends 8 MB to each caller. */
async function serve(limits: Parameters<typeof makeUnreadAnswers>[0]) {
  const unread = makeUnreadAnswers(limits)
  const server = createServer((request, response) => {
    unread.watch(response, size, request.url ?? '')
    response.end(Buffer.alloc(size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** A caller that reads nothing, or everything. */
  function ask(path: string, reads: boolean): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    if (reads) socket.resume()
    else socket.pause()
    ends.push(() => socket.destroy())
    return socket
  }
  return { unread, ask }
}

const wide = { graceMs: 60_000, slowestBytesPerMs: 16, mostBytesOfPerson: 1e9, mostBytes: 1e9 }

test('a caller that does not read is disconnected after the time limit', async () => {
  const { unread, ask } = await serve({ ...wide, graceMs: 50, slowestBytesPerMs: 1e6 })
  ask('/kari', false)
  await until('the answer waits', () => unread.bytes() === size)
  await until('it is given up', () => unread.bytes() === 0)
})

test('a caller that reads is not', async () => {
  const { unread, ask } = await serve(wide)
  let read = 0
  const socket = ask('/kari', true)
  socket.on('data', (part) => {
    read += part.length
  })
  await until('all was read', () => read > size)
  await until('nothing waits', () => unread.bytes() === 0)
})

test('one person’s unread answers never exceed their share or affect others', async () => {
  const { unread, ask } = await serve({ ...wide, mostBytesOfPerson: 3 * size })
  ask('/ola', false)
  await until('the answer waits', () => unread.bytes() === size)
  for (let n = 0; n < 10; n++) ask('/kari', false)
  await until('the share is full', () => unread.bytes() === 4 * size)
  ask('/kari', false)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(unread.bytes()).toBe(4 * size)
})

test('all unread answers together never exceed the limit', async () => {
  const { unread, ask } = await serve({ ...wide, mostBytes: 2 * size })
  for (let n = 0; n < 6; n++) ask(`/${n}`, false)
  await until('the bound is reached', () => unread.bytes() === 2 * size)
})
