import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import {
  type Definitions,
  type DefinitionsPreview,
  parseDefinitions,
  previewDefinitions,
} from '@casebook/domain/exports/definitions/definitions.ts'
import { type ImportAnswer, type ImportTarget, maxImportBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { planImport } from '@casebook/domain/exports/import/plan-import.ts'
import {
  type ReadingStudy,
  type RedcapData,
  readRedcapData,
} from '@casebook/domain/form-exchange/redcap-data/read-data.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'

/** A file as the caller gave it. */
export type GivenFile = { csv?: string | null | undefined; gzip?: string | null | undefined }

/** The SHA-256 of the file's text, in hexadecimal digits. Throws a Problem if the file is invalid, as all of these. */
export function hashOf(file: GivenFile): string {
  return createHash('sha256').update(textOf(file)).digest('hex')
}

export function planOf({ file, target }: { file: GivenFile; target: ImportTarget }): ImportAnswer {
  return planImport(textOf(file), target)
}

export function redcapOf({ file, study }: { file: GivenFile; study: ReadingStudy }): RedcapData {
  return readRedcapData(textOf(file), study)
}

export function definitionsOf({ text, existing }: { text: string; existing: Definitions }): DefinitionsPreview {
  const given = parseDefinitions(text)
  if (given instanceof Problem) throw given
  return previewDefinitions(given, existing)
}

/** Decompresses no more than may be imported. */
function textOf({ csv, gzip }: GivenFile): string {
  if (typeof csv === 'string' && typeof gzip === 'string') throw problem('import.file', { field: 'gzip' })
  if (typeof csv === 'string') return csv
  if (typeof gzip !== 'string') throw problem('import.file', { field: 'csv' })
  const bytes = unzip(gzip)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('import.encoding', { field: 'gzip' })
  }
}

function unzip(gzip: string): Buffer {
  try {
    return gunzipSync(Buffer.from(gzip, 'base64'), { maxOutputLength: maxImportBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (!isTooLarge) throw problem('import.file', { field: 'gzip' })
    throw problem('import.too-large', { field: 'gzip', params: { most: maxImportBytes / 1_000_000 } })
  }
}
