import { compareCodeUnits } from '../shared/names/names.ts'

/** Which form or activity of its subject and type: without a visit and the first, if neither is given. */
export type Occurrence = { visitid?: string | null | undefined; occurrence?: number | undefined }

/** The order of forms or activities of one type: those without a visit first, then by visit; in each by number. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  return compareCodeUnits(a.visitid ?? '', b.visitid ?? '') || (a.occurrence ?? 1) - (b.occurrence ?? 1)
}
