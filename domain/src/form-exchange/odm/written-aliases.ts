import { element } from '../../exports/odm/xml.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { saidOf } from '../../form-types/values/translations.ts'
import { variableOfName } from '../../form-types/variables.ts'
import { isTypeInAlias } from './scalars.ts'

export type Field = FormTypeField & { variable: string }

/** What ODM has no element for. `list`: the id of the field's code list. */
export function writtenAliases(field: Field, list: string): string[] {
  const { name, variable, type, help, placeholder, multiline, multiple, display, minimumLabel, maximumLabel } = field
  const all = [
    ['variable', variable === variableOfName(name) ? '' : variable],
    ['type', isTypeInAlias(type) ? type : ''],
    ['help', help],
    ['placeholder', placeholder],
    ['multiline', multiline ? 'true' : ''],
    ['identifying', field.identifying ? 'true' : ''],
    ['minimumLabel', minimumLabel],
    ['maximumLabel', maximumLabel],
    ['display', display && display !== 'LIST' ? display : ''],
    ['codes_separated_by_|', multiple ? list : ''],
  ] as const
  const inLanguages = (['help', 'placeholder', 'minimumLabel', 'maximumLabel'] as const).flatMap((part) =>
    saidOf(field.translations, part).map(([language, text]) => [`${part}:${language}`, text] as const),
  )
  return [...all, ...inLanguages].map(([Context, Name]) => (Name ? element('Alias', { Context, Name }) : ''))
}
