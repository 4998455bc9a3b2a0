import type { Occurrence } from '../../shared/names/occurrences.ts'
import { type AskingVisit, placesOfType, visitProgress } from '../../visits/asked.ts'
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
  visitsDone: number
  visitsExpected: number
}

/** Why somebody may have to look at a subject again. `nothing` if it is complete and can be closed. */
export const lacks = ['forms', 'activities', 'files', 'visits', 'uploads', 'warnings', 'nothing'] as const
export type Lack = (typeof lacks)[number]

export function isLacking(counts: Counts, what: Lack): boolean {
  switch (what) {
    case 'forms':
      return counts.formsDone < counts.formsExpected
    case 'activities':
      return counts.activitiesDone < counts.activitiesExpected
    case 'files':
      return counts.filesDone < counts.filesExpected
    case 'visits':
      return counts.visitsDone < counts.visitsExpected
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
type RecordedForm = Occurrence & { formtypeid: string; fields: readonly { key: string; value: string }[] }
type Recorded = {
  forms: readonly RecordedForm[]
  activities: readonly (DayActivity & Occurrence)[]
  /** The visits of the subject with what the schedule says of them; none without a schedule. */
  visits?: readonly AskingVisit[]
}

/**
 * How much is done of one type: once for the study, or for a type that belongs to visits as often as they ask for it, and
 * as often as it was recorded besides.
 */
type Progress<One> = { done: (isDone: (one: One) => boolean) => number; expected: number }

function progressOf<One extends Occurrence>(
  typeid: string,
  own: readonly One[],
  visits: readonly AskingVisit[],
): Progress<One> {
  const named = own.map((one) => ({ one, typeid, visitid: one.visitid, occurrence: one.occurrence ?? 1 }))
  const places = placesOfType(visits, typeid, named) ?? { taken: own.length > 0 ? [named] : [], expected: 1 }
  return {
    done: (isDone) => places.taken.filter((ones) => ones.every(({ one }) => isDone(one))).length,
    expected: places.expected,
  }
}

/** Counts in the same way as the server, which does it in one statement for a whole study (server/src/shapes/facts). */
export function countFacts(
  { formtypes, activitytypes }: OfferedTypes,
  { forms, activities, visits = [] }: Recorded,
): Counts & { cells: string } {
  const warnings = warningsOfDay(activities, { activitytypes })
  const ofForms = formtypes.map(({ formtypeid, fields }) => {
    const own = forms.filter((form) => form.formtypeid === formtypeid)
    const isDone = (form: RecordedForm) => {
      const filled = new Set(form.fields.map(({ key }) => key))
      return fields.every(({ name, required }) => !required || filled.has(name))
    }
    const { done, expected } = progressOf(formtypeid, own, visits)
    const all = done(isDone)
    const cell: Cell = own.length === 0 ? '-' : all < expected ? 'H' : 'D'
    return { done: all, expected, cell }
  })
  const ofActivities = activitytypes.map(({ activitytypeid, expectsFile }) => {
    const own = activities.filter((each) => each.activitytypeid === activitytypeid)
    const { done, expected } = progressOf(activitytypeid, own, visits)
    const hasFile = ({ referenceData }: DayActivity) => referenceData.some(({ status }) => status === 'UPLOADED')
    const files = expectsFile ? { done: done(hasFile), expected } : { done: 0, expected: 0 }
    return { done: done(() => true), expected, files, cell: cellOfActivities(activitytypeid, own) }
  })
  function cellOfActivities(activitytypeid: string, own: Recorded['activities']): Cell {
    if (own.length === 0) return '-'
    const about = warnings.filter((warning) => warning.activitytypeid === activitytypeid)
    if (about.some(({ kind }) => kind !== 'no-file')) return 'W'
    if (about.length > 0) return 'M'
    return own.some(({ referenceData }) => referenceData.some(({ status }) => status === 'PENDING')) ? 'P' : 'D'
  }
  const files = activities.flatMap(({ referenceData }) => referenceData)
  const filesOf = (status: string) => files.filter((file) => file.status === status).length
  const ofVisits = visitProgress(visits)
  return {
    formsDone: sum(ofForms, 'done'),
    formsExpected: sum(ofForms, 'expected'),
    activitiesDone: sum(ofActivities, 'done'),
    activitiesRecorded: activities.length,
    activitiesExpected: sum(ofActivities, 'expected'),
    filesDone: sum(
      ofActivities.map((each) => each.files),
      'done',
    ),
    filesExpected: sum(
      ofActivities.map((each) => each.files),
      'expected',
    ),
    filesUploaded: filesOf('UPLOADED'),
    filesPending: filesOf('PENDING'),
    filesFailed: filesOf('FAILED'),
    warnings: warnings.length,
    visitsDone: ofVisits.done,
    visitsExpected: ofVisits.expected,
    cells: [
      ...ofForms.map(({ cell }) => cell),
      ...ofActivities.map(({ cell, done, expected }) => (cell === 'D' && done < expected ? 'H' : cell)),
    ].join(''),
  }
}

function sum(all: readonly { done: number; expected: number }[], of: 'done' | 'expected'): number {
  return all.reduce((total, each) => total + each[of], 0)
}
