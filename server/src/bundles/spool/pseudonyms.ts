import { createHash } from 'node:crypto'
import { Pseudonyms } from '@casebook/domain/exports/deidentified/pseudonyms.ts'

/** The codes and shifts that a key makes. The spool orders subjects by the same hash (`exportStatements`). */
export function pseudonymsOf(key: string): Pseudonyms {
  return new Pseudonyms((text) => createHash('sha256').update(key).update(text).digest('hex'))
}
