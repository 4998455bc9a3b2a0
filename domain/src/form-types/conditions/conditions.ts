import type { ExpressionType } from '../../expressions/expressions.ts'

/** How a row of a condition compares its field: `has` and `hasNot` for several codes. */
export type Comparison = 'is' | 'isNot' | 'less' | 'atMost' | 'more' | 'atLeast' | 'has' | 'hasNot' | 'filled' | 'blank'

/**
 * One row of a condition. `value`: a number with a decimal point or comma, a code or text, `true` or `false`, a day
 * `2026-10-20` or `today`, a moment `2026-10-20T12:30:00Z` or `now`, a time `09:30`, or the variable of another field of the same type. Empty for `filled` and
 * `blank`.
 */
export type ConditionRow = { variable: string; comparison: Comparison; value: string }

/** A condition that people make without writing it. All rows must hold, or one of them. */
export type Condition = { join: 'and' | 'or'; rows: readonly ConditionRow[] }

/** The type of a variable in expressions, or undefined if there is none. */
export type TypeOfVariable = (variable: string) => ExpressionType | undefined

const operators = { is: '==', isNot: '!=', less: '<', atMost: '<=', more: '>', atLeast: '>=' } as const
const ofOperators = new Map<string, Comparison>(
  Object.entries(operators).map(([comparison, operator]) => [operator, comparison as keyof typeof operators]),
)

const ordered = ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'filled', 'blank'] as const
const comparisons: Readonly<Record<ExpressionType, readonly Comparison[]>> = {
  bool: ['is', 'filled', 'blank'],
  double: ordered,
  duration: ordered,
  'list<string>': ['has', 'hasNot', 'filled', 'blank'],
  string: ['is', 'isNot', 'filled', 'blank'],
  timestamp: ordered,
}

/** The comparisons that a field of this type has. */
export function comparisonsOf(type: ExpressionType): readonly Comparison[] {
  return comparisons[type]
}

export function needsValue(comparison: Comparison): boolean {
  return comparison !== 'filled' && comparison !== 'blank'
}

/** Whether a row can be written as an expression: its field exists, and its value has the field's type. */
export function isComplete({ variable, comparison, value }: ConditionRow, typeOf: TypeOfVariable): boolean {
  const type = typeOf(variable)
  if (!type || !comparisonsOf(type).includes(comparison)) return false
  return !needsValue(comparison) || written(value, type, typeOf) !== undefined
}

/** The expression (CEL) of a condition, without rows that are not complete. '' if there is none. */
export function conditionText({ join, rows }: Condition, typeOf: TypeOfVariable): string {
  return rows
    .filter((row) => isComplete(row, typeOf))
    .map((row) => rowText(row, typeOf))
    .join(join === 'and' ? ' && ' : ' || ')
}

function rowText({ variable, comparison, value }: ConditionRow, typeOf: TypeOfVariable): string {
  const type = typeOf(variable)
  const right = type === undefined ? '' : (written(value, type, typeOf) ?? '')
  switch (comparison) {
    case 'filled':
      return `filled(${variable})`
    case 'blank':
      return `!filled(${variable})`
    case 'has':
      return `${right} in ${variable}`
    case 'hasNot':
      return `!(${right} in ${variable})`
    default:
      return `${variable} ${operators[comparison]} ${right}`
  }
}

const number = /^-?\d+(\.\d+)?$/
const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const noon = 'T12:00:00Z'
const clock = /^([01]\d|2[0-3]):([0-5]\d)$/

/** A value as an expression, or undefined if it is none of this type. */
function written(value: string, type: ExpressionType, typeOf: TypeOfVariable): string | undefined {
  switch (type) {
    case 'string':
    case 'list<string>':
      return value === '' ? undefined : JSON.stringify(value)
    case 'bool':
      return value === 'true' || value === 'false' ? value : undefined
    default: {
      const text = value.trim()
      return typeOf(text) === type ? text : writtenLiteral(text, type)
    }
  }
}

function writtenLiteral(value: string, type: 'double' | 'timestamp' | 'duration'): string | undefined {
  if (type === 'double') {
    const point = value.replace(',', '.')
    return number.test(point) ? point : undefined
  }
  if (type === 'timestamp') {
    if (value === 'today' || value === 'now') return `${value}()`
    if (isMoment(value)) return `timestamp("${value}")`
    return isDay(value) ? `timestamp("${value}T12:00:00Z")` : undefined
  }
  const [, hours, minutes] = clock.exec(value) ?? []
  return minutes === undefined ? undefined : `duration("${Number(hours) * 60 + Number(minutes)}m")`
}

function isDay(text: string): boolean {
  if (!day.test(text)) return false
  const time = Date.parse(`${text}T12:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A moment to the second. Noon is written as its day. */
function isMoment(text: string): boolean {
  if (!moment.test(text) || text.endsWith(noon)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}

/** The rows of an expression that `conditionText` could have written; undefined for any other. */
export function conditionOf(text: string, typeOf: TypeOfVariable): Condition | undefined {
  const ands = parts(text, '&&')
  const ors = parts(text, '||')
  if (ands.length > 1 && ors.length > 1) return undefined
  const join = ors.length > 1 ? 'or' : 'and'
  const rows = (join === 'or' ? ors : ands).map((part) => rowOf(part.trim(), typeOf))
  return rows.every((row) => row !== undefined) ? { join, rows } : undefined
}

/** The parts between an operator, outside of texts in quotes. */
function parts(text: string, operator: string): string[] {
  const found: string[] = []
  let part = ''
  for (const [piece = ''] of text.matchAll(/"(?:[^"\\]|\\.)*"|&&|\|\||[\s\S]/gu)) {
    if (piece === operator) {
      found.push(part)
      part = ''
    } else part += piece
  }
  return [...found, part]
}

const name = '[A-Za-z][A-Za-z0-9_]*'
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const filled = new RegExp(`^(!?)filled\\((${name})\\)$`)
const within = new RegExp(`^(${quoted}) in (${name})$`)
const notWithin = new RegExp(`^!\\((${quoted}) in (${name})\\)$`)
const compared = new RegExp(`^(${name}) (==|!=|<=|>=|<|>) (.+)$`, 'u')

function rowOf(text: string, typeOf: TypeOfVariable): ConditionRow | undefined {
  const row = anyRowOf(text)
  return row && isComplete(row, typeOf) && rowText(row, typeOf) === text ? row : undefined
}

function anyRowOf(text: string): ConditionRow | undefined {
  const [, not, tested] = filled.exec(text) ?? []
  if (tested !== undefined) return { variable: tested, comparison: not ? 'blank' : 'filled', value: '' }
  for (const [pattern, comparison] of [
    [within, 'has'],
    [notWithin, 'hasNot'],
  ] as const) {
    const [, code, list] = pattern.exec(text) ?? []
    if (code !== undefined && list !== undefined) return { variable: list, comparison, value: textOf(code) }
  }
  const [, variable = '', operator = '', right = ''] = compared.exec(text) ?? []
  const comparison = ofOperators.get(operator)
  return comparison && { variable, comparison, value: readLiteral(right) }
}

function readLiteral(text: string): string {
  if (text.startsWith('"')) return textOf(text)
  if (text === 'today()' || text === 'now()') return text.slice(0, -2)
  const [, instant] = /^timestamp\("(.*)"\)$/.exec(text) ?? []
  if (instant !== undefined) return instant.endsWith(noon) ? instant.slice(0, -noon.length) : instant
  const [, minutes] = /^duration\("(\d+)m"\)$/.exec(text) ?? []
  if (minutes === undefined) return text
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(Number(minutes) / 60))}:${two(Number(minutes) % 60)}`
}

/** The text of a literal as `JSON.stringify` writes it, or '' for one that is written in another way. */
function textOf(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}
