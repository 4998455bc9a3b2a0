import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { readsOf } from '../access/site-data.ts'
import { shownMistake } from '../imports/import-file.ts'
import type { KeptOutcome } from '../imports/jobs/import-jobs.sql.ts'
import { renewLease } from '../operations/processes/work-in-thread.ts'
import { problemOfConstraint } from '../writes/constraints.ts'
import type { Importers } from './importers.ts'
import { nothing } from './nothing.ts'
import { checkFile, importFile, Unfit } from './run-import.ts'
import { claimWork, endWork, leaseSeconds, releaseWork, renewWork, type Work } from './work.sql.ts'

/** How often a file may be begun and not ended, for example because it ended its process. */
const mostAttempts = 3

/** Checks and imports waiting files one after another, until none is left or `stop` is aborted. */
export async function workThrough(importers: Importers, worker: string, stop: AbortSignal): Promise<void> {
  const reader = readsOf(importers.db, importers.scope)
  while (!stop.aborted) {
    const work = await claimWork(reader, worker)
    if (!work) return
    await workOn(importers, work, worker, stop)
  }
}

async function workOn(importers: Importers, work: Work, worker: string, stop: AbortSignal): Promise<void> {
  const { db, scope, log } = importers
  const reader = readsOf(db, scope)
  const fail = (why: Problem, outcome?: KeptOutcome) =>
    endWork(reader, worker, work, { state: 'FAILED', problem: why.reason, ...(outcome && { outcome }) })
  if (work.attempts > mostAttempts) {
    await fail(problem('import.job.failed'))
    return
  }
  let done = 0
  const hold = renewLease(() => renewWork(reader, worker, work, done), {
    seconds: leaseSeconds / 15,
    onFailure: (err) => log.warn({ err, importid: work.importid }, 'the lease of an import could not be renewed'),
  })
  const held = {
    worker,
    signal: AbortSignal.any([stop, hold.signal]),
    onProgress: (bytes: number) => {
      done = bytes
    },
  }
  try {
    if (work.state === 'CHECKING') await checkFile(importers, work, held)
    else await importFile(importers, work, held)
  } catch (error) {
    const why = error instanceof Problem ? error : problemOfConstraint(error)
    if (held.signal.aborted) await releaseWork(reader, worker, work, 0)
    else if (error instanceof Unfit) await fail(problem('import.job.stale'), error.outcome)
    else if (why && (own.has(why.reason) || isFinal(why))) await refuse(why)
    else {
      log.warn({ err: error, importid: work.importid }, 'an import was interrupted and will be tried again')
      if (work.attempts < mostAttempts) await releaseWork(reader, worker, work, 2 * work.attempts)
      else await refuse(why && why.code !== 'INTERNAL' ? why : problem('import.job.failed'))
    }
  } finally {
    hold.end()
  }

  /** What is wrong with the file as a whole is its mistake; of an import, it is why it failed. */
  async function refuse(why: Problem) {
    const outcome = { ...nothing, mistakes: [shownMistake({ row: 1, column: null, problem: why })] }
    if (own.has(why.reason)) await fail(why)
    else if (work.state === 'CHECKING') await endWork(reader, worker, work, { state: 'CHECKED', outcome })
    else await fail(problem('import.job.stale'), outcome)
  }
}

/** Problems of the import, not of the file. */
const own: ReadonlySet<string> = new Set([
  'import.job.rights',
  'import.job.changed',
  'import.job.outdated',
  'import.job.failed',
])

/** Whether another attempt would end in the same way. Somebody who added the same meanwhile is found by the next one. */
function isFinal({ code }: Problem): boolean {
  return code !== 'INTERNAL' && code !== 'CONFLICT' && code !== 'ALREADY_EXISTS'
}
