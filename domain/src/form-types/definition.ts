import { type Expression, Expressions, type ExpressionType } from '../expressions/expressions.ts'
import type { Refusal } from '../expressions/limits.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotText } from '../shared/text.rules.ts'
import { fieldTypeOf } from './field-types.ts'
import type { FormCheck, FormTypeField } from './fields.ts'
import { variablesOf } from './variables.ts'

/** The most instructions that the patterns of all expressions of a form type have together: an evaluation takes a second then. */
const maxPatternSize = 20_000

/** The fields and checks of a form type with their expressions ready to evaluate. */
export type Definition = {
  /** The fields with expressions or values, in the order in which they depend on one another. */
  order: readonly DefinedField[]
  checks: readonly { check: FormCheck; expression: Expression }[]
  /** The fields whose expressions read a field, by its variable: their places in the order. */
  readers: ReadonlyMap<string, readonly number[]>
  /** The places of the fields in the order, by name. */
  places: ReadonlyMap<string, number>
  /** The names of the fields that are calculated. */
  calculated: ReadonlySet<string>
  /** An expression reads the time. */
  readsNow: boolean
}

export type DefinedField = {
  field: FormTypeField
  variable: string
  showIf: Expression | undefined
  calculation: Expression | undefined
}

/** Whether a form type says nothing that must be evaluated. */
export function isPlain(fields: readonly FormTypeField[], checks: readonly FormCheck[]): boolean {
  return checks.length === 0 && !fields.some(({ showIf, calculation }) => showIf || calculation)
}

/** The definition, or why an expression in it is refused. `field` is the path of the expression: `fields.2.showIf`. */
export function define(fields: readonly FormTypeField[], checks: readonly FormCheck[]): Definition | Problem {
  const variables = variablesOf(fields)
  const compiled = new Map<string, Expression>()
  for (const one of compileAll(fields, checks)) {
    if ('why' in one) return one.why
    compiled.set(one.at, one.expression)
  }
  const defined = fields.map((field, place) => ({
    field,
    variable: variables[place] ?? '',
    showIf: compiled.get(`fields.${place}.showIf`),
    calculation: compiled.get(`fields.${place}.calculation`),
  }))
  const order = inOrder(defined)
  if ('reason' in order) return order
  return {
    order,
    readers: readersOf(order),
    places: new Map(order.map(({ field }, place) => [field.name, place])),
    calculated: new Set(fields.flatMap(({ name, calculation }) => (calculation ? [name] : []))),
    readsNow: [...compiled.values()].some(({ readsNow }) => readsNow),
    checks: checks.flatMap((check, place) => {
      const expression = compiled.get(`checks.${place}.expression`)
      return expression ? [{ check, expression }] : []
    }),
  }
}

function readersOf(order: readonly DefinedField[]): Map<string, number[]> {
  const readers = new Map<string, number[]>()
  for (const [place, field] of order.entries()) {
    for (const name of readsOf(field)) {
      const known = readers.get(name)
      if (known) known.push(place)
      else readers.set(name, [place])
    }
  }
  return readers
}

/** The variables that the expressions of a field read. */
function readsOf({ showIf, calculation }: DefinedField): Set<string> {
  return new Set([...(showIf?.reads ?? []), ...(calculation?.reads ?? [])])
}

/** The type of each field in expressions, by its variable. */
export function variableTypes(fields: readonly FormTypeField[]): Map<string, ExpressionType> {
  const variables = variablesOf(fields)
  const types = new Map<string, ExpressionType>()
  for (const [place, field] of fields.entries()) {
    const type = fieldTypeOf[field.type].expression?.type(field)
    const variable = variables[place]
    if (type && variable) types.set(variable, type)
  }
  return types
}

/** Every expression that is refused, or the circle that they close. `field` as for `define`. */
export function expressionProblems(fields: readonly FormTypeField[], checks: readonly FormCheck[]): Problem[] {
  if (isPlain(fields, checks)) return []
  const problems = [...compileAll(fields, checks)].flatMap((one) => ('why' in one ? one.why : []))
  if (problems.length > 0) return problems
  const defined = define(fields, checks)
  return 'reason' in defined ? [defined] : []
}

type Compiled = { at: string; expression: Expression } | { at: string; why: Problem }

/** Compiles one expression after the other, because many of them may take long. */
function* compileAll(fields: readonly FormTypeField[], checks: readonly FormCheck[]): Generator<Compiled> {
  const expressions = new Expressions(variableTypes(fields))
  const all = [
    ...fields.flatMap((field, place) => {
      const type = fieldTypeOf[field.type].expression?.type(field)
      return [
        { at: `fields.${place}.showIf`, source: field.showIf, types: ['bool' as const], canReadToday: true },
        {
          at: `fields.${place}.calculation`,
          source: field.calculation,
          types: type ? [type] : [],
          canReadToday: false,
        },
      ]
    }),
    ...checks.map(({ expression }, place) => ({
      at: `checks.${place}.expression`,
      source: expression,
      types: ['bool' as const],
      canReadToday: true,
    })),
  ]
  let patternSize = 0
  for (const { at, source, ...demand } of all) {
    if (!source) continue
    const unstorable = whyNotText(source, at, Number.POSITIVE_INFINITY)
    if (unstorable) {
      yield { at, why: unstorable }
      continue
    }
    const made = expressions.compile(source, demand)
    if ('why' in made) {
      yield { at, why: wrong(made, at) }
      continue
    }
    patternSize += made.patternSize
    if (patternSize > maxPatternSize) {
      yield {
        at,
        why: wrong({ why: 'the patterns of all expressions together would take too long to check', at: 0 }, at),
      }
      return
    }
    yield { at, expression: made }
  }
}

function wrong({ why, at }: Refusal, field: string): Problem {
  return problem('field.expression.wrong', { field, params: { why, place: at + 1 }, details: { at } })
}

/** The fields after those that they depend on, otherwise in their order, or the circle that prevents it. */
function inOrder(fields: readonly DefinedField[]): DefinedField[] | Problem {
  const byVariable = new Map(fields.map((field) => [field.variable, field]))
  const done = new Set<DefinedField>()
  const path: DefinedField[] = []
  const visit = (field: DefinedField): Problem | undefined => {
    if (done.has(field)) return undefined
    if (path.includes(field)) return circle([...path.slice(path.indexOf(field)), field], fields)
    path.push(field)
    for (const name of readsOf(field)) {
      const read = byVariable.get(name)
      const why = read && visit(read)
      if (why) return why
    }
    path.pop()
    done.add(field)
  }
  for (const field of fields) {
    const why = visit(field)
    if (why) return why
  }
  return [...done]
}

function circle(path: readonly DefinedField[], fields: readonly DefinedField[]): Problem {
  const [first] = path
  const place = first ? fields.indexOf(first) : 0
  const field = `fields.${place}.${first?.calculation ? 'calculation' : 'showIf'}`
  return problem('field.expression.circle', {
    field,
    params: { circle: shortened(path.map(({ variable }) => variable)).join(' → ') },
  })
}

const mostNamed = 10

/** The first ones and the last one. */
function shortened(variables: string[]): string[] {
  return variables.length > mostNamed ? [...variables.slice(0, mostNamed - 2), '…', ...variables.slice(-1)] : variables
}
