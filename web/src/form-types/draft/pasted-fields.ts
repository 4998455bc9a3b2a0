import { type FieldType, fieldTypes } from '@casebook/domain/form-types/field-types.ts'
import { whyNotField } from '@casebook/domain/form-types/form-types.rules.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { emptyField, type FieldDraft, fieldOfDraft } from './field-draft.ts'

/** The fields of a pasted list, and the lines that are none, with the reason. */
export type PastedFields = {
  fields: FieldDraft[]
  left: readonly { line: number; name: string; why: Problem }[]
}

const yes = new Set(['x', '1', 'yes', 'true', 'ja', '✓'])

/**
 * Reads rows of a spreadsheet as fields: name, type, whether it is required (x, yes, ja, true or 1, or `requiredWord`),
 * and the options or the pattern. Only the name must be given. `typeText`: what a type is called on the screen.
 */
export function readPastedFields(
  text: string,
  others: readonly FieldDraft[],
  { typeText, requiredWord }: { typeText: (type: FieldType) => string; requiredWord: string },
): PastedFields {
  const types = new Map(
    fieldTypes.flatMap((type) => [type, typeText(type)].map((word) => [caseKey(word), type] as const)),
  )
  const fields: FieldDraft[] = []
  const left: PastedFields['left'][number][] = []
  for (const [place, row] of text.split(/\r\n|\r|\n/).entries()) {
    const [name = '', typed = '', required = '', pattern = ''] = row.split('\t').map(cleanName)
    if (name === '' && typed === '') continue
    const type = typed === '' ? 'String' : types.get(caseKey(typed))
    const isRequired = yes.has(caseKey(required)) || caseKey(required) === caseKey(requiredWord)
    const blank = emptyField(`pasted ${place} ${name}`)
    const field = { ...blank, name, type: type ?? 'String', required: isRequired, pattern }
    const names = [...others, ...fields].map((other) => other.name)
    const why = type
      ? whyNotField(fieldOfDraft(field), '', names)
      : problem('list.no-type', { params: { type: typed } })
    if (why) left.push({ line: place + 1, name, why })
    else fields.push(field)
  }
  return { fields, left }
}
