import { variablesRead, withVariables } from '@casebook/domain/expressions/variables-in-text.ts'
import { labelOf, optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { type FormCheck, type FormTypeField, maxChecks, maxFields } from '@casebook/domain/form-types/fields.ts'
import { maxVariableLength, variablesOf } from '@casebook/domain/form-types/variables.ts'
import { freeName } from '@casebook/domain/shared/names/free-name.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { draftOfField, type FieldDraft, fieldOfDraft } from '../draft/field-draft.ts'
import { plainCheck } from '../draft/form-type-fields.ts'

type Contents = { fields: readonly FieldDraft[]; checks: readonly FormCheck[] }
type Source = { fields: readonly FormTypeField[]; checks: readonly FormCheck[] }

/** What could not come: of a field, and the fields that it asks about and that are not there. */
export type Lost = {
  part: 'showIf' | 'calculation' | 'check' | 'fields'
  field: string
  text: string
  missing: string[]
}

export type TakenOver = {
  fields: FieldDraft[]
  checks: FormCheck[]
  /** How many fields came, and which of them have another name here. */
  count: number
  renamed: { from: string; to: string }[]
  lost: Lost[]
}

/**
 * The contents of a form type with fields of another one behind its own, under names and variables that are free.
 * Conditions, calculations and checks come along where all that they read comes, or is here and alike. `chosen`: the
 * names of the fields to take.
 */
export function takeOver(now: Contents, source: Source, chosen: ReadonlySet<string>): TakenOver {
  const here = now.fields.map(fieldOfDraft)
  const hereBy = new Map(variablesOf(here).map((variable, place) => [variable, here[place]]))
  const sourceVariables = variablesOf(source.fields)
  const wanted = source.fields.flatMap((field, place) =>
    chosen.has(field.name) ? [{ field, variable: sourceVariables[place] ?? '' }] : [],
  )
  const taken = wanted.slice(0, Math.max(0, maxFields - here.length))
  const lost: Lost[] = wanted
    .slice(taken.length)
    .map(({ field }) => ({ part: 'fields', field: labelOf(field), text: '', missing: [] }))
  const named = withFreeNames(taken, here, [...hereBy.keys()])
  const names = new Map(named.map(({ field, name }) => [field.name, name]))
  const variables = new Map(named.map(({ from, variable }) => [from, variable]))
  const sourceBy = new Map(sourceVariables.map((variable, place) => [variable, source.fields[place]]))

  /** The expression with the variables here, or undefined if it can't come. */
  function carried(part: Lost['part'], field: string, expression: string): string | undefined {
    const read = variablesRead(expression)
    const missing = read?.filter((own) => !variables.has(own) && !isAlike(sourceBy.get(own), hereBy.get(own)))
    if (missing?.length === 0) return withVariables(expression, variables)
    const labels = (missing ?? []).map((own) => labelOf(sourceBy.get(own) ?? { name: own }))
    lost.push({ part, field, text: expression, missing: labels })
    return undefined
  }

  const fields = named.map(({ field, name, variable }): FieldDraft => {
    const draft = draftOfField(field)
    const { showIf, calculation } = draft
    return {
      ...draft,
      key: `taken ${name}`,
      isSaved: false,
      name,
      variable,
      showIf: (showIf && carried('showIf', labelOf(field), showIf)) || '',
      calculation: (calculation && carried('calculation', labelOf(field), calculation)) || '',
    }
  })
  const checks = source.checks.flatMap((check) => {
    const name = names.get(check.field)
    const expression = name === undefined ? undefined : carried('check', check.message, check.expression)
    return name === undefined || expression === undefined ? [] : [plainCheck({ ...check, field: name, expression })]
  })
  const fitting = checks.slice(0, Math.max(0, maxChecks - now.checks.length))
  for (const { message, expression } of checks.slice(fitting.length)) {
    lost.push({ part: 'check', field: message, text: expression, missing: [] })
  }
  return {
    fields: [...now.fields, ...fields],
    checks: [...now.checks, ...fitting],
    count: fields.length,
    renamed: named.flatMap(({ field, name }) => (name === field.name ? [] : [{ from: field.name, to: name }])),
    lost,
  }
}

type Taken = { field: FormTypeField; variable: string }

/** Each field with a name and a variable that no field here has. */
function withFreeNames(taken: readonly Taken[], here: readonly FormTypeField[], used: readonly string[]) {
  const names = here.map(({ name }) => name)
  const keys = new Set(names.map(caseKey))
  const variables = new Set(used.map((variable) => variable.toLowerCase()))
  // A field that keeps its name goes first, so that none of the others takes it.
  for (const { field } of taken) if (!keys.has(caseKey(field.name))) names.push(field.name)
  return taken.map(({ field, variable: from }) => {
    const isTaken = keys.has(caseKey(field.name))
    const name = isTaken ? freeName(names, field.name.slice(0, 90)) : field.name
    keys.add(caseKey(name))
    if (isTaken) names.push(name)
    const variable = freeVariable(from, variables)
    variables.add(variable.toLowerCase())
    return { field, name, from, variable }
  })
}

function freeVariable(variable: string, used: ReadonlySet<string>): string {
  let free = variable
  for (let count = 2; used.has(free.toLowerCase()); count += 1) {
    free = `${variable.slice(0, maxVariableLength - String(count).length - 1)}_${count}`
  }
  return free
}

/** Whether an expression over one field means the same over the other: of one type, with the same options. */
function isAlike(one: FormTypeField | undefined, other: FormTypeField | undefined): boolean {
  if (!one || !other || one.type !== other.type || Boolean(one.multiple) !== Boolean(other.multiple)) return false
  const codesOf = (field: FormTypeField) => JSON.stringify(optionsOf(field).map(({ code }) => code))
  return one.type !== 'Choice' || codesOf(one) === codesOf(other)
}
