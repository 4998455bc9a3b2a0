import { compareCodeUnits } from './names.ts'

/** Which form or activity of its subject and type: without a visit and the first, if neither is given. */
export type Occurrence = { visitid?: string | null | undefined; occurrence?: number | undefined }

/** One of a subject's forms or activities. 'next': one that is not recorded yet, of a type that repeats. */
export type OccurrenceOf = { typeid: string; visitid: string | null; occurrence: number | 'next' }

/**
 * The name of a form or an activity among those of its subject, for addresses and working copies: `TYPE` without a visit
 * and the first, else `TYPE~2` or `TYPE~1~VISIT`. Ids contain no `~`.
 */
export function keyOfOccurrence(
  typeid: string,
  { visitid, occurrence = 1 }: { visitid?: string | null | undefined; occurrence?: number | 'next' | undefined } = {},
): string {
  if (visitid) return `${typeid}~${occurrence}~${visitid}`
  return occurrence === 1 ? typeid : `${typeid}~${occurrence}`
}

/** Which one a key names. A number that is none becomes 0, which no form and no activity has. */
export function occurrenceOfKey(key: string): OccurrenceOf {
  const [typeid = '', number = '1', visitid = ''] = key.split('~')
  const occurrence = number === 'next' ? number : /^[1-9][0-9]{0,8}$/.test(number) ? Number(number) : 0
  return { typeid, visitid: visitid || null, occurrence }
}

const any = '~any'

/** In addresses: whichever form or activity of a type a subject has. */
export function keyOfAny(typeid: string): string {
  return `${typeid}${any}`
}

/** The type of such a key. Undefined if the key names one. */
export function typeOfAny(key: string): string | undefined {
  const [typeid = '', ...which] = key.split('~')
  return which.length === 1 && `~${which[0]}` === any ? typeid : undefined
}

/** What a call says of one. Nothing if it is the only one that its type can have without a visit. */
export function whichOne({ visitid, occurrence }: Occurrence, repeats: boolean): Occurrence {
  if (!visitid && !repeats && (occurrence ?? 1) === 1) return {}
  return { visitid: visitid ?? null, occurrence: occurrence ?? 1 }
}

/** The order of forms or activities of one type: those without a visit first, then by visit; in each by number. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  return compareCodeUnits(a.visitid ?? '', b.visitid ?? '') || (a.occurrence ?? 1) - (b.occurrence ?? 1)
}
