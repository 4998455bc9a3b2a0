import { Problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../platform/context.ts'
import { every } from '../platform/every.ts'
import { proveScope, systemActor } from '../platform/scope.ts'
import { listPendingUploads } from './reference-data.sql.ts'
import { settleFromStore } from './settle-upload.ts'

type Deps = Pick<Services, 'db' | 'store'> & { log: FastifyBaseLogger }

const atOnce = 500

/**
 * Settles uploads that nobody completed, say because the browser was closed: UPLOADED where the store holds the file, FAILED where
 * its policy ran out without it. Any number of servers may do this at once: each upload is settled under its row's lock.
 */
export async function sweepUploads({ db, store, log }: Deps): Promise<void> {
  const scope = proveScope(systemActor('sweep'), 'all')
  for (const upload of await listPendingUploads(db, scope, atOnce)) {
    try {
      await settleFromStore({ db, store, scope }, upload)
    } catch (error) {
      // The subject was closed meanwhile, or the store is down: the row stays as it is, and the next round looks again.
      if (!(error instanceof Problem)) throw error
      log.warn({ reason: error.reason, referencedataid: upload.referencedataid }, 'an upload could not be settled')
      if (error.reason === 'store.unavailable') return
    }
  }
}

/** Sweeps every minute; answers how to stop. */
export function startSweep(deps: Deps): () => void {
  return every(60, 'the sweep of uploads', () => sweepUploads(deps), deps.log)
}
