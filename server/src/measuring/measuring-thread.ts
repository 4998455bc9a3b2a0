import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { proveScope, systemActor } from '../access/scope.ts'
import { seal } from '../access/site-data.ts'
import type { Config } from '../config/config.ts'
import { connectionsFor } from '../config/connections.ts'
import { connect } from '../database/connect.ts'
import type { Connection } from '../database/connections/shared-connections.ts'
import { makeLog } from '../operations/logging/logging.ts'
import { openPlainStore } from '../uploads/plain-store.ts'
import { workThrough } from './work-through.ts'

/** Of 0 (as the server) to 19 (only when nothing else runs). */
const niceness = 15
const timeouts = { statementSeconds: 60, lockSeconds: 10 }

/** What measuring needs of the settings. */
export type MeasuringSettings = Pick<Config, 'logLevel' | 's3' | 'dataDir'>

export type ThreadData = { config: MeasuringSettings; runtime: Connection; worker: string }

/**
 * Measures files in a thread beside the event loop that serves calls. Ends when none is left, or at the first message. An
 * unfinished file is then released for another process or the next start.
 */
async function run({ config, runtime, worker }: ThreadData): Promise<void> {
  if (process.platform === 'linux') setPriority(niceness)
  const log = makeLog(config.logLevel)
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  const { db, close } = connect(runtime, {
    size: connectionsFor.measures,
    timeouts,
    onError: (err) => log.warn({ err }, 'the database connection that measures recordings was lost'),
  })
  try {
    const scope = proveScope(systemActor('measures'), 'all')
    await workThrough({ db: seal(db), scope, store: await openPlainStore(config, log), log }, worker, stop.signal)
  } finally {
    await close()
    parentPort?.close()
  }
}

await run(workerData)
