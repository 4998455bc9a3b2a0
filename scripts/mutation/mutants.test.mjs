import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { applyMutant, findMutants, spread } from './mutants.mjs'

const mutantsOf = (source, path = 'a.ts') => findMutants(source, path).map((mutant) => applyMutant(source, mutant))

test.each([
  ['a condition is negated', 'if (isOpen(a)) b()', 'if (!(isOpen(a))) b()'],
  ['a negation is removed', 'if (!a) b()', 'if (a) b()'],
  ['a boundary is moved', 'const a = b < c', 'const a = b <= c'],
  ['a comparison is turned around', 'const a = b < c', 'const a = b >= c'],
  ['equality is turned around', 'const a = b === c', 'const a = b !== c'],
  ['boolean operators are exchanged', 'const a = b && c', 'const a = b || c'],
  ['a default is no longer used', 'const a = b ?? c', 'const a = b && c'],
  ['arithmetic operators are exchanged', 'const a = b + c', 'const a = b - c'],
  ['a sign is removed', 'const a = -b', 'const a = b'],
  ['counting is turned around', 'a++', 'a--'],
  ['a statement is removed', 'save(a)', ';'],
  ['an assignment is removed', 'a = b', ';'],
  ['an error is no longer thrown', 'throw a', ';'],
  ['a call that chooses is removed', 'const a = b.filter(c).map(d)', 'const a = b.map(d)'],
  ['a call is replaced by its opposite', 'const a = b.some(c)', 'const a = b.every(c)'],
  ['a Boolean is turned around', 'const a = true', 'const a = false'],
  ['a number is changed', 'const a = 0', 'const a = (0 + 1)'],
  ['a text is emptied', "const a = 'b'", "const a = ''"],
  ['an empty text is changed', "const a = ''", "const a = 'changed'"],
  ['a template is emptied', 'const a = `b $' + '{c}`', 'const a = ``'],
  ['a list is emptied', 'const a = [b]', 'const a = []'],
  ['a result is replaced by nothing', 'function f() { return a }', 'function f() { return undefined }'],
  ['the result of an arrow function is replaced by nothing', 'const f = () => a', 'const f = () => undefined'],
  ['a loop is not begun', 'while (a) b()', 'while (false) b()'],
  ['code behind a cast is changed', 'const a = (b === c) as boolean', 'const a = (b !== c) as boolean'],
])('%s', (_what, source, expected) => {
  expect(mutantsOf(source)).toContain(expected)
})

test.each([
  ['types', "type A = 'b' | 1; interface C { d: 'e' }; const f = (a: 'b'): a is 'b' => a"],
  ['imports and exports', "import a from 'b'\nexport { c } from 'd'"],
  ['names of properties', "const a = { 'b-c': d }"],
  ['directives', "'use strict'"],
])('%s are left alone', (_what, source) => {
  const changed = mutantsOf(source).filter((mutant) => !mutant.includes('=> undefined'))
  expect(changed).toEqual([])
})

test('texts of JSX and elements that are returned are left alone, expressions in them are not', () => {
  const source = 'const A = () => <p className="b" hidden={c === d}>text</p>'
  expect(mutantsOf(source, 'A.tsx')).toEqual(['const A = () => <p className="b" hidden={c !== d}>text</p>'])
})

test('a mutant knows its line, its column, and both texts', () => {
  expect(findMutants('const a = b\nconst c = !d', 'a.ts')).toEqual([
    { start: 22, end: 23, line: 2, column: 11, was: '!', now: '', site: { start: 22, end: 24, isStatement: false } },
  ])
})

test('a sample is spread evenly, and is all if there are no more', () => {
  const seven = [0, 1, 2, 3, 4, 5, 6]
  expect([spread(seven, 1), spread(seven, 3), spread(seven, 7), spread(seven, 9), spread([], 3)]).toEqual([
    [6],
    [2, 4, 6],
    seven,
    seven,
    [],
  ])
})

const expression = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', '1', "'b'", 'true', '[c]', 'd.filter(e)', '!f', '-g'),
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '<', '===', '&&', '||'), tie('any'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('any').map((value) => `(() => ${value})`),
    tie('any').map((value) => `h(${value})`),
  ),
})).any

test('every mutant of any expression is a program again, and differs from the source', () => {
  fc.assert(
    fc.property(expression, (value) => {
      const source = `if (${value}) i(${value})`
      for (const mutant of mutantsOf(source)) {
        expect(mutant).not.toBe(source)
        expect(() => parseAst(mutant, { lang: 'ts' })).not.toThrow()
      }
    }),
    { numRuns: 200 },
  )
})
