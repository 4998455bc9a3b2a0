import { type Problem, problem } from '../../shared/problems.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { Occurrence } from '../occurrences.ts'
import type { ImportTarget } from './import-plan.ts'

type Column = 'visitid' | 'occurrence'
type Read = { which: Occurrence; mistakes: readonly { column: Column; why: Problem }[] }

/** Which form of its subject a row is: without a visit, and the first, where its cells are empty or nothing repeats. */
export function readOccurrence(
  { visitid, occurrence }: Record<Column, string>,
  { formtype, visits = [] }: Pick<ImportTarget, 'formtype' | 'visits'>,
): Read {
  if (!formtype?.occurrences) return { which: {}, mistakes: [] }
  const isElsewhere = visitid !== '' && !visits.includes(visitid)
  const why = whyNotOccurrence(occurrence, formtype)
  return {
    which: { visitid: visitid || null, occurrence: why || occurrence === '' ? 1 : Number(occurrence) },
    mistakes: [
      ...(isElsewhere ? [{ column: 'visitid' as const, why: problem('visit.missing', { field: 'visitid' }) }] : []),
      ...(why ? [{ column: 'occurrence' as const, why }] : []),
    ],
  }
}

/** `name` with what tells one form from the others of its subject. */
export function keyOf(name: string, { visitid, occurrence }: Occurrence): string {
  return JSON.stringify([name, visitid || null, occurrence ?? 1])
}

function whyNotOccurrence(text: string, { repeats }: FormTypeRow): Problem | undefined {
  if (text !== '' && !/^[1-9]\d{0,8}$/.test(text)) return problem('import.occurrence')
  return text === '' || text === '1' || repeats ? undefined : problem('occurrence.once', { field: 'occurrence' })
}
