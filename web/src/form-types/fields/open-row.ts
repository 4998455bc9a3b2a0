import { differing, type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { blankDefinition, type FieldDraft } from '../draft/field-draft.ts'
import type { DateBounds } from '../more/date-bounds.ts'

/** An open row of the table of fields. JSON values only, since what is typed into it is kept with the draft. */
export type OpenRow = {
  /** The field as it was when the row was opened. */
  field: FieldDraft
  typed: FieldDraft
  /** Undefined until the person changes them. */
  bounds?: DateBounds | undefined
  wantsOther: boolean
  /** It was opened because the field before it was confirmed. */
  isNext: boolean
}

/** Under this key of the record is the open row, from the first letter until it is confirmed or cancelled. It is never sent. */
export const openRowKey = '~row'

export function openRowText(row: OpenRow): string {
  return JSON.stringify(row)
}

/** Undefined if no row is open, or if nothing is typed into it. */
export function openRowOf(fields: Fields): OpenRow | undefined {
  const text = fieldValue(fields, openRowKey)
  if (text === '') return undefined
  const row: OpenRow = JSON.parse(text)
  // An earlier release may have kept it, without what a field has since.
  return { ...row, field: { ...blankDefinition, ...row.field }, typed: { ...blankDefinition, ...row.typed } }
}

/** Returns the fields without the open row: the same object until one of the others changes. */
export function withoutOpenRow(): (fields: Fields) => Fields {
  let last: Fields = {}
  return (fields) => {
    const { [openRowKey]: _, ...others } = fields
    if (differing(last, others).length > 0) last = others
    return last
  }
}
