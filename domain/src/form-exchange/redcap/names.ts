import { optionsOf } from '../../form-types/field-properties.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { cleanFields } from '../../form-types/form-types.rules.ts'
import { plainCodes } from '../logic/codes.ts'
import { uniqueName } from './dictionary.ts'

/** The field that REDCap needs first: it names the record. */
export const recordId = 'record_id'

/** A field with its variable in REDCap, and what its options' codes are there. */
export type RedcapField = FormTypeField & { variable: string; redcap: string; codes: ReadonlyMap<string, string> }

/** The names that forms and fields get in one project: each is used once. */
export class RedcapNames {
  readonly #fields = new Set([recordId])
  readonly #forms = new Set<string>()

  form(identifier: string): string {
    return uniqueName(identifier, this.#forms)
  }

  fields(fields: readonly FormTypeField[]): RedcapField[] {
    return cleanFields(fields).map((field) => ({
      ...field,
      redcap: uniqueName(/^[a-z][a-z0-9_]*$/.test(field.name) ? field.name : field.variable, this.#fields),
      codes: plainCodes(field.type === 'Choice' ? optionsOf(field) : [], field.multiple ? codeInBrackets : codeInList),
    }))
  }
}

/** `1, One | 2, Two` */
function codeInList(code: string): string {
  return code.replaceAll(',', '_')
}

/** `[name(code)]` */
function codeInBrackets(code: string): string {
  return code.replace(/[^\p{L}\p{N}_.-]+/gu, '_')
}
