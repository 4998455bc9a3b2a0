import { type Problem, problem } from '../shared/problems.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'

export const maxOccurrenceLabel = 100

/**
 * Why a form or an activity can't have this label of its own, such as "fall on the stairs". One that it has already may
 * stay, also where the type no longer repeats.
 */
export function whyNotOccurrenceLabel(
  label: string | null | undefined,
  { repeats, stored }: { repeats: boolean; stored?: string | null | undefined },
): Problem | undefined {
  const given = cleanOccurrenceLabel(label)
  if (given === null || given === stored) return undefined
  if (!repeats) return problem('occurrence.label', { field: 'label' })
  return whyNotName(given, 'label', maxOccurrenceLabel)
}

/** A label as stored: trimmed, and null if nothing of it can be seen. */
export function cleanOccurrenceLabel(label: string | null | undefined): string | null {
  return cleanName(label ?? '') || null
}
