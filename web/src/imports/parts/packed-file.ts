import { maxImportBytes, mostFileBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { toBase64 } from '../../browser/files.ts'

/** A file as sent to the server. Read once: the checked contents are imported, even if the file changes. */
export type PackedFile = { filename: string; gzip: string }

/** Characters of base64 that fit into a call of 1 MB beside the rest of the call. */
const mostCharacters = 990_000

/** Compresses a file for the call. Throws a problem if it can't be imported. */
export async function packFile(file: File): Promise<PackedFile> {
  const tooLarge = (most: number) => problem('import.too-large', { params: { most: Math.floor(most / 100_000) / 10 } })
  if (file.size > maxImportBytes) throw tooLarge(maxImportBytes)
  const compressed = file.stream().pipeThrough(new CompressionStream('gzip'))
  const gzip = toBase64(new Uint8Array(await new Response(compressed).arrayBuffer()))
  // How much of a file like this one fits.
  if (gzip.length > mostCharacters) throw tooLarge((file.size * mostCharacters) / gzip.length)
  return { filename: file.name.normalize('NFC'), gzip }
}

/** The same for a file that may be sent to the store: undefined if it does not fit into a call. */
export async function packIfItFits(file: File): Promise<PackedFile | undefined> {
  if (file.size > mostFileBytes) throw problem('import.too-large', { params: { most: mostFileBytes / 1_000_000 } })
  return packFile(file).catch((why: unknown) => {
    if (why instanceof Problem && why.reason === 'import.too-large') return undefined
    throw why
  })
}
