import fc from 'fast-check'
import type { FormTypeField } from '../../form-types/fields.ts'
import { cleanFields, whyNotField } from '../../form-types/form-types.rules.ts'
import { caseKey } from '../../shared/names/names.ts'
import { cleanName } from '../../shared/text.rules.ts'
import { hostileText } from './hostile-text.ts'
import type { RowLists } from './memory-rows.ts'
import { someRows } from './some-rows.ts'

const words = [
  'to',
  'ALL',
  'with',
  'comment',
  'execute.',
  'end data',
  'x'.repeat(100),
  "'.",
  '"/',
  '/* //',
  '*/',
  '&x; %y',
  '`x$y',
]
const hostileName = fc.oneof(hostileText, fc.constantFrom(...words)).map(cleanName)
const code = fc.oneof(hostileName, fc.constantFrom('1', '01', '-1', 'æ'.repeat(50)))
const label = fc.oneof(hostileName, fc.constant('Åse "is" æøå '.repeat(30).trim()))

/** A choice with hostile codes and labels, and the values that a form has of it. */
const choice = fc
  .record({
    name: hostileName,
    label,
    options: fc.uniqueArray(fc.record({ code, label }), {
      selector: (option) => cleanName(option.code),
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map((more): FormTypeField => ({ type: 'Choice', required: false, ...more }))
  .filter((field) => !whyNotField(field))
  .chain((field) => fc.constantFrom(...cleanFields([field])))

/** Someone's rows, whose form type has hostile names, labels and codes in place of some of its fields. */
export const codedRows = fc
  .tuple(someRows, fc.uniqueArray(choice, { selector: ({ name }) => caseKey(name), maxLength: 4 }), fc.nat())
  .map(([lists, choices, seed]): RowLists => {
    const [formtype] = lists.formTypes
    if (!formtype) throw new Error('The sample is incomplete.')
    const given = new Set(choices.map(({ name }) => caseKey(name)))
    const fields = [...formtype.fields.filter(({ name }) => !given.has(caseKey(name))), ...choices]
    const chosen = (place: number) =>
      choices.flatMap(({ name, options }) => {
        const option = options?.[(seed + place) % (options.length + 1)]
        return option ? [{ key: name, value: option.code }] : []
      })
    const forms = lists.forms.map((form, place) => ({
      ...form,
      fields: [...form.fields.filter(({ key }) => !given.has(caseKey(key))), ...chosen(place)],
    }))
    return { ...lists, formTypes: [{ ...formtype, fields }], forms }
  })
