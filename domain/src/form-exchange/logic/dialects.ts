import type { Part } from '../../expressions/parts.ts'
import type { Dialect } from './parse-logic.ts'

const comparisons = { '<': '<', '<=': '<=', '>': '>', '>=': '>=', '!=': '!=', '=': '==', '==': '==' } as const
const arithmetic = { '+': '+', '-': '-', '*': '*' } as const
const words = { and: '&&', or: '||' } as const

/** The XPath of XLSForm: `${name}`, and `.` for the field `own` itself. */
export function xpath(own: string): Dialect {
  return {
    reference(text, at) {
      const rest = text.slice(at)
      const named = /^\$\{\s*([^{}]+?)\s*\}/.exec(rest)
      if (named?.[1]) return variable(named[1], at + named[0].length)
      return /^\.(?![\d.])/.test(rest) ? variable(own, at + 1) : undefined
    },
    operators: { ...comparisons, ...arithmetic, ...words, div: '/', mod: '%' },
  }
}

/** The logic of REDCap: `[name]`, and `[name(code)]`, which is 1 where the option of a checkbox is chosen. */
export const redcap: Dialect = {
  reference(text, at) {
    const found = /^\[\s*([a-z0-9_]+)\s*(?:\(\s*([^()[\]]+?)\s*\))?\s*\](?!\s*\[)/i.exec(text.slice(at))
    if (!found?.[1]) return undefined
    const end = at + found[0].length
    const name: Part = { kind: 'variable', name: found[1].toLowerCase() }
    if (found[2] === undefined) return { part: name, end }
    return { part: { kind: 'call', name: 'checked', args: [name, { kind: 'value', value: found[2] }] }, end }
  },
  operators: {
    ...comparisons,
    ...arithmetic,
    ...words,
    '<>': '!=',
    '/': '/',
    '%': '%',
    '^': '^',
    '&&': '&&',
    '||': '||',
    '!': '!',
  },
}

/** The expressions of OpenEDC: names of items as they are, with their group's or without. `names`: those that exist. */
export function openEdc(names: readonly string[]): Dialect {
  const longest = names.toSorted((a, b) => b.length - a.length)
  return {
    reference(text, at) {
      const name = longest.find((own) => text.startsWith(own, at) && !/^[\w.]/.test(text.slice(at + own.length)))
      return name === undefined ? undefined : variable(name, at + name.length)
    },
    operators: {
      ...comparisons,
      ...arithmetic,
      ...words,
      '/': '/',
      '%': '%',
      '^': '^',
      '&&': '&&',
      '||': '||',
      '!': '!',
    },
  }
}

function variable(name: string, end: number): { part: Part; end: number } {
  return { part: { kind: 'variable', name }, end }
}
