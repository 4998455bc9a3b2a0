import type { FieldDraft } from '../draft/field-draft.ts'
import type { DateBounds } from './date-bounds.ts'
import type { FieldContext } from './field-context.ts'

export type MoreProps = {
  typed: FieldDraft
  context: FieldContext
  /** The headings of the form type's sections, to choose from. */
  sections: readonly string[]
  bounds: DateBounds
  wantsOther: boolean
  /** What the calculation makes of the values of the try-out; undefined if nothing. */
  result: string | undefined
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<FieldDraft>) => void
  onBounds: (bounds: DateBounds) => void
  onOther: (wantsOther: boolean) => void
}

/** What may be refused of a field: in its row, and behind *More*. */
export const simple = ['name', 'length', 'pattern']
const behindMore =
  'label help section unit placeholder minimum maximum minimumLabel maximumLabel softMinimum softMaximum decimals options multiple display showIf calculation variable translations atLeast atMost'
export const refusable = [...simple, ...behindMore.split(' ')]
