import type { ASTNode } from '@marcbachmann/cel-js'
import { plainEnvironment } from './functions.ts'
import { maxSourceLength } from './limits.ts'

const operators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||'] as const
export type Operator = (typeof operators)[number]

/**
 * A parsed expression, for those who say it in words or in another language. `isWhole`: a number that was written without
 * a point, which CEL divides without a remainder.
 */
export type Part =
  | { kind: 'value'; value: string | number | boolean | null; isWhole?: boolean }
  | { kind: 'variable'; name: string }
  | { kind: 'operation'; operator: Operator; left: Part; right: Part }
  | { kind: 'not' | 'minus'; of: Part }
  | { kind: 'call'; name: string; args: readonly Part[] }
  | { kind: 'method'; name: string; of: Part; args: readonly Part[] }
  | { kind: 'list'; items: readonly Part[] }
  | { kind: 'choose'; condition: Part; yes: Part; no: Part }
  | { kind: 'other'; source: string }

/** The parts of an expression, or undefined if it is none. Types are not checked, and variables need not be known. */
export function partsOf(source: string): Part | undefined {
  if (source.length > maxSourceLength) return undefined
  try {
    return partOf(plainEnvironment().parse(source).ast)
  } catch {
    return undefined
  }
}

function partOf(node: ASTNode): Part {
  switch (node.op) {
    case 'value':
      return literalOf(node.args) ?? otherOf(node)
    case 'id':
      return { kind: 'variable', name: node.args }
    case '!_':
      return { kind: 'not', of: partOf(node.args) }
    case '-_':
      return { kind: 'minus', of: partOf(node.args) }
    case 'call':
      return { kind: 'call', name: node.args[0], args: node.args[1].map(partOf) }
    case 'rcall':
      return { kind: 'method', name: node.args[0], of: partOf(node.args[1]), args: node.args[2].map(partOf) }
    case 'list':
      return { kind: 'list', items: node.args.map(partOf) }
    case '?:': {
      const [condition, yes, no] = node.args
      return { kind: 'choose', condition: partOf(condition), yes: partOf(yes), no: partOf(no) }
    }
    default: {
      const operator = operators.find((own) => own === node.op)
      if (!operator) return otherOf(node)
      const [left, right] = node.args as readonly [ASTNode, ASTNode]
      return { kind: 'operation', operator, left: partOf(left), right: partOf(right) }
    }
  }
}

function literalOf(value: unknown): Part | undefined {
  if (typeof value === 'bigint') return { kind: 'value', value: Number(value), isWhole: true }
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? { kind: 'value', value: value as string | number | boolean | null } : undefined
}

function otherOf({ input, start, end }: ASTNode): Part {
  return { kind: 'other', source: input.slice(start, end) }
}

/** Binds looser first. */
const ranks: Readonly<Record<Operator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
}
const unaryRank = 6

/** How tightly a part binds, to know where brackets are needed. */
export function rankOf(part: Part): number {
  if (part.kind === 'operation') return ranks[part.operator]
  if (part.kind === 'choose') return 0
  return part.kind === 'not' || part.kind === 'minus' ? unaryRank : unaryRank + 1
}

/** The expression as text, of which `partsOf` makes the same parts. */
export function textOfParts(part: Part): string {
  const within = (inner: Part, rank: number) => {
    const text = textOfParts(inner)
    return rankOf(inner) < rank ? `(${text})` : text
  }
  switch (part.kind) {
    case 'value':
      return valueText(part)
    case 'variable':
      return part.name
    case 'operation': {
      const rank = ranks[part.operator]
      // Comparisons do not chain, and a - (b - c) needs its brackets.
      return `${within(part.left, rank === 3 ? 4 : rank)} ${part.operator} ${within(part.right, rank + 1)}`
    }
    case 'not':
      return `!${within(part.of, unaryRank + 1)}`
    case 'minus':
      return `-${within(part.of, unaryRank + 1)}`
    case 'call':
      return `${part.name}(${part.args.map(textOfParts).join(', ')})`
    case 'method':
      return `${within(part.of, unaryRank + 1)}.${part.name}(${part.args.map(textOfParts).join(', ')})`
    case 'list':
      return `[${part.items.map(textOfParts).join(', ')}]`
    case 'choose':
      return `${within(part.condition, 1)} ? ${within(part.yes, 1)} : ${textOfParts(part.no)}`
    case 'other':
      return part.source
  }
}

function valueText({ value, isWhole }: Part & { kind: 'value' }): string {
  if (typeof value !== 'number') return JSON.stringify(value)
  const text = String(value)
  const written = isWhole || !Number.isInteger(value) || text.includes('e') ? text : `${text}.0`
  return value < 0 ? `(${written})` : written
}
