import { isUnderWay } from '@casebook/domain/exports/exports.rules.ts'
import { exportFailures } from '@casebook/domain/exports/failures.ts'
import { readsOf } from '../../access/site-data.ts'
import { findExport } from '../../exports/exports.sql.ts'
import { renewLease } from '../../operations/processes/work-in-thread.ts'
import { cleanUp, failExport, isOutOfRoom, type Makers, runExport } from './run-export.ts'
import { claimWork, leaseSeconds, releaseWork, renewWork, type Work } from './work.sql.ts'
import { IdentifyingText } from './write-bundle.ts'

/** How often an export may fail or be interrupted without progress before it is given up. */
const mostAttempts = 10

/** Makes waiting exports one after another, until none is left or `stop` is aborted. */
export async function workThrough(makers: Makers, worker: string, stop: AbortSignal): Promise<void> {
  const reader = readsOf(makers.db, makers.scope)
  while (!stop.aborted) {
    const work = await claimWork(reader, worker)
    if (!work) return
    await make(makers, work, worker, stop)
  }
}

async function make(makers: Makers, work: Work, worker: string, stop: AbortSignal): Promise<void> {
  const { db, scope, log } = makers
  const { exportid } = work
  if (work.attempts > mostAttempts) {
    await failExport(makers, work, exportFailures.attempts)
    return
  }
  const hold = holding(makers, work, worker)
  try {
    await runExport(makers, work, { worker, signal: AbortSignal.any([stop, hold.signal]), onProgress: hold.onProgress })
  } catch (error) {
    if (hold.signal.aborted) {
      const found = await findExport(db, scope, exportid)
      // Otherwise another process has claimed it.
      if (found && !isUnderWay(found)) await cleanUp(makers, work)
    } else if (stop.aborted) await releaseWork(readsOf(db, scope), worker, exportid, 0)
    else {
      log.warn({ err: error, exportid }, 'an export was interrupted and will continue later')
      const reason = reasonOf(error)
      // What is already written takes room too, until the export is given up.
      if (work.attempts >= mostAttempts || isFinal(reason)) await failExport(makers, work, reason)
      else await releaseWork(readsOf(db, scope), worker, exportid, 2 * work.attempts)
    }
  } finally {
    hold.end()
  }
}

/** Renews the lease on an export regularly. Aborts `signal` when the export must not continue here. */
export function holding({ db, scope, log }: Makers, { exportid }: Work, worker: string) {
  const reader = readsOf(db, scope)
  let done = 0
  const lease = renewLease(() => renewWork(reader, worker, exportid, done), {
    seconds: leaseSeconds / 10,
    onFailure: (err) => log.warn({ err, exportid }, 'the lease of an export could not be renewed'),
  })
  return {
    ...lease,
    onProgress: (bytes: number) => {
      done = bytes
    },
  }
}

/** Whether another attempt would end in the same way. */
function isFinal(reason: string): boolean {
  return reason === exportFailures.room || reason === exportFailures.identifies
}

/** A sentence that contains nothing people recorded. */
function reasonOf(error: unknown): string {
  if (isOutOfRoom(error)) return exportFailures.room
  if (error instanceof IdentifyingText) return exportFailures.identifies
  if (error instanceof Error && 'reason' in error && error.reason === 'store.unavailable') return exportFailures.store
  return exportFailures.server
}
