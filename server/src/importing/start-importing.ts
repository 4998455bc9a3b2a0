import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Connection } from '../database/connections/shared-connections.ts'
import type { Services } from '../graphql/context.ts'
import { onImportsWoken } from '../imports/jobs/wake.ts'
import { every } from '../operations/processes/every.ts'
import { workInThread } from '../operations/processes/work-in-thread.ts'
import type { ImportSettings, ThreadData } from './importing-thread.ts'
import { cancelForgotten, forgetOld, hasFreeWork, listFilesLeft, markFileGone } from './work.sql.ts'

type Deps = Pick<Services, 'db' | 'store'> & { config: ImportSettings; runtime: Connection; log: FastifyBaseLogger }

/** What a million rows name, and the parts of a file, take a third of it. */
const mostMegabytes = 768

/** Imports files in a thread of its own. Returns a function that stops it. */
export function startImporting({ db, store, config, runtime, log }: Deps): () => Promise<void> {
  const scope = proveScope(systemActor('imports'), 'all')
  const { logLevel, dataDir, s3, studyTimezone, sessionHours, sessionIdleMinutes } = config
  const settings = { logLevel, dataDir, studyTimezone, sessionHours, sessionIdleMinutes, ...(s3 && { s3 }) }
  const threads = workInThread<ThreadData>({
    what: 'importing files',
    script: new URL('./importing-thread.ts', import.meta.url),
    dataFor: (worker) => ({ config: settings, runtime, worker }),
    hasWork: () => hasFreeWork(db, scope),
    megabytes: mostMegabytes,
    log,
  })
  const stops = [
    every(60, 'the sweep of imports', () => sweepImports({ db, store }), log),
    onImportsWoken(threads.look),
  ]
  return async () => {
    for (const stop of stops) stop()
    await threads.stop()
  }
}

/** Removes the files of imports that have ended or were forgotten, and forgets those of a month ago. */
export async function sweepImports({ db, store }: Pick<Services, 'db' | 'store'>): Promise<void> {
  const scope = proveScope(systemActor('imports'), 'all')
  await cancelForgotten(db, scope)
  for (const { importid, object_name, isLast } of await listFilesLeft(db, scope)) {
    await store.remove(object_name)
    // Until then it may still arrive.
    if (isLast) await markFileGone(db, scope, importid)
  }
  await forgetOld(db, scope)
}
