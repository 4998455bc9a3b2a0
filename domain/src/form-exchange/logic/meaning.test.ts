import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Expressions, type ExpressionType, type ExpressionValue } from '../../expressions/expressions.ts'
import { type Part, partsOf, textOfParts } from '../../expressions/parts.ts'
import { decided } from './blanks.ts'
import { plainCodes } from './codes.ts'
import { redcap, xpath } from './dialects.ts'
import { toRedcap, toXpath } from './from-cel.ts'
import { type Known, Untranslatable } from './known.ts'
import { parseLogic } from './parse-logic.ts'
import { toCel } from './to-cel.ts'

const codes = ['a', 'b']
const options = codes.map((code) => ({ code, label: code }))
const types: Record<string, Omit<Known, 'variable'>> = {
  sex: { type: 'Choice', options },
  signs: { type: 'Choice', multiple: true, options },
  age: { type: 'Number' },
  weight: { type: 'Number' },
  smoker: { type: 'Boolean' },
  note: { type: 'String' },
}
const inExpressions: [string, ExpressionType][] = [
  ['sex', 'string'],
  ['signs', 'list<string>'],
  ['age', 'double'],
  ['weight', 'double'],
  ['smoker', 'bool'],
  ['note', 'string'],
]
const known = (name: string) => {
  const found = types[name]
  return found && { ...found, variable: name, name }
}

const atoms = fc.oneof(
  fc.constantFrom(...Object.keys(types).map((name) => `filled(${name})`)),
  fc.constantFrom('smoker', 'smoker == true', 'smoker != true', 'smoker == false'),
  fc.constantFrom('sex == "a"', 'sex != "a"', 'sex in ["a", "b"]', '"a" in signs', '"b" in signs'),
  fc
    .tuple(
      fc.constantFrom('age', 'weight'),
      fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([name, operator, value]) => `${name} ${operator} ${value}`),
  fc.constantFrom('size(signs) < 2', 'signs.size() == 2', 'count(signs) > 1', 'matches(note, "a*")', 'note.size() < 2'),
  fc.constantFrom('age < weight', 'age != weight', 'age + weight > 1', '!(age - -1 > weight)'),
)
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atoms,
    tie('condition').map((of) => `!(${of})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
}))
const number = fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined })
const values = fc.record({
  sex: fc.constantFrom('a', 'b', undefined),
  signs: fc.constantFrom(['a'], ['b'], ['a', 'b'], undefined),
  age: number,
  weight: number,
  smoker: fc.constantFrom(true, false, undefined),
  note: fc.constantFrom('aa', 'b', undefined),
})

const expressions = new Expressions(new Map(inExpressions))

function isTrue(source: string, given: Record<string, ExpressionValue | undefined>): boolean {
  const compiled = expressions.compile(source, { types: ['bool'], canReadToday: true })
  if ('why' in compiled) throw new Error(`${source}: ${compiled.why}`)
  const filled = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return compiled.evaluate(new Map(filled)) === true
}

/** The text, or undefined if the language has no words for it. */
function written(write: () => string): string | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

const dialects = [
  ['XPath', (part: Part) => toXpath(part, known), xpath('')],
  ['REDCap', (part: Part) => toRedcap(part, known), redcap],
] as const

test.each(dialects)('a condition asks for the same in %s, also where something is blank', (_, write, dialect) => {
  fc.assert(
    fc.property(condition, values, (source, given) => {
      const part = partsOf(source)
      // Long ones are refused before, and what is carried over is longer.
      fc.pre(part !== undefined && source.length < 200)
      const text = written(() => write(decided(part)))
      fc.pre(text !== undefined)
      const read = parseLogic(text, dialect)
      if (!read) throw new Error(`${text} is not read.`)
      const back = textOfParts(toCel(read, known, 'condition'))
      expect([text, back, isTrue(back, given)]).toEqual([text, back, isTrue(source, given)])
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['sex != "f"', "\u0024{sex} != '' and \u0024{sex} != 'f'", '[sex] <> "" and [sex] <> "f"'],
  ['!(filled(sex) && sex == "f")', "\u0024{sex} != 'f'", '[sex] <> "f"'],
  ['signs.size() < 2', "\u0024{signs} != '' and count-selected(\u0024{signs}) < 2", undefined],
  ['matches(note, "a+")', "regex(\u0024{note}, 'a+')", undefined],
  ['matches(note, "a*")', "\u0024{note} != '' and regex(\u0024{note}, 'a*')", undefined],
  ['!(filled(note) && matches(note, "a*"))', "not(\u0024{note} != '' and regex(\u0024{note}, 'a*'))", undefined],
  ['!(filled(smoker) && smoker)', "\u0024{smoker} != 'true'", '[smoker] <> "1"'],
  [
    '!(filled(smoker) && (filled(smoker) || smoker))',
    "not(\u0024{smoker} != '' and (\u0024{smoker} != '' or \u0024{smoker} = 'true'))",
    '([smoker] = "" or ([smoker] = "" and [smoker] = "0"))',
  ],
  ['!(age > 3)', '\u0024{age} <= 3', '[age] <= 3'],
  [
    '!("a" in signs)',
    "\u0024{signs} != '' and not(selected(\u0024{signs}, 'a'))",
    '([signs(a)] = "1" or [signs(b)] = "1") and [signs(a)] = "0"',
  ],
])('%s is %s, and %s', (source, inXpath, inRedcap) => {
  const part = decided(partsOf(source) as Part)
  expect(toXpath(part, known)).toBe(inXpath)
  if (inRedcap) expect(toRedcap(part, known)).toBe(inRedcap)
  else expect(() => toRedcap(part, known)).toThrow(Untranslatable)
})

test('a yes is 1 where REDCap calculates, and a text in XLSForm', () => {
  const part = partsOf('(smoker ? 1 : 0) + age') as Part
  expect(toRedcap(part, known)).toBe('[smoker] + [age]')
  expect(toXpath(part, known)).toBe("if(\u0024{smoker} = 'true', 1, 0) + \u0024{age}")
})

test('a text beside several options is equal to one alone', () => {
  const part = parseLogic("\u0024{signs} = 'a'", xpath('')) as Part
  expect(textOfParts(toCel(part, known, 'condition'))).toBe('"a" in signs && count(signs) == 1')
})

test('codes stay unlike each other', () => {
  const made = plainCodes([...options, { code: 'a b', label: '' }, { code: 'a_b', label: '' }], (code) =>
    code.replace(' ', '_'),
  )
  expect([...made]).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['a b', 'a_b_2'],
    ['a_b', 'a_b'],
  ])
})
