import { type Problem, problem } from '../../shared/problems.ts'
import { cleanOccurrenceLabel, whyNotOccurrenceLabel } from '../../visits/labels.rules.ts'
import type { Cell } from '../columns/column.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { LabelledOccurrence, Occurrence } from '../occurrences.ts'
import { type Headings, textAt } from './headings.ts'
import type { ImportTarget } from './import-plan.ts'

type Column = 'visitid' | 'occurrence'
type Read = { which: Occurrence; mistakes: readonly { column: Column; why: Problem }[] }

/** Which form of its subject a row is: without a visit, and the first, where its cells are empty or nothing repeats. */
export function readOccurrence(
  { visitid, occurrence }: Record<Column, string>,
  { formtype, visits = [] }: Pick<ImportTarget, 'formtype' | 'visits'>,
): Read {
  if (!formtype?.occurrences) return { which: {}, mistakes: [] }
  const visit = visits.find((one) => one.visitid === visitid)
  const isElsewhere = visitid !== '' && !visit
  // In a visit that repeats, the number is the visit's, whatever the type.
  const why = whyNotOccurrence(occurrence, formtype.repeats || visit?.repeats)
  return {
    which: { visitid: visitid || null, occurrence: why || occurrence === '' ? 1 : Number(occurrence) },
    mistakes: [
      ...(isElsewhere ? [{ column: 'visitid' as const, why: problem('visit.missing', { field: 'visitid' }) }] : []),
      ...(why ? [{ column: 'occurrence' as const, why }] : []),
    ],
  }
}

type Labelled = Pick<LabelledOccurrence, 'label'>

/** The label that a row gives its form. Nothing if the file has no such column. */
export function readLabel(
  cells: readonly Cell[],
  { label: place }: Pick<Headings, 'label'>,
  { formtype: { repeats = false }, form }: { formtype: FormTypeRow; form: Labelled | undefined },
): Labelled & { why?: Problem | undefined } {
  if (place === undefined) return {}
  const text = textAt(cells, place)
  return { label: cleanOccurrenceLabel(text), why: whyNotOccurrenceLabel(text, { repeats, stored: form?.label }) }
}

export function isSameLabel(form: Labelled, { label }: Labelled): boolean {
  return label === undefined || label === (form.label ?? null)
}

/** `name` with what tells one form from the others of its subject. */
export function keyOf(name: string, { visitid, occurrence }: Occurrence): string {
  return JSON.stringify([name, visitid || null, occurrence ?? 1])
}

function whyNotOccurrence(text: string, repeats: boolean | undefined): Problem | undefined {
  if (text !== '' && !/^[1-9]\d{0,8}$/.test(text)) return problem('import.occurrence')
  return text === '' || text === '1' || repeats ? undefined : problem('occurrence.once', { field: 'occurrence' })
}
