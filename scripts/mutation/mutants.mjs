import { parseAst } from 'vitest/node'

/**
 * One change to a source file: the text between two offsets is replaced. `site` is the statement or the expression around it
 * that can stand beside its changed form, and `statement` the one that it begins, if it begins one.
 * @typedef {{ start: number, end: number, line: number, column: number, was: string, now: string, site: Site, statement?: Site }} Mutant
 * @typedef {{ start: number, end: number, isStatement: boolean }} Site
 */

const flipped = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '++': ['--'],
  '--': ['++'],
}

/** Calls whose receiver stands for the result, and calls that have an opposite. */
const removedCalls = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase'])
const oppositeCalls = { some: 'every', every: 'some', min: 'max', max: 'min', startsWith: 'endsWith' }

/** Nodes in TypeScript's syntax that contain code. All others are types, which do nothing when the program runs. */
const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/**
 * All mutants of a source file, in the order of the text: conditions negated, boundaries moved, operators exchanged,
 * statements and calls removed, literals changed, and results replaced by undefined. Types, imports, names of
 * properties and the texts of JSX are left alone. A change that makes no program is none.
 * @param {string} source TypeScript, with JSX or without
 * @param {string} path decides whether it may contain JSX
 * @returns {Mutant[]}
 */
export function findMutants(source, path) {
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const program = parseAst(source, { lang })
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const found = new Map()

  /** The node that is visited, or the optional chain that it is a link of. */
  let around
  /** The statement that is visited, if it is an expression. */
  let statement

  function replace(start, end, now, node = around) {
    const was = source.slice(start, end)
    const line = lineStarts.findLastIndex((at) => at <= start)
    const isStatement = /^(Expression|Throw)Statement$/.test(node.type)
    const site = { start: node.start, end: node.end, isStatement }
    const begun = !isStatement && statement?.start === site.start && { statement }
    const mutant = { start, end, line: line + 1, column: start - lineStarts[line] + 1, was, now, site, ...begun }
    if (was !== now && isProgram(applyMutant(source, mutant), lang)) found.set(`${start} ${end} ${now}`, mutant)
  }

  function replaceOperator({ operator }, start, end) {
    const at = source.indexOf(operator, start)
    if (at < 0 || at >= end) return
    for (const now of flipped[operator] ?? []) replace(at, at + operator.length, now)
  }

  function negate(test) {
    // Their operators are exchanged or removed, which negates them.
    const isPlain = test.type === 'UnaryExpression' || (test.type === 'BinaryExpression' && flipped[test.operator])
    if (!isPlain) replace(test.start, test.end, `!(${source.slice(test.start, test.end)})`, test)
  }

  function loseResult(value) {
    const isNothing = value.type === 'Identifier' && value.name === 'undefined'
    if (!isNothing && !value.type.startsWith('JSX')) replace(value.start, value.end, 'undefined', value)
  }

  const mutate = {
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    // A loop that never ends is no better test than one that never begins.
    WhileStatement: ({ test }) => replace(test.start, test.end, 'false', test),
    ForStatement: ({ test }) => test && replace(test.start, test.end, 'false', test),
    BinaryExpression: (node) => replaceOperator(node, node.left.end, node.right.start),
    LogicalExpression: (node) => replaceOperator(node, node.left.end, node.right.start),
    AssignmentExpression: (node) => replaceOperator(node, node.left.end, node.right.start),
    UpdateExpression: (node) => replaceOperator(node, node.start, node.end),
    UnaryExpression({ operator, start, argument }) {
      if (operator === '!' || operator === '-') replace(start, argument.start, '')
    },
    ExpressionStatement: ({ start, end }) => replace(start, end, ';'),
    ThrowStatement: ({ start, end }) => replace(start, end, ';'),
    ReturnStatement: ({ argument }) => argument && loseResult(argument),
    ArrowFunctionExpression: ({ body }) => body.type !== 'BlockStatement' && loseResult(body),
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.computed) return
      const { object, property } = callee
      if (Object.hasOwn(oppositeCalls, property.name))
        replace(property.start, property.end, oppositeCalls[property.name])
      if (removedCalls.has(property.name)) replace(object.end, end, '')
    },
    Literal({ value, raw, start, end }) {
      if (typeof value === 'boolean') replace(start, end, String(!value))
      else if (typeof value === 'number') replace(start, end, `(${raw} + 1)`)
      else if (typeof value === 'string') replace(start, end, value === '' ? "'changed'" : "''")
    },
    TemplateLiteral: ({ start, end }) => replace(start, end, '``'),
    ArrayExpression: ({ elements, start, end }) => elements.length > 0 && replace(start, end, '[]'),
  }

  function visit(node, chain) {
    if (Array.isArray(node)) {
      for (const each of node) visit(each)
      return
    }
    if (!node || typeof node.type !== 'string') return
    const { type, directive } = node
    if (directive) return
    if (type === 'ChainExpression') return visit(node.expression, chain ?? node)
    if (transparent.has(type)) return visit(node.expression, chain)
    if (type.startsWith('TS') || type === 'ImportDeclaration' || (type === 'JSXAttribute' && isText(node.value))) return
    if (type === 'TaggedTemplateExpression') return visit(node.quasi.expressions)
    around = chain ?? node
    if (type === 'ExpressionStatement') statement = { start: node.start, end: node.end, isStatement: true }
    mutate[type]?.(node)
    for (const [key, child] of Object.entries(node)) {
      const isName = (key === 'key' || key === 'property') && !node.computed
      if (child && typeof child === 'object' && !isName && key !== 'source')
        visit(child, key === 'callee' || key === 'object' ? chain : undefined)
    }
  }

  visit(program.body)
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

function isProgram(source, lang) {
  try {
    parseAst(source, { lang })
    return true
  } catch {
    return false
  }
}

function isText(value) {
  return value?.type === 'Literal'
}

/** The source with one mutant in it. */
export function applyMutant(source, { start, end, now }) {
  return source.slice(0, start) + now + source.slice(end)
}

/** So many of all, evenly spread. */
export function spread(all, count) {
  const before = (index) => Math.floor((index * count) / all.length)
  return all.filter((_, index) => before(index + 1) > before(index))
}
