import type { ExpressionValue } from '../expressions/expressions.ts'
import { type DefinedField, type Definition, define, isPlain } from '../form-types/definition.ts'
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

/** What an evaluation began with, so that the next one can begin with what it found. */
type Began = {
  definition: Definition
  given: ReadonlyMap<string, string>
  today: number | undefined
  values: ReadonlyMap<string, ExpressionValue>
}

const none: ReadonlySet<string> = new Set()
const began = new WeakMap<Evaluation, Began>()
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
 * `before`: an evaluation of the same form, so that only what changed since, and what depends on that, is evaluated.
 */
export function evaluateForm(
  judge: Judge,
  given: ReadonlyMap<string, string>,
  today?: number,
  before?: Evaluation,
): Evaluation {
  const { checks = [] } = judge
  if (isPlain(judge.fields, checks)) return { hidden: none, values: given, calculated: none, failed: [] }
  const definition = definitionOf(judge.fields, checks)
  if (definition instanceof Problem) return unevaluated(judge, given, definition)
  const start = before && began.get(before)
  const canGoOn = start?.definition === definition && start.today === today && !definition.readsNow
  const fields = canGoOn ? concerned(definition, start.given, given) : definition.order
  const wasHidden = canGoOn && before ? before.hidden : none
  // Most values change nothing of what is shown: no set is made then.
  let hidden: Set<string> | undefined
  const texts = new Map(canGoOn ? before?.values : undefined)
  const values = new Map(canGoOn ? start.values : undefined)
  for (const { field, variable, showIf, calculation } of fields) {
    texts.delete(field.name)
    values.delete(variable)
    const isHidden = showIf !== undefined && showIf.evaluate(values, today) !== true
    if (isHidden !== wasHidden.has(field.name)) {
      hidden ??= new Set(wasHidden)
      if (isHidden) hidden.add(field.name)
      else hidden.delete(field.name)
    }
    if (isHidden) continue
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
  const evaluation = {
    hidden: sameSet(before?.hidden, hidden ?? wasHidden),
    values: texts,
    calculated: definition.calculated,
    failed: failed.map(({ check }) => check),
  }
  began.set(evaluation, { definition, given, today, values })
  return evaluation
}

/** The fields of which another value is given than before, and those that depend on them, in the order of the definition. */
function concerned(
  { order, places, readers }: Definition,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): DefinedField[] {
  const found = new Set<number>()
  for (const name of [...before.keys(), ...now.keys()]) {
    const place = before.get(name) === now.get(name) ? undefined : places.get(name)
    if (place !== undefined) found.add(place)
  }
  // What is added is visited, too.
  for (const place of found) {
    for (const reader of readers.get(order[place]?.variable ?? '') ?? []) found.add(reader)
  }
  return [...found].sort((one, other) => one - other).flatMap((place) => order[place] ?? [])
}

/** The set as it was before, if it has the same names. */
function sameSet(before: ReadonlySet<string> | undefined, now: ReadonlySet<string>): ReadonlySet<string> {
  if (before === undefined || before === now || before.size !== now.size) return now
  return [...before].every((name) => now.has(name)) ? before : now
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
