import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { listedFiles, tableOf } from '@casebook/domain/exports/columns/record-tables.ts'
import { jsonOf, objectOf } from '@casebook/domain/exports/definitions/read-fields.ts'
import { maxDocumentBytes } from '@casebook/domain/study-documents/study-documents.rules.ts'
import type { Scope } from '../../access/scope.ts'
import type { SiteData } from '../../access/site-data.ts'
import { isObjectName, type ObjectStore } from '../../object-store/object-store.ts'
import { type FileKind, fileKinds, records } from '../../records/records.ts'
import { write } from '../../writes/write.ts'
import { CommandError } from '../command/command.ts'
import type { BundleFile } from './bundle-file.ts'
import { addRows, type Place } from './study-rows.sql.ts'

type Row = { readonly [column: string]: unknown }

/**
 * Stores the files of the bundle under their names. One that is stored already is kept. Returns how many there are, and
 * which are not what was uploaded, as the export found them.
 */
export async function copyFiles(bundle: BundleFile, store: ObjectStore): Promise<{ count: number; faults: string[] }> {
  const folders = Object.values(listedFiles).map(({ folder }) => `${folder}/`)
  const waiting = Map.groupBy(
    bundle.entries.filter(({ path }) => folders.some((folder) => path.startsWith(folder))),
    ({ from }) => from.split(', ')[0] ?? from,
  )
  const faults: string[] = []
  let count = 0
  for (const table of fileKinds) {
    for await (const lines of bundle.batches(`records/${table}.jsonl`, 500)) {
      for (const line of lines) {
        const row = objectOf(jsonOf(line)) ?? {}
        const objectName = String(row.object_name)
        if (!isObjectName(objectName) || !objectName.startsWith(`${bundle.studyid}/`))
          throw new CommandError(`A file of the export has a name that is none: ${objectName}.`)
        // Files with one name, as versions of a document are, are in the order of their rows.
        const entry = waiting.get(nameOf(table, row))?.shift()
        if (!entry) throw new CommandError('The export was made without files: make one with them.')
        if (entry.size !== row.size || (row.sha256 !== null && entry.sha256 !== row.sha256))
          faults.push(`${entry.path} is not the file that was uploaded; it is stored as the export has it.`)
        if (entry.size > 0 && (await store.head(objectName))?.size !== entry.size)
          await store.write(objectName, await bundle.read(entry.path), entry.size)
        count += 1
      }
    }
  }
  return { count, faults }
}

/** How manifest.json names a row whose file it lists: by the table of the export, and the id. */
function nameOf(kind: FileKind, row: Row): string {
  const {
    exported: [list],
    id,
  } = records[kind]
  return `${tableOf(list)} ${row[id]}`
}

type Attached = {
  db: SiteData
  scope: Scope
  store: ObjectStore
  bundle: BundleFile
  place: Place
  reason: string
}

/** Keeps the history of the bundle as documents of the study, compressed. Returns how many rows of each table these are. */
export async function attachHistory({
  db,
  scope,
  store,
  bundle,
  place,
  reason,
}: Attached): Promise<Readonly<Record<string, number>>> {
  const pieces = (await bundle.read('history.csv')).pipe(createGzip())
  let count = 0
  for await (const bytes of inPieces(pieces, maxDocumentBytes)) {
    count += 1
    const { siteid, studyid } = place
    const documentid = createHash('sha256').update(`history of ${studyid} ${count}`).digest('hex').slice(0, 32)
    const object_name = `${studyid}/${documentid}`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const at = bundle.at
    if ((await store.head(object_name))?.size !== bytes.length)
      await store.write(
        object_name,
        (async function* () {
          yield bytes
        })(),
        bytes.length,
      )
    const document = {
      documentid,
      siteid,
      studyid,
      title: `History before the move${count > 1 ? `, part ${count}` : ''}`,
    }
    const version = {
      ...{ documentid, siteid, studyid, number: 1, object_name, sha256, size: bytes.length, status: 'UPLOADED' },
      ...{ filename: count > 1 ? `history.csv.gz.${count}` : 'history.csv.gz', date: at.slice(0, 10) },
      ...{ expires_at: at, created_at: at, uploaded_by: scope.actor.name },
    }
    await write(db, scope, reason, async (tx) => {
      await addRows(tx, place, 'study_document', [JSON.stringify({ ...document, kind: 'other' })])
      await addRows(tx, place, 'study_document_version', [JSON.stringify(version)])
    })
  }
  return { study_document: count, study_document_version: count }
}

/** The bytes of a stream in pieces of this size, the last one shorter. */
async function* inPieces(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    parts.push(chunk)
    length += chunk.length
    while (length >= size) {
      const whole = Buffer.concat(parts)
      yield whole.subarray(0, size)
      parts = [whole.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(parts)
}
