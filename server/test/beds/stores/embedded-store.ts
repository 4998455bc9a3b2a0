import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { EmbeddedStore, registerEmbeddedStore } from '../../../src/object-store/embedded/embedded-store.ts'
import type { UploadForm } from '../../../src/object-store/object-store.ts'

const boundary = 'x-boundary-x'

/** An embedded store on a free port with its own folder, and a clock that the test controls. */
export async function startBed() {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-store-'))
  const clock = { nowMs: Date.now() }
  const store = new EmbeddedStore({ dataDir, key: randomBytes(32), now: () => clock.nowMs })
  await store.open()
  const app = Fastify({ bodyLimit: 1000 })
  registerEmbeddedStore(app, store)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    store,
    dataDir,
    clock,
    origin,
    port,
    incoming: () => readdir(join(dataDir, 'objects-incoming')),
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One part of a form: a field, or the file, whose bytes may come from a generator. */
export type Part = { name: string; value: string | Uint8Array | Iterable<Uint8Array>; filename?: string }

export function partsOf(form: UploadForm, file: Part['value']): Part[] {
  const fields = Object.entries(form.fields).map(([name, value]) => ({ name, value }))
  return [...fields, { name: 'file', value: file, filename: 'sensor.csv' }]
}

/** The same zero bytes repeatedly, so that a large file takes no memory. */
export function* zeros(size: number): Generator<Uint8Array> {
  const block = new Uint8Array(256 * 1024)
  for (let left = size; left > 0; left -= block.length) yield left < block.length ? block.subarray(0, left) : block
}

export function* body(parts: readonly Part[]): Generator<Uint8Array> {
  for (const { name, value, filename } of parts) {
    const tail = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${tail}\r\n\r\n`)
    if (typeof value === 'string') yield Buffer.from(value)
    else if (value instanceof Uint8Array) yield value
    else yield* value
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}

export type Answer = { status: number; code: string; text: string; headers: http.IncomingHttpHeaders }

/** Sends a form chunk by chunk and returns the response, with S3's error code in `code`. */
export function post(
  url: string,
  chunks: Iterable<Uint8Array>,
  headers: http.OutgoingHttpHeaders = {},
): Promise<Answer> {
  const sent = Promise.withResolvers<Answer>()
  const request = http.request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
  request.on('error', sent.reject)
  request.on('response', async (response) => {
    const text = Buffer.concat(await Array.fromAsync<Buffer>(response)).toString()
    const code = /<Code>(.*)<\/Code>/.exec(text)?.[1] ?? ''
    sent.resolve({ status: response.statusCode ?? 0, code, text, headers: response.headers })
  })
  sendAll(request, chunks).catch(sent.reject)
  return sent.promise
}

async function sendAll(request: http.ClientRequest, chunks: Iterable<Uint8Array>): Promise<void> {
  for (const chunk of chunks) {
    if (!request.write(chunk)) await new Promise((drained) => request.once('drain', drained))
  }
  request.end()
}

/** Sends part of the announced body, then closes the connection. */
export async function postAndCut(port: number, bytes: Uint8Array, promised: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /objects HTTP/1.1',
    'Host: localhost',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${promised}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((sent) => socket.write(bytes, sent))
  socket.resetAndDestroy()
}
