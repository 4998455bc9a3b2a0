import {
  type ASTNode,
  type Environment,
  EvaluationError,
  ParseError,
  TypeError as WrongType,
} from '@marcbachmann/cel-js'
import { patternSize as sizeOfPattern } from '../patterns/pattern.ts'
import { during, environment, plainEnvironment } from './functions.ts'
import {
  maxSourceLength,
  nodesOf,
  patternsIn,
  type Refusal,
  variablesIn,
  variablesNeeded,
  whyNotBounded,
} from './limits.ts'

/** The types of variables and results. */
export type ExpressionType = 'double' | 'string' | 'list<string>' | 'bool' | 'timestamp' | 'duration'

/**
 * A value: timestamps are epoch seconds, durations are seconds. A blank has no value.
 */
export type ExpressionValue = number | string | readonly string[] | boolean

const libraryTypes: Readonly<Record<ExpressionType, string>> = {
  double: 'double',
  string: 'string',
  'list<string>': 'list<string>',
  bool: 'bool',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
}

export type Expression = {
  /** The names of the variables that it reads. */
  readonly reads: readonly string[]
  /** It reads the time, so that it may have another value each time. */
  readonly readsNow: boolean
  /** How many instructions its patterns have, which `matches` takes for each character of a text. */
  readonly patternSize: number
  /**
   * Its value, or undefined for a blank: it needs a variable that has no value, or fails. `today`: the day in the
   * study's zone, as epoch seconds of 12:00 UTC; without it, whatever needs it, or the time, is a blank.
   */
  readonly evaluate: (values: ReadonlyMap<string, ExpressionValue>, today?: number) => ExpressionValue | undefined
}

type Demand = {
  /** The types that the result may have. */
  types: readonly ExpressionType[]
  canReadToday: boolean
}

/** Checks expressions over these variables. Making one takes about a millisecond per 500 variables. */
export class Expressions {
  readonly #environment: Environment
  readonly #variables: ReadonlyMap<string, ExpressionType>
  readonly #compiled = new Map<string, Expression | Refusal>()

  constructor(variables: ReadonlyMap<string, ExpressionType>) {
    this.#variables = variables
    this.#environment = environment()
    for (const [name, type] of variables) this.#environment.registerVariable(name, libraryTypes[type])
  }

  /** The expression, or why it is refused. Both are kept. Never throws. */
  compile(source: string, demand: Demand): Expression | Refusal {
    const key = `${demand.canReadToday} ${demand.types.join()} ${source}`
    const known = this.#compiled.get(key)
    if (known) return known
    const made = this.#compile(source, demand)
    this.#compiled.set(key, made)
    return made
  }

  #compile(source: string, { types, canReadToday }: Demand): Expression | Refusal {
    if (source.length > maxSourceLength) return { why: `it has more than ${maxSourceLength} characters`, at: 0 }
    try {
      const text = withMatchesAsFunction(source, this.#environment.parse(source).ast)
      const parsed = this.#environment.parse(text)
      const why = whyNotBounded(parsed.ast, { isInMacro: false, canReadToday })
      if (why) return why
      const strict = this.#checked(text, types)
      if (!('why' in strict)) return strict
      // In CEL, 2 is no double: [weight, 2] mixes two types.
      const loose = this.#checked(withDoubles(text, parsed.ast), types)
      return 'why' in loose ? strict : loose
    } catch (error) {
      return refusalOf(error)
    }
  }

  #checked(text: string, types: readonly ExpressionType[]): Expression | Refusal {
    const parsed = this.#environment.parse(text)
    const { valid, type, error } = parsed.check()
    if (!valid) return refusalOf(error)
    const result = types.find((own) => libraryTypes[own] === type || (own === 'double' && type === 'int'))
    if (!result) return { why: `its value is ${shownType(type)}, not ${types.join(' or ')}`, at: 0 }
    const reads = [...new Set(variablesIn(parsed.ast))]
    const read = reads.flatMap((name) => {
      const own = this.#variables.get(name)
      return own ? [[name, own] as const] : []
    })
    const needed = variablesNeeded(parsed.ast)
    const evaluate: Expression['evaluate'] = (values, today) => {
      // The library throws for each blank, which costs most: a form that is begun has hundreds.
      if (needed.some((name) => values.get(name) === undefined)) return undefined
      try {
        const context = contextOf(read, values)
        const when = today === undefined ? {} : { today: new Date(today * 1000), now: new Date() }
        return resultOf(during(when, () => parsed(context)))
      } catch {
        return undefined
      }
    }
    const calls = nodesOf(parsed.ast).flatMap((node) => (node.op === 'call' ? [node.args[0]] : []))
    const patternSize = patternsIn(parsed.ast).reduce((sum, pattern) => sum + sizeOfPattern(pattern), 0)
    if (calls.includes('now')) return { reads, readsNow: true, patternSize, evaluate }
    return { reads, readsNow: false, patternSize, evaluate: onceForTheSame(evaluate, reads, calls.includes('today')) }
  }
}

/**
 * Evaluates again only if a variable that is read, or the day where it is read, is another than the last time: while
 * somebody types into a form, nearly all of its expressions read the same.
 */
function onceForTheSame(
  evaluate: Expression['evaluate'],
  reads: readonly string[],
  readsToday: boolean,
): Expression['evaluate'] {
  let last: { read: readonly unknown[]; today: number | undefined; result: ExpressionValue | undefined } | undefined
  return (values, today) => {
    const known = last
    const isKnown =
      known !== undefined &&
      (!readsToday || known.today === today) &&
      reads.every((name, place) => isSame(values.get(name), known.read[place]))
    if (isKnown) return known.result
    const result = evaluate(values, today)
    last = { read: reads.map((name) => values.get(name)), today, result }
    return result
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((item, place) => item === other[place])
}

/** A blank is left out of the context, so that what reads it fails. */
function contextOf(read: readonly (readonly [string, ExpressionType])[], values: ReadonlyMap<string, ExpressionValue>) {
  const context: Record<string, unknown> = Object.create(null)
  for (const [name, type] of read) {
    const value = values.get(name)
    if (value !== undefined) context[name] = given(type, value)
  }
  return context
}

function given(type: ExpressionType, value: ExpressionValue): unknown {
  if (type === 'timestamp') return new Date(Number(value) * 1000)
  if (type === 'duration') return durationClass().fromMilliseconds(Number(value) * 1000)
  return value
}

type DurationValue = { valueOf: () => number }
type DurationClass = { fromMilliseconds: (milliseconds: number) => DurationValue } & (new () => DurationValue)

let durations: DurationClass | undefined

/** The library does not export its class of durations. */
function durationClass(): DurationClass {
  durations ??= plainEnvironment().evaluate('duration("0s")').constructor as DurationClass
  return durations
}

function resultOf(result: unknown): ExpressionValue | undefined {
  if (typeof result === 'bigint') return Number(result)
  if (typeof result === 'number') return Number.isFinite(result) ? result : undefined
  if (typeof result === 'string' || typeof result === 'boolean') return result
  if (Array.isArray(result)) return result
  if (result instanceof Date) return Number.isNaN(result.getTime()) ? undefined : result.getTime() / 1000
  if (result instanceof durationClass()) return result.valueOf() / 1000
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ParseError || error instanceof WrongType || error instanceof EvaluationError) {
    return { why: plainWords(error.summary), at: error.range?.start ?? 0 }
  }
  return { why: 'it cannot be read', at: 0 }
}

function plainWords(text: string): string {
  return text.replaceAll('google.protobuf.', '').replaceAll(/[{}<>]/g, (bracket) => (bracket === '<' ? '(' : ')'))
}

function shownType(type: string | undefined): string {
  return plainWords(type ?? 'unknown').toLowerCase()
}

/** The text with `a.matches(b)` as `matches(a, b)`, which is ours: the library's own uses the engine's expressions. */
function withMatchesAsFunction(source: string, ast: ASTNode): string {
  return edited(
    source,
    nodesOf(ast).flatMap((node) => {
      if (node.op !== 'rcall' || node.args[0] !== 'matches') return []
      const [, receiver, [pattern]] = node.args
      if (!pattern) return []
      const between = source.slice(receiver.end, pattern.start)
      const call = /\.\s*matches\s*\(\s*$/.exec(between)
      if (!call) return []
      const from = receiver.end + call.index
      const start = beforeBrackets(source, receiver.start, between.slice(0, call.index))
      return [
        { from: start, to: start, text: 'matches(' },
        { from, to: pattern.start, text: ', ' },
      ]
    }),
  )
}

/** Where a part of the text begins with the brackets around it, which its node leaves out. `closing`: those behind it. */
function beforeBrackets(source: string, start: number, closing: string): number {
  let at = start
  for (const _ of closing.matchAll(/\)/g)) at = source.lastIndexOf('(', at - 1)
  return Math.max(at, 0)
}

/** The text with each whole number as a double. */
function withDoubles(source: string, ast: ASTNode): string {
  const whole = nodesOf(ast).filter((node) => node.op === 'value' && typeof node.args === 'bigint')
  const isDecimals = new Set(
    nodesOf(ast).flatMap((node) => (node.op === 'call' && node.args[0] === 'round' ? node.args[1].slice(1) : [])),
  )
  return edited(
    source,
    whole
      .filter((node) => !isDecimals.has(node))
      .map(({ start, end, args }) => ({ from: start, to: end, text: `${String(args)}.0` })),
  )
}

type Edit = { from: number; to: number; text: string }

function edited(source: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), source)
}
