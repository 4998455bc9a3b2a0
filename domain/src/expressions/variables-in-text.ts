import type { ASTNode } from '@marcbachmann/cel-js'
import { plainEnvironment } from './functions.ts'
import { maxSourceLength, variableNodes } from './limits.ts'

function nodesIn(source: string) {
  if (source.length > maxSourceLength) return undefined
  try {
    return variableNodes(plainEnvironment().parse(source).ast as ASTNode)
  } catch {
    return undefined
  }
}

/** The variables that an expression reads, each once; undefined for a text that is none. Types are not checked. */
export function variablesRead(source: string): string[] | undefined {
  const nodes = nodesIn(source)
  return nodes && [...new Set(nodes.map(({ args }) => args))]
}

/** The expression with other names of variables. A text that is no expression stays as it is. */
export function withVariables(source: string, names: ReadonlyMap<string, string>): string {
  const nodes = nodesIn(source) ?? []
  return nodes
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { args, start, end }) => text.slice(0, start) + (names.get(args) ?? args) + text.slice(end), source)
}
