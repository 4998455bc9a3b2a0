import { type DayActivity, warningsOfDay } from '../day/day-warnings.rules.ts'
import type { SubjectStatus } from '../subjects.rules.ts'

/** What is expected of a subject and what exists. subject-facts.graphql defines what each number counts. */
export type Counts = {
  formsDone: number
  formsExpected: number
  activitiesDone: number
  activitiesRecorded: number
  activitiesExpected: number
  filesDone: number
  filesExpected: number
  filesUploaded: number
  filesPending: number
  filesFailed: number
  warnings: number
}

/** Why somebody may have to look at a subject again. `nothing` if it is complete and can be closed. */
export const lacks = ['forms', 'activities', 'files', 'uploads', 'warnings', 'nothing'] as const
export type Lack = (typeof lacks)[number]

export function isLacking(counts: Counts, what: Lack): boolean {
  switch (what) {
    case 'forms':
      return counts.formsDone < counts.formsExpected
    case 'activities':
      return counts.activitiesDone < counts.activitiesExpected
    case 'files':
      return counts.filesDone < counts.filesExpected
    case 'uploads':
      return counts.filesPending > 0
    case 'warnings':
      return counts.warnings > 0
    case 'nothing':
      return counts.activitiesRecorded > 0 && lacks.every((each) => each === 'nothing' || !isLacking(counts, each))
  }
}

/** What happened to a subject in the last seven days. A closed subject does not change: its last change closed it. */
export const recents = ['added', 'changed', 'closed'] as const
export type Recent = (typeof recents)[number]
const recentMilliseconds = 7 * 24 * 3600 * 1000

type Dated = { status: SubjectStatus; facts: { addedAt: string; changedAt: string } }

export function isRecent({ status, facts }: Dated, what: Recent, now: Date): boolean {
  const since = now.getTime() - recentMilliseconds
  if (what === 'added') return Date.parse(facts.addedAt) > since
  return Date.parse(facts.changedAt) > since && (what === 'changed' || status === 'CLOSED')
}

/**
 * A cell of the matrix of subjects by forms and activities: done, a form half filled in, a pending upload, a missing
 * file, another warning, or missing.
 */
export const cells = ['D', 'H', 'P', 'M', 'W', '-'] as const
export type Cell = (typeof cells)[number]

type OfferedTypes = {
  formtypes: readonly { formtypeid: string; fields: readonly { name: string; required: boolean }[] }[]
  activitytypes: readonly { activitytypeid: string; expectsFile: boolean }[]
}
type Recorded = {
  forms: readonly { formtypeid: string; fields: readonly { key: string; value: string }[] }[]
  activities: readonly DayActivity[]
}

/** Counts in the same way as the server, which does it in one statement for a whole study (server/src/shapes/facts). */
export function countFacts({ formtypes, activitytypes }: OfferedTypes, { forms, activities }: Recorded) {
  const warnings = warningsOfDay(activities, { activitytypes })
  const stateOfForm = (type: OfferedTypes['formtypes'][number]): Cell => {
    const own = forms.filter(({ formtypeid }) => formtypeid === type.formtypeid)
    if (own.length === 0) return '-'
    const filled = own.map(({ fields }) => new Set(fields.map(({ key }) => key)))
    return type.fields.every(({ name, required }) => !required || filled.every((one) => one.has(name))) ? 'D' : 'H'
  }
  const stateOfActivity = ({ activitytypeid }: OfferedTypes['activitytypes'][number]): Cell => {
    const ofType = activities.filter((each) => each.activitytypeid === activitytypeid)
    if (ofType.length === 0) return '-'
    const own = warnings.filter((warning) => warning.activitytypeid === activitytypeid)
    if (own.some(({ kind }) => kind !== 'no-file')) return 'W'
    if (own.length > 0) return 'M'
    return ofType.some(({ referenceData }) => referenceData.some(({ status }) => status === 'PENDING')) ? 'P' : 'D'
  }
  const states = [...formtypes.map(stateOfForm), ...activitytypes.map(stateOfActivity)]
  const files = activities.flatMap(({ referenceData }) => referenceData)
  const filesOf = (status: string) => files.filter((file) => file.status === status).length
  const expecting = activitytypes.filter(({ expectsFile }) => expectsFile)
  const hasFiles = (activitytypeid: string) => {
    const ofType = activities.filter((each) => each.activitytypeid === activitytypeid)
    return ofType.length > 0 && ofType.every((each) => each.referenceData.some(({ status }) => status === 'UPLOADED'))
  }
  const counts: Counts = {
    formsDone: formtypes.filter((type) => stateOfForm(type) === 'D').length,
    formsExpected: formtypes.length,
    activitiesDone: activitytypes.filter((type) => stateOfActivity(type) !== '-').length,
    activitiesRecorded: activities.length,
    activitiesExpected: activitytypes.length,
    filesDone: expecting.filter(({ activitytypeid }) => hasFiles(activitytypeid)).length,
    filesExpected: expecting.length,
    filesUploaded: filesOf('UPLOADED'),
    filesPending: filesOf('PENDING'),
    filesFailed: filesOf('FAILED'),
    warnings: warnings.length,
  }
  return { ...counts, cells: states.join('') }
}
