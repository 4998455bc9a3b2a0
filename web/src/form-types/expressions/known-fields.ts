import type { ExpressionType } from '@casebook/domain/expressions/expressions.ts'
import { variableTypes } from '@casebook/domain/form-types/definition.ts'
import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { variablesOf } from '@casebook/domain/form-types/variables.ts'

/** A field that expressions may name. */
export type KnownField = { variable: string; label: string; type: ExpressionType; field: FormTypeField }

/** The fields that expressions may name, in their order. */
export function knownFields(fields: readonly FormTypeField[]): KnownField[] {
  const variables = variablesOf(fields)
  const types = variableTypes(fields)
  return fields.flatMap((field, place) => {
    const variable = variables[place] ?? ''
    const type = types.get(variable)
    return type && field.name !== '' ? [{ variable, label: labelOf(field), type, field }] : []
  })
}
