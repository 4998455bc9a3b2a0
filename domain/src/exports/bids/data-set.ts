import type { Labels } from '../files/labels.ts'
import type { SubjectRow } from '../rows.ts'

/** A file of a data set. `fault`: what was wrong with it, once it is written. */
export type BidsFile = {
  path: string
  from: string
  write(): AsyncIterable<string>
  fault?: () => string | undefined
}

/** The folder of a study's data set, and the labels in it. */
export type StudyLabels = {
  folder: string
  subjects: Labels
  sessions: Labels
  tasks: Labels
  /** Whether the study has a schedule of visits, whose visits are sessions. */
  hasSessions: boolean
}

/** The label of a subject. Subjects get theirs in the order of the export. */
export function participantOf(
  labels: StudyLabels,
  { subjectid, identifier }: Pick<SubjectRow, 'subjectid' | 'identifier'>,
) {
  return `sub-${labels.subjects.of(subjectid, identifier || subjectid)}`
}

/** The label of a visit, or of what belongs to none. */
export function sessionOf(labels: StudyLabels, visitid: string | null | undefined, name: string | undefined): string {
  return `ses-${visitid ? labels.sessions.of(visitid, name ?? visitid) : labels.sessions.of('', 'none')}`
}
