import type { ASTNode } from '@marcbachmann/cel-js'
import { whyNotPattern } from '../patterns/pattern.ts'

/** The longest expression, in UTF-16 code units. */
export const maxSourceLength = 4000

/** What the library limits while it parses. Its own limits allow expressions that overflow the stack. */
export const parserLimits = {
  maxAstNodes: 200,
  maxDepth: 20,
  maxListElements: 100,
  maxMapEntries: 0,
  maxCallArguments: 8,
}

/** The largest part of an expression that is evaluated once for each item of a list. */
const maxNodesPerItem = 25

/** Functions and methods that take bounded time and have the same result in every engine. */
const functions = new Set(
  'size double string bool timestamp duration round days years sum mean count today now'.split(' '),
)
for (const name of ['filled', 'matches']) functions.add(name)
const methods = new Set('size startsWith endsWith contains lowerAscii upperAscii trim'.split(' '))
for (const unit of ['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'Hours', 'Minutes', 'Seconds'])
  methods.add(`get${unit}`)
/** Methods that evaluate their last argument for each item. */
const macros = new Set('all exists exists_one map filter'.split(' '))

/** Why an expression is refused, in English, and where in its text, counted from 0. */
export type Refusal = { why: string; at: number }

type Context = { isInMacro: boolean; canReadToday: boolean }

/** Why this expression is refused although the library accepts it, or undefined. */
export function whyNotBounded(node: ASTNode, context: Context): Refusal | undefined {
  return whyNotThis(node, context) ?? firstOf(childrenOf(node), (child) => whyNotBounded(child, below(node, context)))
}

function below(node: ASTNode, context: Context): Context {
  return node.op === 'rcall' && macros.has(node.args[0]) ? { ...context, isInMacro: true } : context
}

function whyNotThis(node: ASTNode, { isInMacro, canReadToday }: Context): Refusal | undefined {
  const refused = (why: string): Refusal => ({ why, at: node.start })
  switch (node.op) {
    case 'call':
      return whyNotCall(node.args[0], node.args[1], refused, canReadToday)
    case 'rcall': {
      const [name, receiver, args] = node.args
      if (receiver.op === 'id' && receiver.args === 'cel') return refused('cel. is not offered')
      if (!macros.has(name)) return methods.has(name) ? undefined : refused(`there is no method ${name}`)
      if (isInMacro) return refused(`${name} within another list function is not offered`)
      const size = args.reduce((nodes, arg) => nodes + countNodes(arg), 0)
      return size > maxNodesPerItem ? refused(`the part within ${name} is too long`) : undefined
    }
    case '+':
      // Repeated for each item, joined texts and lists could grow without a bound.
      if (!isInMacro || node.args.some(isNumber)) return undefined
      return refused('within a list function, + takes a number')
    case 'map':
    case '.':
    case '.?':
    case '[?]':
      return refused('maps and their members are not offered')
    default:
      return undefined
  }
}

function whyNotCall(
  name: string,
  args: readonly ASTNode[],
  refused: (why: string) => Refusal,
  canReadToday: boolean,
): Refusal | undefined {
  if (!functions.has(name)) return refused(`there is no function ${name}`)
  if (!canReadToday && (name === 'today' || name === 'now')) return refused(`a calculation may not depend on ${name}()`)
  const [first, second] = args
  if (name === 'timestamp' && !isInstant(textOf(first))) {
    return refused('timestamp takes a text such as "2026-10-20T12:00:00Z"')
  }
  if (name === 'duration' && textOf(first) === undefined) return refused('duration takes a text such as "30m"')
  if (name !== 'matches') return undefined
  const pattern = textOf(second)
  if (pattern === undefined) return refused('the pattern of matches must be a text in quotes')
  const why = whyNotPattern(pattern)
  return why && refused(why.message)
}

/** Whether a text is an instant with a day that exists: engines read 30 February as 2 March. */
function isInstant(text: string | undefined): boolean {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}

function textOf(node: ASTNode | undefined): string | undefined {
  return node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined
}

function isNumber(node: ASTNode): boolean {
  return node.op === 'value' && (typeof node.args === 'bigint' || typeof node.args === 'number')
}

/** The patterns of `matches` in an expression that is not refused. */
export function patternsIn(node: ASTNode): string[] {
  return nodesOf(node).flatMap((one) =>
    one.op === 'call' && one.args[0] === 'matches' ? (textOf(one.args[1][1]) ?? []) : [],
  )
}

/** The names of the variables that an expression reads. */
export function variablesIn(node: ASTNode): string[] {
  return variableNodes(node).map(({ args }) => args)
}

/** Each place in which an expression reads a variable. Those of list functions are none. */
export function variableNodes(node: ASTNode, bound: ReadonlySet<string> = new Set()): (ASTNode & { op: 'id' })[] {
  if (node.op === 'id') return bound.has(node.args) ? [] : [node as ASTNode & { op: 'id' }]
  const [item] = node.op === 'rcall' && macros.has(node.args[0]) ? node.args[2] : []
  const inner = item?.op === 'id' ? new Set([...bound, item.args]) : bound
  return childrenOf(node).flatMap((child) => variableNodes(child, inner))
}

/** Operators that read both sides, whatever is on the other one. `&&` and `||` may need only one. */
const readingBoth = new Set(['<', '<=', '>', '>=', '==', '!=', '+', '-', '*', '/', '%', 'in'])

/** Variables without which an expression is certainly a blank. */
export function variablesNeeded(node: ASTNode): string[] {
  if (node.op === 'id') return [node.args]
  if (readingBoth.has(node.op)) return childrenOf(node).flatMap(variablesNeeded)
  if (node.op === '!_' || node.op === '-_') return variablesNeeded(node.args)
  return node.op === '?:' ? variablesNeeded(node.args[0]) : []
}

/** Each part of an expression, outermost first. */
export function nodesOf(node: ASTNode): ASTNode[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)]
}

function countNodes(node: ASTNode): number {
  return nodesOf(node).length
}

function childrenOf(node: ASTNode): ASTNode[] {
  return nodesIn(node.args)
}

function nodesIn(value: unknown): ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value] : []
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value && 'start' in value
}

function firstOf<T, R>(list: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const found = find(item)
    if (found !== undefined) return found
  }
}
