import { exportFailures } from '@casebook/domain/exports/failures.ts'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../../access/scope.ts'
import type { Connection } from '../../database/connections/shared-connections.ts'
import { endExport, expireExport, listExpired } from '../../exports/exports.sql.ts'
import { onExportsWoken } from '../../exports/wake.ts'
import type { Services } from '../../graphql/context.ts'
import { exportObjectName } from '../../object-store/object-store.ts'
import { every } from '../../operations/processes/every.ts'
import { workInThread } from '../../operations/processes/work-in-thread.ts'
import { write } from '../../writes/write.ts'
import type { ExportSettings, ThreadData } from './export-thread.ts'
import { cleanUp } from './run-export.ts'
import { hasFreeWork, listLeftovers } from './work.sql.ts'

type Deps = Pick<Services, 'db' | 'store'> & {
  config: ExportSettings
  runtime: Connection
  secret: string
  log: FastifyBaseLogger
}

/** Makes requested exports in a thread of their own. Returns a function that stops it. */
export function startExports({ db, store, config, runtime, secret, log }: Deps): () => Promise<void> {
  const scope = proveScope(systemActor('exports'), 'all')
  const { logLevel, mailFrom, studyTimezone, dataDir, s3, databaseReadUrl } = config
  const settings: ExportSettings = {
    logLevel,
    mailFrom,
    studyTimezone,
    dataDir,
    ...(s3 && { s3 }),
    ...(databaseReadUrl && { databaseReadUrl }),
  }
  const making = workInThread<ThreadData>({
    what: 'making exports',
    script: new URL('./export-thread.ts', import.meta.url),
    dataFor: (worker) => ({ config: settings, runtime, secret, worker }),
    hasWork: () => hasFreeWork(db, scope),
    log,
  })
  const stops = [
    every(60, 'the sweep of exports', () => sweepExports({ db, store, log }), log),
    onExportsWoken(making.look),
  ]
  return async () => {
    for (const stop of stops) stop()
    await making.stop()
  }
}

/** Removes the files of exports past their retention, and what cancelled and interrupted exports left. */
export async function sweepExports({
  db,
  store,
  log,
}: Pick<Services, 'db' | 'store'> & { log: FastifyBaseLogger }): Promise<void> {
  const scope = proveScope(systemActor('exports'), 'all')
  for (const { exportid } of await listExpired(db, scope)) {
    // The file is removed first. In the other order, a crash in between would leave it forever.
    await store.remove(exportObjectName(exportid))
    await write(db, scope, undefined, (tx) => expireExport(tx, exportid))
    log.info({ exportid }, 'an expired export was removed')
  }
  const { ended, lost } = await listLeftovers(db, scope)
  for (const left of ended) await cleanUp({ db, scope, store }, left)
  for (const { exportid } of lost) {
    await write(db, scope, undefined, (tx) =>
      endExport(tx, exportid, { state: 'FAILED', problem: exportFailures.lost }),
    )
  }
}
