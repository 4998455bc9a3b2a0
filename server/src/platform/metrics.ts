import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

const requests = new Counter({
  name: 'casebook_requests_total',
  help: 'Requests answered, by operation (a root field of the schema, else method and route) and code (a problem’s, else the HTTP status).',
  labelNames: ['operation', 'code'],
})

const durations = new Histogram({
  name: 'casebook_request_seconds',
  help: 'Time from the request to the end of its answer.',
  labelNames: ['operation'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

const uploads = new Counter({
  name: 'casebook_uploads_total',
  help: 'Files settled against the store, by what became of them.',
  labelNames: ['status'],
})

export function countRequest({ operation, code, ms }: { operation: string; code: string; ms: number }): void {
  requests.inc({ operation, code })
  durations.observe({ operation }, ms / 1000)
}

export function countUpload(status: 'UPLOADED' | 'FAILED'): void {
  uploads.inc({ status })
}

/** What can be read at any moment; asked for when somebody collects. */
export type Levels = {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  sockets: () => number
  subscriptions: () => number
}

/** Begins to measure the process and the levels. Answers how to stop measuring them. */
function measureLevels({ pool, sockets, subscriptions }: Levels): () => void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
  const levels: [name: string, help: string, read: () => number][] = [
    ['casebook_pool_connections_in_use', 'Database connections at work.', () => pool.totalCount - pool.idleCount],
    ['casebook_pool_connections_idle', 'Database connections that wait for work.', () => pool.idleCount],
    ['casebook_pool_waiting', 'Calls that wait for a database connection.', () => pool.waitingCount],
    ['casebook_sockets', 'Open live-update sockets.', sockets],
    ['casebook_subscriptions', 'Subscriptions on those sockets.', subscriptions],
  ]
  for (const [name, help, read] of levels) {
    new Gauge({
      name,
      help,
      aggregator: 'sum',
      collect() {
        this.set(read())
      },
    })
  }
  return () => {
    for (const [name] of levels) register.removeSingleMetric(name)
  }
}

type Served = { stop: () => Promise<void> }

/** Measures and serves, where METRICS_PORT is set; one of several processes only measures, and the first one collects. */
export async function startMetrics(
  { host, metricsPort }: { host: string; metricsPort?: number },
  levels: Levels,
  log: FastifyBaseLogger,
): Promise<Served | undefined> {
  if (metricsPort === undefined) return undefined
  const stopMeasuring = measureLevels(levels)
  if (cluster.isWorker) {
    // Answers the first process when that one collects.
    new AggregatorRegistry()
    return { stop: async () => stopMeasuring() }
  }
  const served = await serveMetrics({ host, port: metricsPort })
  log.info({ address: served.address }, 'metrics are served')
  return {
    stop: async () => {
      stopMeasuring()
      await served.stop()
    },
  }
}

/** The sums over all processes of this machine. */
export async function serveWorkersMetrics(
  { host, metricsPort }: { host: string; metricsPort?: number },
  log: FastifyBaseLogger,
): Promise<Served | undefined> {
  if (metricsPort === undefined) return undefined
  const all = new AggregatorRegistry()
  const served = await serveMetrics({ host, port: metricsPort }, () => all.clusterMetrics())
  log.info({ address: served.address }, 'metrics are served')
  return served
}

/** Serves GET /metrics for Prometheus on a port of its own, which need not be open to browsers. */
async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string> = () => register.metrics(),
): Promise<{ address: string; stop: () => Promise<void> }> {
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
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  const taken = typeof bound === 'object' ? bound?.port : port
  return {
    address: `http://${host}:${taken}/metrics`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
