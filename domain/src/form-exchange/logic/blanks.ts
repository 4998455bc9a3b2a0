import type { Operator, Part } from '../../expressions/parts.ts'
import { guarded, isBlank, variablesOf } from './known.ts'

type Operation = Part & { kind: 'operation' }

const opposites: Readonly<Partial<Record<Operator, Operator>>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/**
 * A condition that is true for the same values, and otherwise false: here it may be blank, too. In the other languages a
 * blank is unlike every value, so `sex != "f"` would be true of it there.
 */
export function decided(part: Part): Part {
  if (part.kind === 'not') return opposite(part.of)
  if (part.kind !== 'operation') return part
  const { operator, left, right } = part
  if (operator === '&&' || operator === '||') return { ...part, left: decided(left), right: decided(right) }
  return isTrueOfBlank(part) ? guarded(part, variablesOf(part)) : part
}

/** A condition that is true where this one is false, but not where it is blank. */
function opposite(part: Part): Part {
  if (isNeverBlank(part, [])) return { kind: 'not', of: part }
  if (part.kind === 'not') return decided(part.of)
  if (part.kind === 'operation') {
    const { operator, left, right } = part
    if (operator === '&&') return { kind: 'operation', operator: '||', left: opposite(left), right: opposite(right) }
    if (operator === '||') return { kind: 'operation', operator: '&&', left: opposite(left), right: opposite(right) }
    const other = opposites[operator]
    if (other) return decided({ ...part, operator: other })
  }
  const not: Part = { kind: 'not', of: part }
  return part.kind === 'variable' ? not : guarded(not, variablesOf(part))
}

/** Whether the other languages say yes to this comparison with a blank. */
function isTrueOfBlank({ operator, right }: Operation): boolean {
  if (right.kind === 'value' && typeof right.value === 'boolean') return false
  return operator === '!=' || (operator === '==' && isBlank(right))
}

/** Whether a condition is true or false whatever is blank. `filled`: the variables that are not, because others are asked first. */
function isNeverBlank(part: Part, filled: readonly string[]): boolean {
  const guard = filledIn(part)
  if (guard !== undefined) return true
  if (part.kind === 'not') return isNeverBlank(part.of, filled)
  if (part.kind === 'operation' && (part.operator === '&&' || part.operator === '||')) {
    const before = part.operator === '&&' ? filledIn(part.left) : undefined
    const known = before === undefined ? filled : [...filled, before]
    return isNeverBlank(part.left, filled) && isNeverBlank(part.right, known)
  }
  return variablesOf(part).every((name) => filled.includes(name))
}

/** The variable of `filled(variable)`. */
function filledIn(part: Part): string | undefined {
  const [of] = part.kind === 'call' && part.name === 'filled' ? part.args : []
  return of?.kind === 'variable' ? of.name : undefined
}

/**
 * Without the guards that `toCel` adds under `not`: in the other languages, a blank is unlike every value. Only where
 * the rest is false of the blank that is guarded against.
 */
export function unguarded(part: Part): Part {
  if (part.kind !== 'operation') return part
  const { operator, left, right } = part
  if (operator === '||') return { ...part, left: unguarded(left), right: unguarded(right) }
  if (operator !== '&&') return part
  const guard = filledIn(left)
  const rest = unguarded(right)
  if (guard !== undefined && isFalseOfBlank(rest, guard)) return rest
  return { ...part, left: unguarded(left), right: rest }
}

/** Whether the other languages say no where this variable is blank. */
function isFalseOfBlank(part: Part, name: string): boolean {
  if (part.kind === 'not') return false
  if (part.kind !== 'operation') return filledIn(part) === undefined ? variablesOf(part).includes(name) : false
  const { operator, left, right } = part
  if (operator === '&&') return isFalseOfBlank(left, name) || isFalseOfBlank(right, name)
  if (operator === '||') return isFalseOfBlank(left, name) && isFalseOfBlank(right, name)
  return !isTrueOfBlank(part) && variablesOf(part).includes(name)
}
