import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Connection } from '../database/connections/shared-connections.ts'
import type { Services } from '../graphql/context.ts'
import { every } from '../operations/processes/every.ts'
import { currentMethods } from './measure-file.ts'
import type { MeasuringSettings, ThreadData } from './measuring-thread.ts'
import { askForOutdated, hasFreeWork } from './work.sql.ts'

type Deps = Pick<Services, 'db'> & { config: MeasuringSettings; runtime: Connection; log: FastifyBaseLogger }

const lookEverySeconds = 2
/** A thread that exceeds this is ended, to protect the server. Its file is tried again a few times. */
const mostMegabytes = 256

/** Measures recordings in a thread of its own. Returns a function that stops it. */
export function startMeasuring({ db, config, runtime, log }: Deps): () => Promise<void> {
  const scope = proveScope(systemActor('measures'), 'all')
  let thread: { worker: Worker; ended: Promise<void> } | undefined
  let isStopping = false

  function start() {
    const { logLevel, dataDir, s3 } = config
    const workerData: ThreadData = {
      config: { logLevel, dataDir, ...(s3 && { s3 }) },
      runtime,
      worker: `${hostname()} ${process.pid} ${randomUUID()}`,
    }
    const worker = new Worker(new URL('./measuring-thread.ts', import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        thread = undefined
        resolve()
      })
    })
    worker.on('error', (err) => log.warn({ err }, 'measuring recordings was interrupted and will continue later'))
    thread = { worker, ended }
  }

  async function look() {
    if (thread || isStopping || !(await hasFreeWork(db, scope))) return
    if (!thread && !isStopping) start()
  }

  askForOutdated(db, scope, currentMethods).catch((err) =>
    log.warn({ err }, 'recordings that were measured by other methods could not be looked for'),
  )
  const stopLooking = every(lookEverySeconds, 'the look for recordings to measure', look, log)
  return async () => {
    isStopping = true
    stopLooking()
    thread?.worker.postMessage('stop')
    await thread?.ended
  }
}
