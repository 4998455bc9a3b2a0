import type { ExpressionValue } from '../expressions/expressions.ts'
import { type Definition, define, isPlain } from '../form-types/definition.ts'
import { labelOf } from '../form-types/field-properties.ts'
import { fieldTypeOf } from '../form-types/field-types.ts'
import type { FormCheck, FormTypeField } from '../form-types/fields.ts'
import { Problem, problem } from '../shared/problems.ts'

/** What judges a form: the fields and checks of its type. */
export type Judge = { readonly fields: readonly FormTypeField[]; readonly checks?: readonly FormCheck[] | undefined }

export type Evaluation = {
  /** The names of the fields that are not asked. They hold nothing. */
  hidden: ReadonlySet<string>
  /** The values of the fields that are asked, by name: those given, and those calculated. Without blanks. */
  values: ReadonlyMap<string, string>
  /** The names of the fields that are calculated, and the checks whose expression is false. */
  calculated: ReadonlySet<string>
  failed: readonly FormCheck[]
  /** Why nothing was evaluated: the definition was stored by a release that took an expression which this one refuses. */
  broken?: Problem
}

const none: ReadonlySet<string> = new Set()
const known = new WeakMap<
  readonly FormTypeField[],
  { checks: readonly FormCheck[]; definition: Definition | Problem }
>()
const byText = new Map<string, Definition | Problem>()
const maxKnown = 100

/**
 * Evaluates the expressions of a form type on these values, the same in browser and server: each field is first shown
 * or hidden, then calculated. A hidden one is a blank for whatever reads it, and so is a text that is no value of its
 * type. `today`: epoch seconds of 12:00 UTC of the day in the study's zone; without it, what needs it is a blank.
 */
export function evaluateForm(judge: Judge, given: ReadonlyMap<string, string>, today?: number): Evaluation {
  const { fields, checks = [] } = judge
  if (isPlain(fields, checks)) return { hidden: none, values: given, calculated: none, failed: [] }
  const definition = definitionOf(fields, checks)
  if (definition instanceof Problem) return unevaluated(judge, given, definition)
  const hidden = new Set<string>()
  const calculated = new Set<string>()
  const texts = new Map<string, string>()
  const values = new Map<string, ExpressionValue>()
  for (const { field, variable, showIf, calculation } of definition.order) {
    if (field.calculation) calculated.add(field.name)
    if (showIf && showIf.evaluate(values, today) !== true) {
      hidden.add(field.name)
      continue
    }
    const { expression, whyNot } = fieldTypeOf[field.type]
    const result = calculation?.evaluate(values)
    const computed = result === undefined ? undefined : expression?.write(field, result)
    const text = (calculation ? computed : given.get(field.name)) ?? ''
    if (text === '') continue
    texts.set(field.name, text)
    const value = expression && !isUnreadable(whyNot(field, text)) ? expression.read(field, text) : undefined
    if (value !== undefined) values.set(variable, value)
  }
  const failed = definition.checks.filter(({ expression }) => expression.evaluate(values, today) === false)
  return { hidden, values: texts, calculated, failed: failed.map(({ check }) => check) }
}

/** A number out of its bounds is still a number for the expressions. */
function isUnreadable(why: Problem | undefined): boolean {
  return why !== undefined && !['value.minimum', 'value.maximum', 'value.decimals', 'value.whole'].includes(why.reason)
}

/** The form as it is stored, so that it can be read. */
function unevaluated({ fields, checks = [] }: Judge, given: ReadonlyMap<string, string>, why: Problem): Evaluation {
  const calculated = new Set(fields.flatMap(({ name, calculation }) => (calculation ? [name] : [])))
  // The path of the expression: `fields.2.showIf`, or `checks.0.expression`.
  const [list, place] = (why.field ?? '').split('.')
  const name = list === 'checks' ? checks[Number(place)]?.field : fields[Number(place)]?.name
  const field = fields.find((one) => one.name === name)
  const params = { name: field ? labelOf(field) : (name ?? '') }
  const broken = problem('form.broken', { params, ...(name !== undefined && { field: name }) })
  return { hidden: none, values: given, calculated, failed: [], broken }
}

function definitionOf(fields: readonly FormTypeField[], checks: readonly FormCheck[]): Definition | Problem {
  const before = known.get(fields)
  if (before?.checks === checks) return before.definition
  const text = JSON.stringify([fields, checks])
  const definition = byText.get(text) ?? define(fields, checks)
  if (byText.size >= maxKnown) byText.clear()
  byText.set(text, definition)
  known.set(fields, { checks, definition })
  return definition
}
