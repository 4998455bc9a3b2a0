import { ColumnIds, maxColumnIdLength } from './column-id.ts'

export const maxVariableLength = maxColumnIdLength
const format = /^[A-Za-z][A-Za-z0-9_]*$/

/** Names that mean something else in expressions. */
const words = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var ' +
    'void while string bool int uint double map list bytes null_type type dyn google optional cel prototype'
  ).split(' '),
)

/** The columns before the fields in every table of forms. */
const idColumns = ['siteid', 'studyid', 'subjectid', 'identifier', 'formtypeid', 'version']

export function isVariable(text: string): boolean {
  return text.length <= maxVariableLength && format.test(text) && !words.has(text)
}

/** The variable of a field that has none of its own and shares it with no other. */
export function variableOfName(name: string): string {
  return variablesOf([{ name }])[0] ?? ''
}

type Named = { name: string; variable?: string | null | undefined }

/** The variable of each field: the given one, else one made from its name, unique ignoring case. */
export function variablesOf(fields: readonly Named[]): string[] {
  const ids = new ColumnIds()
  for (const name of idColumns) ids.take(name)
  for (const { variable } of fields) if (variable) ids.take(variable)
  const made = (name: string): string => {
    const id = ids.claim(name)
    return words.has(id) ? made(name) : id
  }
  return fields.map(({ name, variable }) => variable || made(name))
}
