import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'

export const maxStudyStatusLength = 50
/** The suggestions of the status input. Any other text of up to 50 characters is allowed. */
export const offeredStudyStatuses = ['OPEN', 'CLOSED', 'DELETED'] as const

export function whyNotStudyName(name: string): Problem | undefined {
  return whyNotName(name, 'name')
}

export function whyNotStudyStatus(status: string): Problem | undefined {
  return whyNotName(status, 'status', maxStudyStatusLength)
}

/**
 * Why the study accepts no new subjects and no changes to its activity types and form types. Any other status, such as
 * "Closed for the summer", is a remark and closes nothing.
 */
export function whyStudyTakesNoChanges(study: { status: string }): Problem | undefined {
  const status = cleanName(study.status)
  if (status === 'CLOSED' || status === 'DELETED') return problem('study.not-open', { params: { status } })
}

type Named = { name: string; studyid: string }

export function compareStudies(a: Named, b: Named): number {
  return compareNames(a.name, b.name) || compareCodeUnits(a.studyid, b.studyid)
}
