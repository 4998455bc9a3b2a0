import type { Part } from '../../expressions/parts.ts'
import type { FormTypeField } from '../../form-types/fields.ts'

type Limits = Pick<FormTypeField, 'minimum' | 'maximum' | 'length' | 'pattern'>

/** The limits of a field within its constraint, and what else the constraint says. `own`: the field's name. */
export function limitsOf(
  part: Part,
  own: string,
  type: FormTypeField['type'],
): { limits: Limits; rest: Part | undefined } {
  if (part.kind === 'operation' && part.operator === '&&') {
    const left = limitsOf(part.left, own, type)
    const right = limitsOf(part.right, own, type)
    const isTwice = Object.keys(left.limits).some((name) => Object.hasOwn(right.limits, name))
    if (isTwice) return { limits: {}, rest: part }
    return { limits: { ...left.limits, ...right.limits }, rest: both(left.rest, right.rest) }
  }
  const limits = type === 'Number' ? boundOf(part, own) : type === 'String' ? textLimit(part, own) : undefined
  return limits ? { limits, rest: undefined } : { limits: {}, rest: part }
}

function both(left: Part | undefined, right: Part | undefined): Part | undefined {
  return left && right ? { kind: 'operation', operator: '&&', left, right } : (left ?? right)
}

function boundOf(part: Part, own: string): Limits | undefined {
  if (part.kind !== 'operation') return undefined
  const { operator, left, right } = part
  if (isOwn(left, own)) {
    const bound = numberOf(right)
    if (bound === undefined) return undefined
    return operator === '>=' ? { minimum: bound } : operator === '<=' ? { maximum: bound } : undefined
  }
  const bound = isOwn(right, own) ? numberOf(left) : undefined
  if (bound === undefined) return undefined
  return operator === '<=' ? { minimum: bound } : operator === '>=' ? { maximum: bound } : undefined
}

function textLimit(part: Part, own: string): Limits | undefined {
  if (part.kind === 'call' && part.name === 'regex') {
    const [field, pattern] = part.args
    const isLimit = field && isOwn(field, own) && pattern?.kind === 'value' && typeof pattern.value === 'string'
    return isLimit ? { pattern: String(pattern.value) } : undefined
  }
  if (part.kind !== 'operation' || part.operator !== '<=') return undefined
  const { left, right } = part
  const [field] = left.kind === 'call' && left.name === 'string-length' ? left.args : []
  const most = numberOf(right)
  return field && isOwn(field, own) && most !== undefined ? { length: most } : undefined
}

function isOwn(part: Part, own: string): boolean {
  return part.kind === 'variable' && part.name === own
}

function numberOf(part: Part): number | undefined {
  if (part.kind === 'minus') {
    const number = numberOf(part.of)
    return number === undefined ? undefined : -number
  }
  return part.kind === 'value' && typeof part.value === 'number' ? part.value : undefined
}
