import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { maxImportBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { ImportInput } from '../generated/resolvers.ts'

const unzip = promisify(gunzip)

/** The text of the file. Throws a problem if it is invalid. Decompresses no more than may be imported. */
export async function textOfFile({ csv, gzip }: Pick<ImportInput, 'csv' | 'gzip'>): Promise<string> {
  if (typeof csv === 'string' && typeof gzip === 'string') throw problem('import.file', { field: 'gzip' })
  if (typeof csv === 'string') return csv
  if (typeof gzip !== 'string') throw problem('import.file', { field: 'csv' })
  const bytes = await unzip(Buffer.from(gzip, 'base64'), { maxOutputLength: maxImportBytes }).catch(refuse)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('import.encoding', { field: 'gzip' })
  }
}

function refuse(error: unknown): never {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  const why: Problem = isTooLarge
    ? problem('import.too-large', { field: 'gzip', params: { most: maxImportBytes / 1_000_000 } })
    : problem('import.file', { field: 'gzip' })
  throw why
}
