import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMutant, findMutants } from './mutants.mjs'
import { switchedSource } from './switched.mjs'

/** What an expression gives, with the mutant of this index or with none. */
function resultOf(source, chosen) {
  const names = ['__mutant', 'a', 'b', 'list', 'nothing', 'out']
  const values = [(index) => index === chosen, 3, true, [3, 1, 2], undefined, []]
  try {
    return JSON.stringify(new Function(...names, source)(...values))
  } catch (error) {
    return error.constructor.name
  }
}

const expression = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', '1', "'c'", 'true', 'list', '[a]', '!b', '-a', 'list.slice(1)', 'nothing?.slice(1).length'),
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '<', '===', '&&', '||', '??'), tie('any'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('any').map((value) => `((c) => ${value})(1)`),
    tie('any').map((value) => `(${value} ? a : [${value}])`),
    tie('any').map((value) => `Math.max(${value}, 2)`),
  ),
})).any

test('a program with all mutants in it does what it did, and with one chosen what that mutant does', () => {
  fc.assert(
    fc.property(expression, (value) => {
      const source = `const f = () => {\nif (${value}) out.push(${value})\nelse a++\nreturn [out, a, ${value}]\n}\n`
      const mutants = findMutants(source, 'a.ts')
      const switched = switchedSource(source, mutants)
      expect(resultOf(`${switched}return f()`, -1)).toBe(resultOf(`${source}return f()`, -1))
      for (const [index, mutant] of mutants.entries())
        expect(resultOf(`${switched}return f()`, index)).toBe(resultOf(`${applyMutant(source, mutant)}return f()`, -1))
    }),
    { numRuns: 100 },
  )
})

test('statements without semicolons, and branches without braces, stay apart', () => {
  const source = 'if (a) out.push(1)\nelse throw new Error()\nout.push(2)\n'
  const mutants = findMutants(source, 'a.ts')
  for (const [index, mutant] of mutants.entries())
    expect(resultOf(`${switchedSource(source, mutants)}return out`, index)).toBe(
      resultOf(`${applyMutant(source, mutant)}return out`, -1),
    )
})

test('with any of the mutants left out, a statement does not go on with the line before', () => {
  const source = 'out.push(1)\na += 2\nlist.slice(1).pop()\nif (b) a *= 2\nelse a -= 1\nout.push(a)\n'
  const mutants = findMutants(source, 'a.ts')
  for (const [index, mutant] of mutants.entries()) {
    const switched = `${switchedSource(source, [mutant])}return out`
    expect(resultOf(switched, -1)).toBe('[1,10]')
    expect([index, resultOf(switched, 0)]).toEqual([index, resultOf(`${applyMutant(source, mutant)}return out`, -1)])
  }
})
