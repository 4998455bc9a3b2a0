import type { Definitions } from '../exports/definitions/definitions.ts'
import type { FormCheck, FormTypeField } from '../form-types/fields.ts'
import type { Problem } from '../shared/problems.ts'

/** A form type as other programs are told of it, and as it is made of their files. */
export type ExchangedForm = { identifier: string; fields: FormTypeField[]; checks: FormCheck[]; repeats?: boolean }

/**
 * Something that has no counterpart on the other side. `sheet` and `row` say where it is in the file, the row counted
 * from 1; `field` is the name of its field there, and `text` what is left out.
 */
export type LeftOut = { sheet: string | null; row: number | null; field: string | null; text: string; why: Problem }

/** What a file contains: of ODM also visits, and the activity types that Casebook wrote. */
export type ReadForms = { forms: ExchangedForm[]; leftOut: LeftOut[] } & Partial<
  Pick<Definitions, 'activityTypes' | 'visits'>
>

/** A sheet of a workbook: its rows with their numbers, of cells by their column, from 0. */
export type Sheet = { name: string; rows: readonly { row: number; cells: readonly string[] }[] }

/** An element of XML. `attributes` by their names with prefix; `name` without. `line` counts from 1. */
export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  text: string
  line: number
}
