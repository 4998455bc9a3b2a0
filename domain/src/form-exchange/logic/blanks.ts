import type { Operator, Part } from '../../expressions/parts.ts'
import { matchesPattern } from '../../patterns/pattern.ts'
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
  return asked(withoutTruths(part))
}

/** `smokes` in place of `smokes == true`, and `!smokes` of `smokes == false`. */
function withoutTruths(part: Part): Part {
  if (part.kind === 'not') return { kind: 'not', of: withoutTruths(part.of) }
  if (part.kind !== 'operation') return part
  const { operator, left, right } = part
  if (operator === '&&' || operator === '||') return { ...part, left: withoutTruths(left), right: withoutTruths(right) }
  if ((operator !== '==' && operator !== '!=') || right.kind !== 'value' || typeof right.value !== 'boolean')
    return part
  const is = withoutTruths(left)
  return right.value === (operator === '==') ? is : { kind: 'not', of: is }
}

/** What is true in the other languages where the condition is true here. */
function asked(part: Part): Part {
  if (part.kind === 'not') return opposite(part.of)
  if (fitsNothing(part)) return guarded(part, variablesOf(part))
  if (part.kind !== 'operation') return part
  const { operator, left, right } = part
  if (operator === '&&' || operator === '||') return { ...part, left: asked(left), right: asked(right) }
  return isTrueOfBlank(part) ? guarded(part, variablesOf(part)) : part
}

/** A condition that is true where this one is false, but not where it is blank. */
function opposite(part: Part): Part {
  if (isNeverBlank(part, [])) return { kind: 'not', of: part }
  if (part.kind === 'not') return asked(part.of)
  if (part.kind === 'operation') {
    const { operator, left, right } = part
    if (operator === '&&') return { kind: 'operation', operator: '||', left: opposite(left), right: opposite(right) }
    if (operator === '||') return { kind: 'operation', operator: '&&', left: opposite(left), right: opposite(right) }
    const other = opposites[operator]
    if (other) return asked({ ...part, operator: other })
  }
  const not: Part = { kind: 'not', of: part }
  return part.kind === 'variable' ? not : guarded(not, variablesOf(part))
}

/** Whether the other languages say yes to this comparison with a blank. */
function isTrueOfBlank({ operator, left, right }: Operation): boolean {
  if (isCounted(left) || isCounted(right)) return true
  return operator === '!=' || (operator === '==' && isBlank(right))
}

/** Whether a pattern is asked for that fits a text without letters, as which a blank is read there. */
function fitsNothing(part: Part): boolean {
  const isCall = (part.kind === 'call' || part.kind === 'method') && part.name === 'matches'
  const pattern = isCall ? part.args.at(-1) : undefined
  return pattern?.kind === 'value' && matchesPattern(String(pattern.value), '')
}

/** Whether it is 0 of a blank there, and a blank here. */
function isCounted(part: Part): boolean {
  switch (part.kind) {
    case 'method':
      return part.name === 'size' || isCounted(part.of)
    case 'call':
      return part.name === 'size' || part.name === 'count' || part.args.some(isCounted)
    case 'operation':
      return isCounted(part.left) || isCounted(part.right)
    case 'minus':
      return isCounted(part.of)
    default:
      return false
  }
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
export function filledIn(part: Part): string | undefined {
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
  // A yes or no stands for itself: its opposite is said otherwise with a guard and without.
  if (part.kind === 'not' || part.kind === 'variable') return false
  if (part.kind !== 'operation') {
    return filledIn(part) === undefined && !fitsNothing(part) && variablesOf(part).includes(name)
  }
  const { operator, left, right } = part
  if (operator === '&&') return isFalseOfBlank(left, name) || isFalseOfBlank(right, name)
  if (operator === '||') return isFalseOfBlank(left, name) && isFalseOfBlank(right, name)
  return !isTrueOfBlank(part) && variablesOf(part).includes(name)
}
