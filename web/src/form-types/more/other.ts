import { freeName } from '@casebook/domain/shared/names/free-name.ts'
import { emptyField, type FieldDraft, namesOf } from '../draft/field-draft.ts'

/** The code of the option "other", whose text is asked in a field of its own. */
export const otherCode = 'other'

/** The text field beneath a Choice that asks what "other" is. `variable`: that of the Choice. */
export function otherField(
  choice: FieldDraft,
  variable: string,
  others: readonly FieldDraft[],
  key: string,
  text: string,
): FieldDraft {
  const name = `${choice.name.trim()} ${text}`
  const isTaken = others.some((field) => field.name.toLowerCase() === name.toLowerCase())
  const code = JSON.stringify(otherCode)
  return {
    ...emptyField(key),
    name: isTaken ? freeName(namesOf(others), name) : name,
    label: `${choice.label.trim() || choice.name.trim()}: ${text}`,
    required: true,
    showIf: choice.multiple ? `${code} in ${variable}` : `${variable} == ${code}`,
  }
}

/** Whether another field asks what "other" of this Choice is. */
export function hasOtherField(others: readonly FieldDraft[], variable: string): boolean {
  const code = JSON.stringify(otherCode)
  return others.some(({ showIf }) => showIf === `${code} in ${variable}` || showIf === `${variable} == ${code}`)
}
