import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { register } from 'prom-client'
import type { Config } from '../../config/config.ts'
import { answerCollections, makeCollector } from './collect.ts'
import { type Levels, measureLevels } from './levels.ts'

type Served = { stop: () => Promise<void> }
type Settings = Pick<Config, 'metricsHost' | 'metricsPort'>

/**
 * Measures, and serves the metrics if METRICS_PORT is set. With several processes, each only measures and the first one
 * collects.
 */
export async function startMetrics(
  settings: Settings,
  levels: Levels,
  log: FastifyBaseLogger,
): Promise<Served | undefined> {
  if (settings.metricsPort === undefined) return undefined
  const stopMeasuring = measureLevels(levels)
  if (cluster.isWorker) {
    answerCollections()
    return { stop: async () => stopMeasuring() }
  }
  const served = await serveMetrics(settings, log, () => register.metrics())
  return {
    stop: async () => {
      stopMeasuring()
      await served?.stop()
    },
  }
}

/** The metrics of all processes of this machine, added up. */
export async function serveWorkersMetrics(settings: Settings, log: FastifyBaseLogger): Promise<Served | undefined> {
  if (settings.metricsPort === undefined) return undefined
  return serveMetrics(settings, log, makeCollector())
}

/** Serves GET /metrics for Prometheus on its own port and address, which browsers need not reach. */
async function serveMetrics(
  { metricsHost, metricsPort }: Settings,
  log: FastifyBaseLogger,
  read: () => Promise<string>,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': register.contentType }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(metricsPort, metricsHost, resolve)
  })
  const bound = server.address()
  const taken = typeof bound === 'object' ? bound?.port : metricsPort
  const name = metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost
  log.info({ address: `http://${name}:${taken}/metrics` }, 'metrics are served')
  return {
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
