import type { KeyValue } from '../../forms/forms.rules.ts'
import type { Confirmation } from '../../forms/judgement.ts'
import type { Problem } from '../../shared/problems.ts'
import { whyNotName } from '../../shared/text.rules.ts'
import type { SubjectStatus } from '../../subjects/subjects.rules.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { LabelledOccurrence } from '../occurrences.ts'
import type { ImportOrigin } from './origins.ts'

/** What the import is validated against: the study as it is now. */
export type ImportTarget = {
  siteid: string
  studyid: string
  /** Whether rows that were exported from another study or form type are accepted. */
  fromElsewhere?: boolean
  /** Why the unusual values of the file are right. Without it, each needs a reason in the file. */
  confirmed?: string | null | undefined
  /** The form type of the file's values. Without one, the file contains only subjects. */
  formtype?: FormTypeRow | undefined
  /** The ids of the other form types of the study, also of removed ones. */
  otherTypes?: readonly string[] | undefined
  subjects: readonly { subjectid: string; identifier: string | null; status: SubjectStatus }[]
  /** The forms of that type, without removed ones. */
  forms: readonly (LabelledOccurrence & {
    subjectid: string
    version: number
    fields: readonly KeyValue[]
    confirmed?: readonly Confirmation[] | null
  })[]
  /** The visits of the study that the form type belongs to. */
  visits?: readonly { visitid: string; repeats: boolean }[] | undefined
  /** Epoch seconds of 12:00 UTC of the day in the study's zone. */
  today?: number | undefined
}

/** A mistake in the file. `row` counts from 1, including the heading. `column` is the heading of the column. */
export type ImportMistake = { row: number; column: string | null; problem: Problem }

/** A subject to add. Without `subjectid`, the server assigns one. */
export type NewSubject = { row: number; subjectid: string | null; identifier: string | null }

/**
 * A form to save, with all its values. `subject` is the id of a subject of the study, or an index into `addSubjects`.
 * `version` is the form's present version, or null to add a form. Which one it is, is left out where nothing repeats,
 * and `label` where the file does not say it.
 */
export type SavedForm = LabelledOccurrence & {
  row: number
  subject: { subjectid: string } | { added: number }
  version: number | null
  fields: KeyValue[]
  /** Why unusual values are right, if there are any, and how many of them were not confirmed before. */
  confirmations?: readonly Confirmation[]
  confirmed?: number
}

/**
 * The changes of an import, in the order of the file. If the lists are empty, the study already contains everything.
 * `leftOut` counts the values that no field takes: of retired fields, and those that did not fit where they were exported.
 */
export type ImportPlan = { addSubjects: NewSubject[]; saveForms: SavedForm[]; unchanged: number; leftOut: number }

/** The heading of a column of which values are not imported, and how many. */
export type LeftOutColumn = { column: string; values: number }

/** A plan or the mistakes, where the rows that were read come from, and which of their values are left out. */
export type ImportAnswer = { origins: readonly ImportOrigin[]; leftOutColumns: readonly LeftOutColumn[] } & (
  | { plan: ImportPlan; mistakes: [] }
  | { plan: undefined; mistakes: ImportMistake[] }
)

/** More mistakes than this are not listed. */
export const maxMistakes = 1000

/** The limit of a file's text. 5,000 forms with 30 fields need a quarter of it. */
export const maxImportBytes = 8_000_000

/** Of a file that is imported in the background, as it is sent and as text. */
export const mostFileBytes = 200_000_000

/** Why a file with this name is refused: the history records the name. */
export function whyNotImportName(filename: string): Problem | undefined {
  return whyNotName(filename, 'filename', 255)
}
