import { type FileHandle, open } from 'node:fs/promises'
import { exportFailures } from '@casebook/domain/exports/failures.ts'
import { readsOf } from '../../access/site-data.ts'
import { endExport } from '../../exports/exports.sql.ts'
import { write } from '../../writes/write.ts'
import { exportedRows } from '../spool/spooled-rows.ts'
import { ZipWriter } from '../zip/zip-writer.ts'
import { cleanUp, isOutOfRoom, type Makers, spoolExport } from './run-export.ts'
import { claimOwn } from './work.sql.ts'
import { holding } from './work-through.ts'
import { IdentifyingText, writeBundle } from './write-bundle.ts'

/**
 * Writes a recorded export to a file that must not exist yet. The record is then EXPIRED: its content and SHA-256 stay
 * known, but the server has no file to offer.
 */
export async function exportToFile(makers: Makers, exportid: string, worker: string, path: string) {
  const { db, scope, store } = makers
  const reader = readsOf(db, scope)
  const work = await claimOwn(reader, worker, exportid)
  if (!work) throw new Error('The export is gone.')
  const hold = holding(makers, work, worker)
  let file: FileHandle | undefined
  try {
    const zipFile = await open(path, 'wx', 0o600)
    file = zipFile
    const { signal } = hold
    const heading = await spoolExport(makers, work, signal)
    const { rows, watch } = await exportedRows(reader, work, heading)
    const zip = new ZipWriter(async (bytes) => {
      for (let at = 0; at < bytes.length; ) at += (await zipFile.write(bytes, at)).bytesWritten
    }, new Date(heading.at))
    const { sha256, faultyFiles } = await writeBundle({
      rows,
      store,
      zip,
      watch,
      finished: [],
      onEntry: () => hold.onProgress(zip.position),
      signal,
    })
    await zipFile.sync()
    await write(db, scope, undefined, (tx) => endExport(tx, exportid, { state: 'EXPIRED', sha256, size: zip.position }))
    return { sha256, size: zip.position, faultyFiles }
  } catch (error) {
    const why = isOutOfRoom(error)
      ? exportFailures.room
      : error instanceof IdentifyingText
        ? exportFailures.identifies
        : exportFailures.command
    await write(db, scope, undefined, (tx) => endExport(tx, exportid, { state: 'FAILED', problem: why }))
    throw error
  } finally {
    hold.end()
    await file?.close()
    await cleanUp(makers, work)
  }
}
