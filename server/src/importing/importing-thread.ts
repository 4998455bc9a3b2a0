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
const niceness = 10
const timeouts = { statementSeconds: 120, lockSeconds: 10 }

/** What importing needs of the settings. */
export type ImportSettings = Pick<
  Config,
  'logLevel' | 's3' | 'dataDir' | 'studyTimezone' | 'sessionHours' | 'sessionIdleMinutes'
>

export type ThreadData = { config: ImportSettings; runtime: Connection; worker: string }

/**
 * Checks and imports files in a thread beside the event loop that serves calls. Ends when none is left, or at the first
 * message. What is unfinished is then undone, and released for another process or the next start.
 */
async function run({ config, runtime, worker }: ThreadData): Promise<void> {
  if (process.platform === 'linux') setPriority(niceness)
  const log = makeLog(config.logLevel)
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  const { db: people, close } = connect(runtime, {
    size: connectionsFor.imports,
    timeouts,
    onError: (err) => log.warn({ err }, 'a database connection of an import was lost'),
  })
  try {
    const importers = {
      db: seal(people),
      people,
      scope: proveScope(systemActor('imports'), 'all'),
      store: await openPlainStore(config, log),
      log,
      zone: config.studyTimezone,
      sessions: config,
    }
    await workThrough(importers, worker, stop.signal)
  } finally {
    await close()
    parentPort?.close()
  }
}

await run(workerData)
