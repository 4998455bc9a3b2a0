import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import type { Known } from './entry.ts'

/**
 * Whether what is typed is the next record, and not a correction of the one that an earlier save of the editor added:
 * it has another name. That one stays, since the person may have seen it in the list and gone on.
 */
export function isNextOne({ base, added }: Known, typed: Fields, name: string): boolean {
  return added !== undefined && caseKey(fieldValue(base, name).trim()) !== caseKey(fieldValue(typed, name).trim())
}
