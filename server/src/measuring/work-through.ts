import { samplesOf } from '@casebook/domain/recordings/wfdb/record-files.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { storeSource } from '../object-store/store-source.ts'
import { renewLease } from '../operations/processes/work-in-thread.ts'
import { write } from '../writes/write.ts'
import { currentMethods, measureFile, openFile, rangeOf } from './measure-file.ts'
import { whyAgain, withEarlier } from './why-again.ts'
import {
  askForReadable,
  claimWork,
  endWork,
  type File,
  findCompanion,
  findFile,
  findMeasured,
  keepMeasured,
  leaseSeconds,
  type Measured,
  missingCompanion,
  releaseWork,
  renewWork,
  type Work,
} from './work.sql.ts'

/** What measuring needs. */
export type Measurers = { db: SiteData; scope: Scope; store: ObjectStore; log: FastifyBaseLogger }

/** How often a file may be begun and not ended, for example because it ended its process. */
const mostAttempts = 3
/** Seconds after which a file is given up. */
const mostSeconds = 900

/** Measures waiting files one after another, until none is left or `stop` is aborted. */
export async function workThrough(measurers: Measurers, worker: string, stop: AbortSignal): Promise<void> {
  const reader = readsOf(measurers.db, measurers.scope)
  while (!stop.aborted) {
    const work = await claimWork(reader, worker)
    if (!work) return
    await measure(measurers, work, worker, stop)
  }
}

async function measure(measurers: Measurers, work: Work, worker: string, stop: AbortSignal): Promise<void> {
  const { db, scope, log } = measurers
  const reader = readsOf(db, scope)
  const stored = await findFile(reader, work)
  const before = stored && (await findMeasured(reader, work))
  // What a file lacked may be there now.
  const isSame = (file: File) => before !== undefined && !lacksOther(before) && whyAgain(before, file).length === 0
  if (!stored || (stored.description !== null && isSame(stored))) {
    await endWork(reader, worker, work)
    return
  }
  const hold = renewLease(() => renewWork(reader, worker, work), {
    seconds: leaseSeconds / 5,
    onFailure: (err) =>
      log.warn({ err, referencedataid: work.referencedataid }, 'the lease of a file could not be renewed'),
  })
  let file = stored
  const late = AbortSignal.timeout(mostSeconds * 1000)
  try {
    if (work.attempts > mostAttempts) {
      await keep(measurers, { work, worker, file, before }, nothingOf(file, 'gave-up'))
      return
    }
    const signal = AbortSignal.any([stop, hold.signal, late])
    const sources = sourcesOf(measurers, work, file)
    const samples = await samplesBeside(reader, work, file)
    // Nothing is read of a record that is measured with its samples.
    const opened = samples ? undefined : await openFile(file, sources, signal)
    if (opened) file = opened.file
    const isKnown = opened?.isEndOpen !== true
    const made =
      isKnown && isSame(file) ? undefined : opened ? await measureFile(opened, signal) : nothingOf(file, null)
    if (made) file = made.file
    if (!made || isSame(file)) await endWork(reader, worker, work)
    else await keep(measurers, { work, worker, file, before, samples }, made)
  } catch (error) {
    if (late.aborted) await keep(measurers, { work, worker, file, before }, nothingOf(file, 'too-long'))
    else if (stop.aborted) await releaseWork(reader, worker, work, 0)
    // Otherwise another process holds it, or it is measured again because of a change.
    else if (hold.signal.aborted) await releaseWork(reader, worker, work, 0)
    else {
      log.warn(
        { err: error, referencedataid: work.referencedataid },
        'a file could not be measured and will be tried again',
      )
      await releaseWork(reader, worker, work, 10 * work.attempts)
    }
  } finally {
    hold.end()
  }
}

/**
 * A record of WFDB is a header and its samples. Its values are those of the file of samples, so that nothing counts twice,
 * in whichever order the two arrive.
 */
async function samplesBeside(reader: Reader, work: Work, file: File) {
  const filename = samplesOf(file.filename)
  return filename === undefined ? undefined : findCompanion(reader, work, file, filename)
}

const lacksOther = ({ problem }: Measured) => problem === missingCompanion

function nothingOf(file: File, problem: string | null): Awaited<ReturnType<typeof measureFile>> {
  const range = rangeOf(file)
  const { layout, epoch_seconds } = file
  const measured = {
    ...range,
    methods: currentMethods,
    layout,
    epoch_seconds,
    problem,
    measured_to: range.measured_from,
  }
  return { file, measured, results: [] }
}

type Held = {
  work: Work
  worker: string
  file: File
  before: Awaited<ReturnType<typeof findMeasured>>
  samples?: { referencedataid: string } | undefined
}

/** Stores the values, unless what they depend on has changed meanwhile: then the file is measured again. */
async function keep(
  { db, scope }: Measurers,
  { work, worker, file, before, samples }: Held,
  { measured, results }: Pick<Awaited<ReturnType<typeof measureFile>>, 'measured' | 'results'>,
): Promise<void> {
  const earlier = !before ? [] : lacksOther(before) ? before.earlier : withEarlier(before, whyAgain(before, file))
  const isKept = await write(db, scope, undefined, async (tx) => {
    if (!(await endWork(tx, worker, work))) return false
    await keepMeasured(tx, work, file, { measured, earlier, results })
    if (samples) await askForReadable(tx, work, samples.referencedataid)
    return true
  })
  if (!isKept) await releaseWork(readsOf(db, scope), worker, work, 0)
}

function sourcesOf({ db, scope, store }: Measurers, work: Work, file: File) {
  return {
    source: storeSource(store, file.object_name, file.size),
    companion: async (filename: string) => {
      const found = await findCompanion(readsOf(db, scope), work, file, filename)
      return found && storeSource(store, found.object_name, found.size)
    },
  }
}
