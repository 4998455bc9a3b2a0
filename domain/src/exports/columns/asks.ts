import { inWords, type Names } from '../../expressions/in-words.ts'
import { labelOf, optionsOf } from '../../form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { variablesOf } from '../../form-types/variables.ts'
import { sameText } from '../../shared/names/names.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { Asks } from './column.ts'

type Definition = Pick<FormTypeRow, 'fields' | 'checks'>

/** What a definition says of its fields besides their types. */
export function asksOf({ fields, checks = [] }: Definition): (field: FormTypeField) => Asks {
  const names = namesOf(fields)
  const words = (source: string | null | undefined) => (source ? inWords(source, names) : null)
  const byField = new Map<string, FormCheck[]>()
  for (const check of checks) byField.set(sameText(check.field), [...(byField.get(sameText(check.field)) ?? []), check])
  return (field) => ({
    title: field.label || null,
    section: field.section ?? null,
    help: field.help ?? null,
    minimum: field.minimum ?? null,
    maximum: field.maximum ?? null,
    minimumLabel: field.minimumLabel ?? null,
    maximumLabel: field.maximumLabel ?? null,
    softMinimum: field.softMinimum ?? null,
    softMaximum: field.softMaximum ?? null,
    decimals: field.decimals ?? null,
    showIf: field.showIf ?? null,
    shownWhen: words(field.showIf),
    calculation: field.calculation ?? null,
    calculatedAs: words(field.calculation),
    checks: (byField.get(sameText(field.name)) ?? []).map((check) => ({
      ...check,
      words: inWords(check.expression, names),
    })),
    translations: field.translations ?? [],
  })
}

function namesOf(fields: readonly FormTypeField[]): Names {
  const variables = variablesOf(fields)
  const byVariable = new Map(fields.map((field, place) => [variables[place] ?? '', field]))
  return {
    labelOf: (variable) => {
      const field = byVariable.get(variable)
      return field && labelOf(field)
    },
    optionLabelOf: (variable, code) => {
      const field = byVariable.get(variable)
      const options = field?.type === 'Choice' ? optionsOf(field) : []
      return options.find((option) => option.code === code)?.label
    },
  }
}
