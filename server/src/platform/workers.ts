import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { patiently } from '../database/patience.ts'
import { serveWorkersMetrics } from './metrics.ts'
import { readSecretKey } from './secret-key.ts'

/** The embedded PostgreSQL takes 200 connections in all; some are left for the commands beside the server. */
const embeddedConnections = 190
/** Those of a process besides its pool: two for short reads, six for short writes, one that listens. */
const besidesPool = 9

const readyMessage = 'casebook ready at '

/** Tells the first process that this one answers at the address. */
export function announceReady(address: string): void {
  process.send?.(readyMessage + address)
}

export type Workers = { address: string; stop: () => Promise<void> }

/**
 * Several processes that serve one port: this one owns the embedded database where there is one, and replaces a process that
 * dies. Resolves when all answer; rejects when one of them can't start.
 */
export async function startWorkers(config: Config, log: FastifyBaseLogger): Promise<Workers> {
  const database = await openDatabase(config, log)
  await patiently(() => migrate(database.owner, database.runtimeUser))
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
    const addresses = await Promise.all(Array.from({ length: config.webConcurrency }, start))
    return { address: addresses[0] ?? '', stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function embeddedSettings(
  { databasePoolSize, webConcurrency }: Config,
  database: Awaited<ReturnType<typeof openDatabase>>,
) {
  const share = Math.floor(embeddedConnections / webConcurrency) - besidesPool
  return {
    DATABASE_URL: database.runtime.connectionString,
    DATABASE_OWNER_URL: database.owner.connectionString,
    DATABASE_POOL_SIZE: String(Math.max(1, Math.min(databasePoolSize, share))),
  }
}

/** The address that the process answers at; rejects when it ends before. */
function untilReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (typeof message === 'string' && message.startsWith(readyMessage)) resolve(message.slice(readyMessage.length))
    })
    worker.once('exit', (code) => reject(new Error(`a server process ended with ${code} before it was ready`)))
  })
}
