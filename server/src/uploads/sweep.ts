import { Problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Services } from '../graphql/context.ts'
import { every } from '../operations/processes/every.ts'
import { write } from '../writes/write.ts'
import { forgetExpired } from './pending-uploads.sql.ts'
import { settleFromStore } from './settle-upload.ts'
import { listUnsettledUploads } from './uploads.sql.ts'

type Deps = Pick<Services, 'db' | 'store'> & { log: FastifyBaseLogger }

const atOnce = 500

/**
 * Settles uploads that nobody completed, for example because the browser was closed: UPLOADED if the store has the
 * file, FAILED if its policy ended without it, and UPLOADED again if it arrives later. Any number of servers may run
 * this at once: each upload is settled under its row's lock.
 */
export async function sweepUploads({ db, store, log }: Deps): Promise<void> {
  const scope = proveScope(systemActor('sweep'), 'all')
  await write(db, scope, undefined, forgetExpired)
  const pending = await listUnsettledUploads(db, scope, { status: 'PENDING', most: atOnce })
  const late = await listUnsettledUploads(db, scope, { status: 'FAILED', most: atOnce })
  for (const upload of [...pending, ...late]) {
    try {
      await settleFromStore({ db, store, scope }, upload)
    } catch (error) {
      // The subject was closed meanwhile, or the store is down: the row is unchanged, and the next sweep retries.
      if (!(error instanceof Problem)) throw error
      log.warn({ reason: error.reason, kind: upload.kind, ...upload.key }, 'an upload could not be settled')
      if (error.reason === 'store.unavailable') return
    }
  }
}

/** Sweeps every minute. Returns a function that stops it. */
export function startSweep(deps: Deps): () => void {
  return every(60, 'the sweep of uploads', () => sweepUploads(deps), deps.log)
}
