import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Connection } from '../database/connections/shared-connections.ts'
import type { Services } from '../graphql/context.ts'
import { workInThread } from '../operations/processes/work-in-thread.ts'
import { currentMethods } from './measure-file.ts'
import type { MeasuringSettings, ThreadData } from './measuring-thread.ts'
import { askForOutdated, hasFreeWork } from './work.sql.ts'

type Deps = Pick<Services, 'db'> & { config: MeasuringSettings; runtime: Connection; log: FastifyBaseLogger }

/** Measures recordings in a thread of its own. Returns a function that stops it. */
export function startMeasuring({ db, config, runtime, log }: Deps): () => Promise<void> {
  const scope = proveScope(systemActor('measures'), 'all')
  const { logLevel, dataDir, s3 } = config
  askForOutdated(db, scope, currentMethods).catch((err) =>
    log.warn({ err }, 'recordings that were measured by other methods could not be looked for'),
  )
  return workInThread<ThreadData>({
    what: 'measuring recordings',
    script: new URL('./measuring-thread.ts', import.meta.url),
    dataFor: (worker) => ({ config: { logLevel, dataDir, ...(s3 && { s3 }) }, runtime, worker }),
    hasWork: () => hasFreeWork(db, scope),
    log,
  }).stop
}
