import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { embeddedPoolSize } from '../../config/connections.ts'
import { openDatabase } from '../../database/open.ts'
import { prepareSchema } from '../../database/schema/prepare-schema.ts'
import { readSecretKey } from '../../secrets/seal.ts'
import { serveWorkersMetrics } from '../metrics/serve.ts'

const readyMessage = 'casebook ready at '

/** Tells the first process that this one serves at the address. */
export function announceReady(address: string): void {
  process.send?.(readyMessage + address)
}

type Workers = { address: string; stop: () => Promise<void> }

type Settings = Parameters<typeof openDatabase>[0] &
  Parameters<typeof serveWorkersMetrics>[0] &
  Parameters<typeof embeddedSettings>[0] &
  Pick<Config, 'secretKey'>

/**
 * Runs several processes that serve one port. This one owns the embedded database, if any, and replaces a process that
 * dies. Resolves when all serve; rejects if one of them can't start.
 */
export async function startWorkers(config: Settings, log: FastifyBaseLogger): Promise<Workers> {
  const database = await openDatabase(config, log)
  await prepareSchema(database, (line) => log.warn(line))
  await readSecretKey(config.secretKey, config.dataDir)
  const env = config.databaseUrl ? {} : embeddedSettings(config, database)
  const metrics = await serveWorkersMetrics(config, log)
  let isStopping = false

  async function start(): Promise<string> {
    const worker = cluster.fork(env)
    const address = await untilReady(worker)
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      log.error({ pid: worker.process.pid, code, signal }, 'a server process ended by itself; starting another')
      void replace()
    })
    return address
  }

  async function replace() {
    for (let pauseMs = 500; !isStopping; pauseMs = Math.min(pauseMs * 2, 30_000)) {
      try {
        await start()
        return
      } catch (err) {
        log.error({ err }, 'a server process could not be started')
        await wait(pauseMs)
      }
    }
  }

  async function stop() {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        if (worker.isDead()) return
        const over = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await over
      }),
    )
    await metrics?.stop()
    await database.stop()
  }

  try {
    // The reason why one of them can't start is reported once.
    const address = await start()
    await Promise.all(Array.from({ length: config.webConcurrency - 1 }, start))
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function embeddedSettings(
  { databasePoolSize, webConcurrency }: Pick<Config, 'databasePoolSize' | 'webConcurrency'>,
  database: Awaited<ReturnType<typeof openDatabase>>,
) {
  return {
    DATABASE_URL: database.runtime.connectionString,
    DATABASE_OWNER_URL: database.owner.connectionString,
    DATABASE_POOL_SIZE: String(embeddedPoolSize(databasePoolSize, webConcurrency)),
  }
}

/** A server process ended before it was ready. It has reported why itself. */
export class WorkerEnded extends Error {
  readonly status: number
  constructor(status: number) {
    super(`a server process ended with ${status} before it was ready`)
    this.status = status
  }
}

/** The address that the process serves at. Rejects if it ends before. */
function untilReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (typeof message === 'string' && message.startsWith(readyMessage)) resolve(message.slice(readyMessage.length))
    })
    worker.once('exit', (code) => reject(new WorkerEnded(code)))
  })
}
