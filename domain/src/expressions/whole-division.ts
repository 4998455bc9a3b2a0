import { type Part, partsOf, textOfParts } from './parts.ts'

/** A division that drops what is left over, as it is written, and how to keep it. */
export type WholeDivision = { written: string; better: string }

/**
 * The first division of whole numbers that were written without a point, such as `5 / 9`: CEL divides them whole, so that
 * it is 0. Undefined if there is none, or if nothing is left over.
 */
export function wholeDivisionIn(source: string): WholeDivision | undefined {
  const part = partsOf(source)
  return part && found(part)
}

function found(part: Part): WholeDivision | undefined {
  if (part.kind === 'operation' && part.operator === '/' && isWhole(part.left) && isWhole(part.right)) {
    const [left, right] = [numberOf(part.left), numberOf(part.right)]
    if (left === undefined || right === undefined || left % right !== 0) {
      return { written: textOfParts(part), better: textOfParts({ ...part, left: withPoint(part.left) }) }
    }
  }
  for (const inner of innerOf(part)) {
    const one = found(inner)
    if (one) return one
  }
}

function innerOf(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'operation':
      return [part.left, part.right]
    case 'not':
    case 'minus':
      return [part.of]
    case 'call':
      return part.args
    case 'method':
      return [part.of, ...part.args]
    case 'list':
      return part.items
    case 'choose':
      return [part.condition, part.yes, part.no]
    default:
      return []
  }
}

const calculating: readonly string[] = ['+', '-', '*', '/', '%']

function isWhole(part: Part): boolean {
  if (part.kind === 'value') return part.isWhole === true
  if (part.kind === 'minus') return isWhole(part.of)
  return part.kind === 'operation' && calculating.includes(part.operator) && isWhole(part.left) && isWhole(part.right)
}

function numberOf(part: Part): number | undefined {
  return part.kind === 'value' && typeof part.value === 'number' ? part.value : undefined
}

/** The first number of a whole part, with a point. */
function withPoint(part: Part): Part {
  if (part.kind === 'value') return { kind: 'value', value: part.value }
  if (part.kind === 'minus') return { ...part, of: withPoint(part.of) }
  return part.kind === 'operation' ? { ...part, left: withPoint(part.left) } : part
}
