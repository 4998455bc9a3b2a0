import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'

/** The stored description of a file; undefined if it was never opened. */
export function descriptionOf({ description }: { description?: string | null }): FileDescription | undefined {
  return readFileDescription(description)
}
