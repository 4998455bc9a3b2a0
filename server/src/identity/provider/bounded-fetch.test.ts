import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

const open: { close: () => void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}

test('a response of ordinary length is returned with its status and headers', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"keys":[]}'))
  })
  const answer = await boundedFetch(address)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({ keys: [] })
})

test('a response with a too large Content-Length is not read', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 300_000_000 })
    response.write('x')
  })
  await expect(boundedFetch(address)).rejects.toThrow('larger than 1 MB')
})

test('an endless response, or one that decompresses beyond it, is aborted after 1 MB', async () => {
  const endless = await serve((_request, response) => {
    const part = Buffer.alloc(64_000)
    const write = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', write)
    write()
  })
  await expect(boundedFetch(endless)).rejects.toThrow('larger than 1 MB')
  const packed = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(20_000_000)))
  })
  await expect(boundedFetch(packed)).rejects.toThrow('larger than 1 MB')
})

test('a response without a body is returned', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(204)
    response.end()
  })
  expect((await boundedFetch(address)).status).toBe(204)
})
