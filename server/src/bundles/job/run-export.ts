import { expectedBytes, exportDays } from '@casebook/domain/exports/exports.rules.ts'
import type { ExportHeading } from '@casebook/domain/exports/heading.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../../access/site-data.ts'
import { release } from '../../config/release.ts'
import type { Database } from '../../database/connect.ts'
import { endExport, startExport } from '../../exports/exports.sql.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { exportObjectName, minPartBytes, mostParts, type ObjectStore } from '../../object-store/object-store.ts'
import { write } from '../../writes/write.ts'
import { exportedRows } from '../spool/spooled-rows.ts'
import { writeSpool } from '../spool/write-spool.ts'
import { PartSink } from '../zip/part-sink.ts'
import { endOfEntry, ZipWriter } from '../zip/zip-writer.ts'
import {
  forgetWritten,
  keepPart,
  listEntries,
  listParts,
  queueEmail,
  removeWork,
  updateWork,
  type Work,
} from './work.sql.ts'
import { type BundleEntry, writeBundle } from './write-bundle.ts'

/** What making an export needs. */
export type Makers = {
  db: SiteData
  people: Database
  scope: Scope
  store: ObjectStore
  mailer: Mailer
  log: FastifyBaseLogger
  zone: string
  /** Opens the database to read from, once it shows everything that is committed now. */
  openSource: (signal: AbortSignal) => Promise<{ source: Database; at: Date | undefined; close: () => Promise<void> }>
}

/** How this process holds the export it is making. */
type ExportLease = { worker: string; signal: AbortSignal; onProgress: (done: number) => void }

const leastPart = 8 * 1024 * 1024

/** Reads the rows into the spool, unless that was done before. Returns the heading of the bundle. */
export async function spoolExport(makers: Makers, work: Work, signal: AbortSignal): Promise<ExportHeading> {
  const { db, scope, zone } = makers
  const reader = readsOf(db, scope)
  let { at } = work
  if (!work.is_spooled || !at) {
    const { exportid, siteid, studyid, subjectid, subjectids } = work
    const { closed_only: closedOnly, history } = work
    const place = {
      siteid,
      studyid,
      subjectid,
      subjectids,
      closedOnly,
      deleted: work.deleted ?? true,
      history,
      codeKey: work.code_key,
    }
    const { source, at: asked, close } = await makers.openSource(signal)
    try {
      const spooled = await writeSpool({ source, db: reader, scope, exportid, place, signal })
      const shownAt = laterOf(asked, spooled.at)
      const { rows = 0, history: changes = 0, fileBytes = 0 } = spooled.counts ?? {}
      const total = expectedBytes({ rows, history: changes, files: 0, fileBytes: work.files ? fileBytes : 0 })
      const part_bytes = Math.max(leastPart, minPartBytes, Math.ceil((total * 4) / mostParts / 65_536) * 65_536)
      await write(db, scope, undefined, async (tx) => {
        await startExport(tx, exportid, shownAt)
        await updateWork(tx, exportid, { is_spooled: true, total, part_bytes })
      })
      Object.assign(work, { total, part_bytes })
      at = shownAt
    } finally {
      await close()
    }
  }
  return headingOf(work, at, zone)
}

/** The moment of a snapshot on a standby: it shows all that was committed when it was asked for, and often more. */
function laterOf(asked: Date | undefined, shown: Date | undefined): Date {
  if (!asked || !shown) return asked ?? shown ?? new Date()
  return asked > shown ? asked : shown
}

function headingOf(work: Work, at: Date, zone: string): ExportHeading {
  return {
    at: at.toISOString(),
    release,
    zone,
    siteid: work.siteid,
    studyid: work.studyid ?? undefined,
    subjectids: work.subjectid ? [work.subjectid] : (work.subjectids ?? undefined),
    files: work.files,
    history: work.history,
    closedOnly: work.closed_only,
    deleted: work.deleted ?? true,
    ...(work.bids && { bids: true }),
    ...(work.parquet && { parquet: true }),
    ...(work.redcap && { redcap: true }),
    ...(work.segments && { segments: { seed: work.seed } }),
    deletedSubjects: null,
  }
}

/** Makes an export and stores it, or continues where another process stopped. */
export async function runExport(makers: Makers, work: Work, held: ExportLease): Promise<void> {
  const { db, scope, store } = makers
  const { exportid } = work
  const reader = readsOf(db, scope)
  const heading = await spoolExport(makers, work, held.signal)
  const uploadid = await beginUpload(makers, reader, work, `${release} ${heading.zone}`)
  const partBytes = work.part_bytes ?? leastPart
  const parts = await listParts(reader, exportid)
  const finished = await listEntries(reader, exportid)
  const last = finished.at(-1)
  const from = last ? endOfEntry(last) : 0
  let place = finished.length
  const fresh: { place: number; entry: BundleEntry }[] = []
  const sink = new PartSink({
    partBytes,
    from,
    written: parts.length * partBytes,
    async put(number, offset, bytes) {
      held.signal.throwIfAborted()
      const tag = await store.putPart(exportObjectName(exportid), uploadid, number, offset, bytes)
      parts.push({ number, tag })
      const end = offset + bytes.length
      const whole = fresh.filter(({ entry }) => endOfEntry(entry) <= end)
      fresh.splice(0, whole.length)
      await keepPart(reader, { worker: held.worker, exportid }, { number, tag }, whole)
    },
  })
  const zip = new ZipWriter(sink.write, new Date(heading.at), from)
  const { rows, watch } = await exportedRows(reader, work, heading)
  const progress = setInterval(() => held.onProgress(zip.position), 1_000)
  const { sha256 } = await writeBundle({
    rows,
    store,
    zip,
    watch,
    finished,
    onEntry(entry) {
      fresh.push({ place, entry })
      place += 1
    },
    signal: held.signal,
  }).finally(() => clearInterval(progress))
  held.onProgress(zip.position)
  await sink.end()
  // The object already exists if a process was killed right after this step.
  const there = await store.head(exportObjectName(exportid))
  if (there?.size !== zip.position) await store.finishParts(exportObjectName(exportid), uploadid, parts)
  await complete(makers, work, { sha256, size: zip.position })
}

/**
 * Returns the upload of the bundle. If another release or time zone began it, it is started again, because its bytes
 * would differ.
 */
async function beginUpload({ store }: Makers, reader: Reader, work: Work, maker: string): Promise<string> {
  const { exportid } = work
  if (work.uploadid && work.release === maker) return work.uploadid
  if (work.uploadid) {
    await store.abortParts(exportObjectName(exportid), work.uploadid)
    // It may have been finished, and be as long as the new one.
    await store.remove(exportObjectName(exportid))
  }
  await forgetWritten(reader, exportid)
  const uploadid = await store.beginParts(exportObjectName(exportid))
  await updateWork(reader, exportid, { uploadid, release: maker, done: 0 })
  work.uploadid = uploadid
  return uploadid
}

async function complete(
  makers: Makers,
  { exportid, personid, origin, siteid }: Work,
  { sha256, size }: { sha256: string; size: number },
) {
  const { db, scope, mailer } = makers
  const expires_at = new Date(Date.now() + exportDays * 86_400_000)
  const isEnded = await write(db, scope, undefined, async (tx) => {
    const isOurs = await endExport(tx, exportid, { state: 'DONE', sha256, size, expires_at })
    if (isOurs) await queueEmail(tx, mailer, { personid, origin, siteid, isDone: true })
    await removeWork(tx, exportid)
    return isOurs
  })
  // It was cancelled at the last moment.
  if (!isEnded) await makers.store.remove(exportObjectName(exportid))
}

/** Ends an export as FAILED and tells the person who requested it. */
export async function failExport(makers: Makers, work: Work, problem: string): Promise<void> {
  const { db, scope, mailer } = makers
  const { exportid, personid, origin, siteid } = work
  await write(db, scope, undefined, async (tx) => {
    if (await endExport(tx, exportid, { state: 'FAILED', problem }))
      await queueEmail(tx, mailer, { personid, origin, siteid, isDone: false })
  })
  await cleanUp(makers, work)
}

/** Removes the working data of an export that has ended. */
export async function cleanUp(
  { db, scope, store }: Pick<Makers, 'db' | 'scope' | 'store'>,
  { exportid, uploadid }: Pick<Work, 'exportid' | 'uploadid'>,
): Promise<void> {
  if (uploadid) await store.abortParts(exportObjectName(exportid), uploadid)
  await removeWork(readsOf(db, scope), exportid)
}

/** How the disk, the embedded store, S3 stores and PostgreSQL (53100) say that they are full. */
const codes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'ServiceQuotaExceeded',
  '53100',
])

/** Whether an error, or what caused it, means that there is no room left. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || codes.has(error.name) || isOutOfRoom(error.cause)
}
