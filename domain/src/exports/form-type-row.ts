import type { FormCheck, FormTypeField } from '../form-types/fields.ts'
import type { Repeating } from './occurrences.ts'

/**
 * A form type with its present fields and those of every earlier version, oldest first (from the history of the
 * record). Includes removed form types that a form uses.
 */
export type FormTypeRow = Repeating & {
  siteid: string
  studyid: string
  formtypeid: string
  identifier: string
  version: number
  /** The number of the published version. */
  number: number
  removed: boolean
  fields: readonly FormTypeField[]
  checks?: readonly FormCheck[] | undefined
  earlier: readonly { version: number; fields: readonly FormTypeField[] }[]
}
