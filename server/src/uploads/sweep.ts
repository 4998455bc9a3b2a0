import { Problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import type { Services } from '../graphql/context.ts'
import { every } from '../operations/processes/every.ts'
import { write } from '../writes/write.ts'
import { forgetExpired } from './pending-uploads.sql.ts'
import { settleFromStore } from './settle-upload.ts'
import { listUnsettledUploads, type UploadOnRecord } from './uploads.sql.ts'

type Deps = Pick<Services, 'db' | 'store'> & { log: FastifyBaseLogger }

const atOnce = 500

const sweeper = () => proveScope(systemActor('sweep'), 'all')

/**
 * Settles uploads that nobody completed, for example because the browser was closed: UPLOADED if the store has the
 * file, FAILED if it is not being sent any more or its policy ended without it, and UPLOADED again if it arrives later.
 * Any number of servers may run this at once: each upload is settled under its row's lock.
 */
export async function sweepUploads({ db, store, log }: Deps): Promise<void> {
  const scope = sweeper()
  await write(db, scope, undefined, forgetExpired)
  const pending = await listUnsettledUploads(db, scope, { status: 'PENDING', most: atOnce })
  const late = await listUnsettledUploads(db, scope, { status: 'FAILED', most: atOnce })
  await settleAll({ db, store, log }, [...pending, ...late])
}

/** Settles only uploads whose sender was heard of and has fallen silent. */
export async function sweepSilent({ db, store, log }: Deps): Promise<void> {
  const silent = await listUnsettledUploads(db, sweeper(), { status: 'PENDING', isSilent: true, most: atOnce })
  await settleAll({ db, store, log }, silent)
}

async function settleAll({ db, store, log }: Deps, uploads: readonly UploadOnRecord[]): Promise<void> {
  for (const upload of uploads) {
    try {
      await settleFromStore({ db, store, scope: sweeper() }, upload)
    } catch (error) {
      // The subject was closed meanwhile, or the store is down: the row is unchanged, and the next sweep retries.
      if (!(error instanceof Problem)) throw error
      log.warn({ reason: error.reason, kind: upload.kind, ...upload.key }, 'an upload could not be settled')
      if (error.reason === 'store.unavailable') return
    }
  }
}

/** Sweeps every minute, and for those who fell silent every 15 seconds. Returns a function that stops it. */
export function startSweep(deps: Deps): () => void {
  const stops = [
    every(60, 'the sweep of uploads', () => sweepUploads(deps), deps.log),
    every(15, 'the sweep of uploads that stopped', () => sweepSilent(deps), deps.log),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
