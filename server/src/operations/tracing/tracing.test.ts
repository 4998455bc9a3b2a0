import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCasebook } from '../../../test/beds/casebook.ts'
import { startTracing } from './tracing.ts'

let received: string
let stop: () => void
let endpoint: string

beforeEach(async () => {
  received = ''
  const collector = createServer((request, response) => {
    request.on('data', (bytes: Buffer) => {
      received += `${request.url} ${bytes.toString('latin1')}`
    })
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end())
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  stop = () => collector.close()
})
afterEach(() => {
  stop()
  vi.unstubAllEnvs()
})

test('a request and its statements are sent to the collector, without recorded data', async () => {
  // The exporter reads the process's own environment.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  const casebook = await startCasebook({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const admin = await casebook.as('admin')
  const traceid = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceid}-b7ad6b7169203331-01`
  await admin.call('mutation { addSite(identifier: "oslo", name: "kaptein") { siteid } }', {}, { traceparent })
  await casebook.stop()
  expect(received).toContain('/v1/traces')
  for (const said of ['casebook', 'addSite', 'INSERT', 'COMMIT', '/graphql']) expect(received).toContain(said)
  expect(received).toContain(Buffer.from(traceid, 'hex').toString('latin1'))
  for (const secret of ['kaptein', 'insert into', String(admin.browser.cookie('casebook_session'))])
    expect(received).not.toContain(secret)
})

test('without an endpoint, or if it is disabled, there is no tracing', async () => {
  expect(await startTracing({})).toBeUndefined()
  expect(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
})
