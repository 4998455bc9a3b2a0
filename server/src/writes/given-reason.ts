import { whyNotReason } from '@casebook/domain/subjects/subjects.rules.ts'

/** The reason of a change as stored in the history, or undefined if none was given. Throws if the rules refuse it. */
export function givenReason(reason: string | null | undefined): string | undefined {
  const why = whyNotReason(reason)
  if (why) throw why
  return reason?.trim() || undefined
}
