import { createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { serveWorkersMetrics } from './serve.ts'

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof bound === 'object' && bound ? bound.port : 0
}

/** Which of the two addresses answer for metrics, where these settings say how they are served. */
async function answering(env: Record<string, string>): Promise<string[]> {
  const port = await freePort()
  const served = await serveWorkersMetrics(
    readConfig({ ...env, METRICS_PORT: String(port) }),
    pino({ level: 'silent' }),
  )
  try {
    const answers = await Promise.all(
      ['127.0.0.1', '127.0.0.2'].map(async (host) => {
        const answer = await fetch(`http://${host}:${port}/metrics`).catch(() => undefined)
        return answer?.status === 200 ? [host] : []
      }),
    )
    return answers.flat()
  } finally {
    await served?.stop()
  }
}

// Other systems than Linux have a single loopback address.
test.runIf(process.platform === 'linux')('metrics are served at METRICS_HOST, or else at HOST', async () => {
  expect(await answering({ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.2' })).toEqual(['127.0.0.2'])
  expect(await answering({ HOST: '127.0.0.2' })).toEqual(['127.0.0.2'])
  expect(await answering({ HOST: '127.0.0.1', METRICS_HOST: '0.0.0.0' })).toEqual(['127.0.0.1', '127.0.0.2'])
})

test('without METRICS_PORT there are none', async () => {
  expect(await serveWorkersMetrics(readConfig({}), pino({ level: 'silent' }))).toBeUndefined()
})
