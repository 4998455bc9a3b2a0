import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { requiredText } from '../shared/record-fields/record-fields.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'
import { epochOfText, whyNotEpochSeconds } from './epochs.ts'
import { linesOfPlaces, placesOfLines, whyNotPlaces } from './places.ts'
import { limitFields, type QualityLimits, textsOfLimits } from './quality-limits.ts'

export const maxStudyStatusLength = 50
/** The suggestions of the status input. Any other text of up to 50 characters is allowed. */
export const offeredStudyStatuses = ['OPEN', 'CLOSED', 'DELETED'] as const

/** What a new study is given. */
export const newStudyFields = {
  name: requiredText('Name', (text) => whyNotName(text, 'name')),
}

/** What can be changed of a study. */
export const studyFields = {
  ...newStudyFields,
  status: requiredText('Status', (text) => whyNotName(text, 'status', maxStudyStatusLength)),
}

/** The editor of a study: its fields, the places on the body as a text, one a line, the length of an epoch in seconds, and the limits of quality. */
export const editedStudyFields = {
  ...studyFields,
  places: requiredText('Places on the body', (text) => whyNotPlaces(placesOfLines(text))),
  epochSeconds: requiredText('Length of an epoch', (text) => whyNotEpochSeconds(epochOfText(text))),
  ...limitFields,
}

/** A study as `editedStudyFields` hold it. */
export function editedStudy<
  Row extends { places: readonly string[]; epochSeconds: number; qualityLimits: QualityLimits },
>(study: Row) {
  const { places, epochSeconds, qualityLimits } = study
  return {
    ...study,
    ...textsOfLimits(qualityLimits),
    places: linesOfPlaces(places),
    epochSeconds: String(epochSeconds),
  }
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
