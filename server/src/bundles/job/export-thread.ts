import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { proveScope, systemActor } from '../../access/scope.ts'
import { seal } from '../../access/site-data.ts'
import type { Config } from '../../config/config.ts'
import { connectionsFor } from '../../config/connections.ts'
import { connect } from '../../database/connect.ts'
import type { Connection } from '../../database/connections/shared-connections.ts'
import { makeMailer } from '../../mail/mailer.ts'
import { makeLog } from '../../operations/logging/logging.ts'
import { openPlainStore } from '../../uploads/plain-store.ts'
import { exportTimeouts, openSource } from './standby.ts'
import { workThrough } from './work-through.ts'

/** Of 0 (as the server) to 19 (only when nothing else runs). */
const exportNiceness = 10

/** What an export needs of the settings. */
export type ExportSettings = Pick<
  Config,
  'logLevel' | 'mailFrom' | 'studyTimezone' | 's3' | 'dataDir' | 'databaseReadUrl'
>

export type ThreadData = { config: ExportSettings; runtime: Connection; secret: string; worker: string }

/**
 * Makes exports in a thread beside the event loop that serves calls. Ends when no export is left, or at the first
 * message. An unfinished export is then released for another process or the next start.
 */
async function run({ config, runtime, secret, worker }: ThreadData): Promise<void> {
  // Calls come first. On Linux this concerns the calling thread alone; elsewhere, the whole process.
  if (process.platform === 'linux') setPriority(exportNiceness)
  const log = makeLog(config.logLevel)
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  const { db: people, close } = connect(runtime, {
    size: connectionsFor.exports,
    timeouts: exportTimeouts,
    onError: (err) => log.warn({ err }, 'a database connection of an export was lost'),
  })
  try {
    const mailer = makeMailer({ db: people, secret, from: config.mailFrom, log })
    const makers = {
      db: seal(people),
      people,
      scope: proveScope(systemActor('exports'), 'all'),
      store: await openPlainStore(config, log),
      mailer,
      log,
      zone: config.studyTimezone,
      openSource: openSource(people, config),
    }
    await workThrough(makers, worker, stop.signal)
  } finally {
    await close()
    parentPort?.close()
  }
}

await run(workerData)
