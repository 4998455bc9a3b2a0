import { Environment, EvaluationError } from '@marcbachmann/cel-js'
import { matchesPattern } from '../patterns/pattern.ts'
import { parserLimits } from './limits.ts'
import { rounded } from './rounded.ts'

const timestamp = 'google.protobuf.Timestamp'
const secondsPerDay = 86_400
const millisecondsPerDay = secondsPerDay * 1000
/** Characters that the calls of `matches` in one evaluation may read together. */
const maxMatched = 40_000

/** What the functions read besides their arguments. Set for the time of one evaluation, which is synchronous. */
type Evaluation = { today: Date | undefined; now: Date | undefined; matched: number }
let current: Evaluation = { today: undefined, now: undefined, matched: 0 }

/** Runs an evaluation. `today`: 12:00 UTC of the day. */
export function during<T>({ today, now }: { today?: Date | undefined; now?: Date | undefined }, run: () => T): T {
  current = { today, now, matched: 0 }
  return run()
}

/** How the library calls a macro. Its own types leave this out. */
type Checked = { readonly kind: string; readonly name: string; readonly valueType?: Checked }
type Node = { readonly op: string; readonly args: unknown }
type Checker = {
  check: (node: Node, context: unknown) => Checked
  getType: (name: string) => Checked
  createError: (code: string, message: string, node: Node) => Error
}
type Evaluator = { run: (node: Node, context: unknown) => unknown }
type Macro = { args: readonly Node[] }

/** CEL's own functions and ours. `int` and `double` may be mixed, because people write 2 for 2.0. */
export function environment(): Environment {
  const made = new Environment({ limits: parserLimits })
  const mixed: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  }
  for (const [operator, calculate] of Object.entries(mixed)) {
    const handler = (a: number | bigint, b: number | bigint) => calculate(Number(a), Number(b))
    made.registerOperator(`double ${operator} int: double`, handler)
    made.registerOperator(`int ${operator} double: double`, handler)
  }
  made.registerOperator('double == int', (a: number, b: bigint) => a === Number(b))
  made.registerOperator('double % double: double', (a: number, b: number) => a % b)
  made.registerFunction('matches(string, string): bool', matches)
  made.registerFunction('round(double): double', (x: number) => rounded(x, 0))
  made.registerFunction('round(double, int): double', (x: number, decimals: bigint) => rounded(x, Number(decimals)))
  made.registerFunction(`days(${timestamp}, ${timestamp}): double`, daysBetween)
  made.registerFunction(`years(${timestamp}, ${timestamp}): double`, yearsBetween)
  made.registerFunction(`today(): ${timestamp}`, today)
  made.registerFunction(`now(): ${timestamp}`, now)
  made.registerFunction('filled(ast): bool', filled)
  made.registerFunction(
    'sum(ast): double',
    overNumbers((all) => all.reduce((sum, one) => sum + one, 0)),
  )
  made.registerFunction(
    'mean(ast): double',
    overNumbers((all) => all.reduce((sum, one) => sum + one, 0) / all.length),
  )
  made.registerFunction(
    'count(ast): double',
    overList(
      () => true,
      (all) => all.length,
    ),
  )
  return made
}

let plain: Environment | undefined

/** The environment without variables, for parsing alone. Made when it is first needed: that takes some milliseconds. */
export function plainEnvironment(): Environment {
  plain ??= environment()
  return plain
}

function failed(message: string): Error {
  return new EvaluationError(message)
}

function matches(text: string, pattern: string): boolean {
  current.matched += text.length
  if (current.matched > maxMatched) throw failed('matches has read too much text')
  return matchesPattern(pattern, text)
}

/** Whole days from one time to another, negative if it is earlier. */
function daysBetween(from: Date, to: Date): number {
  return Math.trunc((to.getTime() - from.getTime()) / millisecondsPerDay)
}

/** Whole years from one time to another, as ages are counted; negative if it is earlier. */
function yearsBetween(from: Date, to: Date): number {
  if (to.getTime() < from.getTime()) return 0 - yearsBetween(to, from)
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  return years - (sinceNewYear(to) < sinceNewYear(from) ? 1 : 0)
}

/** Orders the times of a year whatever its length. */
function sinceNewYear(time: Date): number {
  return (
    time.getUTCMonth() * 32 +
    time.getUTCDate() +
    (time.getTime() - Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate())) / millisecondsPerDay
  )
}

function today(): Date {
  if (!current.today) throw failed('today is not known')
  return current.today
}

function now(): Date {
  if (!current.now) throw failed('the time is not known')
  return current.now
}

function filled({ args }: Macro) {
  const [arg] = args
  return {
    args,
    typeCheck(checker: Checker, _: unknown, context: unknown) {
      if (arg) checker.check(arg, context)
      return checker.getType('bool')
    },
    evaluate: (evaluator: Evaluator, _: unknown, context: unknown) =>
      arg !== undefined && isFilled(valueOr(() => evaluator.run(arg, context))),
  }
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** The value, or undefined where reading it fails: a blank. */
function valueOr(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

const isNumeric = ({ name }: Checked) => name === 'double' || name === 'int'

function overNumbers(calculate: (all: readonly number[]) => number) {
  return overList(isNumeric, (all) => calculate(all.map(Number)))
}

/** A function of a list that leaves out blanks, and is a blank if there is nothing else. */
function overList(isTaken: (type: Checked) => boolean, calculate: (all: readonly unknown[]) => number) {
  return ({ args, ast }: Macro & { ast: Node }) => {
    const [list = ast] = args
    const items = list.op === 'list' && Array.isArray(list.args) ? (list.args as Node[]) : undefined
    return {
      args,
      typeCheck(checker: Checker, _: unknown, context: unknown) {
        for (const item of items ?? []) {
          const type = checker.check(item, context)
          if (!isTaken(type)) throw checker.createError('no_such_overload', `a list of ${type.name} is not taken`, item)
        }
        const type = items ? undefined : checker.check(list, context)
        if (type && (type.kind !== 'list' || !type.valueType || !isTaken(type.valueType))) {
          throw checker.createError('no_such_overload', `${type.name} is not taken`, list)
        }
        return checker.getType('double')
      },
      evaluate(evaluator: Evaluator, _: unknown, context: unknown) {
        const all = items
          ? items.map((item) => valueOr(() => evaluator.run(item, context)))
          : (evaluator.run(list, context) as unknown[])
        const known = all.filter(isFilled)
        if (known.length === 0) throw failed('there are only blanks')
        return calculate(known)
      },
    }
  }
}
