import { describe, expect, test } from 'vitest'
import { Expressions, type ExpressionType, type ExpressionValue } from './expressions.ts'

/**
 * The language definition of CEL, section by section, as our expressions answer it. `blank`: an error of CEL, such as an
 * overflow, is a blank here. What CEL has and a form does not need is refused when the form type is saved.
 */
const types: ExpressionType[] = ['double', 'string', 'list<string>', 'bool', 'timestamp', 'duration']
const expressions = new Expressions(
  new Map<string, ExpressionType>([
    ['x', 'double'],
    ['s', 'string'],
    ['l', 'list<string>'],
    ['b', 'bool'],
    ['t', 'timestamp'],
    ['d', 'duration'],
    ['none', 'bool'],
  ]),
)
const at = (text: string) => Date.parse(text) / 1000
const values = new Map<string, ExpressionValue>([
  ['x', 2.5],
  ['s', 'blåbær 😀'],
  ['l', ['a', 'b', 'b']],
  ['b', true],
  ['t', at('2026-10-25T00:30:00Z')],
  ['d', 5400],
])
const blank = Symbol('blank')

function answer(source: string): unknown {
  const made = expressions.compile(source, { types, canReadToday: true })
  if ('why' in made) return { refused: made.why }
  return made.evaluate(values, at('2026-11-27T12:00:00Z')) ?? blank
}

type Case = [source: string, value: ExpressionValue | typeof blank]

describe.each<[section: string, cases: Case[]]>([
  [
    'literals',
    [
      ['0', 0],
      ['-42', -42],
      ['0x1F', 31],
      ['9223372036854775807 > 9.0', true],
      ['1.5e3', 1500],
      ['-0.25', -0.25],
      ['true', true],
      ['"a" + \'b\'', 'ab'],
      ['"\\u00e5\\n\\t\\\\\\""', 'å\n\t\\"'],
      ['r"\\d"', '\\d'],
      ['"""two\nlines"""', 'two\nlines'],
      ['["a", "b"]', ['a', 'b']],
    ],
  ],
  [
    'arithmetic of whole numbers',
    [
      ['7 + 3 * 2', 13],
      ['(7 + 3) * 2', 20],
      ['7 - 10', -3],
      ['7 / 2', 3],
      ['-7 / 2', -3],
      ['7 % 3', 1],
      ['-7 % 3', -1],
      ['1 / 0', blank],
      ['1 % 0', blank],
    ],
  ],
  [
    'overflow',
    [
      ['9223372036854775807 + 1', blank],
      ['-9223372036854775807 - 2', blank],
      ['9223372036854775807 * 2', blank],
    ],
  ],
  [
    'arithmetic of doubles',
    [
      ['x * 2.0', 5],
      ['x + 1', 3.5],
      ['3 - x', 0.5],
      ['x / 2', 1.25],
      ['0.1 + 0.2', 0.30000000000000004],
      ['1.0 / 0.0', blank],
      ['0.0 / 0.0', blank],
      ['1e308 * 10.0', blank],
      ['-x', -2.5],
    ],
  ],
  [
    'equality and order',
    [
      ['1 == 1.0', true],
      ['x != 2.5', false],
      ['1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3', true],
      ['1.5 < 2', true],
      ['"a" < "b"', true],
      ['"Z" < "a"', true],
      ['"a" == "A"', false],
      ['false < true', true],
      ['["a", "b"] == ["a", "b"]', true],
      ['["a", "b"] == ["b", "a"]', false],
      ['l == ["a", "b", "b"]', true],
    ],
  ],
  [
    'logic, which absorbs errors',
    [
      ['true || none', true],
      ['none || true', true],
      ['false && none', false],
      ['none && false', false],
      ['none || false', blank],
      ['none && true', blank],
      ['1 / 0 > 1 || true', true],
      ['!b', false],
      ['!none', blank],
      ['b ? 1.0 : 2.0', 1],
      ['none ? 1.0 : 2.0', blank],
      ['b ? "yes" : (1 / 0 == 1 ? "a" : "b")', 'yes'],
      ['true && false || true', true],
    ],
  ],
  [
    'strings',
    [
      ['size(s)', 8],
      ['s.size()', 8],
      ['size("")', 0],
      ['s.startsWith("blå")', true],
      ['s.endsWith("😀")', true],
      ['s.contains("bær")', true],
      ['s.contains("")', true],
      ['"abc".matches(".*b.*")', true],
      ['matches("abc", "^b")', false],
      ['"a.c".matches("a\\\\.c")', true],
      ['"ABC".lowerAscii()', 'abc'],
      ['" a ".trim()', 'a'],
    ],
  ],
  [
    'lists',
    [
      ['size(l)', 3],
      ['l[0]', 'a'],
      ['l[3]', blank],
      ['l[-1]', blank],
      ['"b" in l', true],
      ['"c" in l', false],
      ['x in [1.0, 2.5]', true],
      ['2 in []', false],
      ['l + ["c"]', ['a', 'b', 'b', 'c']],
      ['size([])', 0],
    ],
  ],
  [
    'macros',
    [
      ['l.all(i, i != "c")', true],
      ['[].all(i, false)', true],
      ['l.exists(i, i == "b")', true],
      ['[].exists(i, true)', false],
      ['l.exists_one(i, i == "b")', false],
      ['l.exists_one(i, i == "a")', true],
      ['l.filter(i, i != "a")', ['b', 'b']],
      ['l.map(i, i.upperAscii())', ['A', 'B', 'B']],
      ['[1, 0].exists(i, 1 / i == 1)', true],
      ['[0, 1].all(i, 1 / i == 2)', false],
    ],
  ],
  [
    'conversions',
    [
      ['double("2.5")', 2.5],
      ['double("two")', blank],
      ['double(3)', 3],
      ['string(7)', '7'],
      ['string(2.5)', '2.5'],
      ['string(true)', 'true'],
      ['bool("true")', true],
      ['bool("maybe")', blank],
    ],
  ],
  [
    'times',
    [
      ['timestamp("2026-10-25T00:30:00Z") == t', true],
      ['t.getFullYear()', 2026],
      ['t.getMonth()', 9],
      ['t.getDate()', 25],
      ['t.getDayOfMonth()', 24],
      ['t.getDayOfWeek()', 0],
      ['t.getDayOfYear()', 297],
      ['t.getHours()', 0],
      ['t.getMinutes()', 30],
      ['t.getHours("Europe/Oslo")', 2],
      ['duration("1h30m") == d', true],
      ['d.getMinutes()', 90],
      ['d.getHours()', 1],
      ['d.getSeconds()', 5400],
      ['t + d', at('2026-10-25T02:00:00Z')],
      ['t - d', at('2026-10-24T23:00:00Z')],
      ['t - timestamp("2026-10-24T00:30:00Z")', 86_400],
      ['d + duration("30m")', 7200],
      ['d - duration("2h")', -1800],
      ['duration("1.5s")', 1.5],
      ['duration("-1m") < d', true],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, value) => {
    expect(answer(source)).toEqual(value)
  })
})

test.each<Case>([
  // `matches` compares the whole text, as the pattern of a field does.
  ['"abc".matches("b")', false],
  // The negative of the least whole number is one too large.
  ['-(-9223372036854775808)', 2 ** 63],
  // A whole number may stand beside a double.
  ['x * 2', 5],
  // Of nothing but blanks.
  ['sum([])', blank],
])('%s differs from CEL', (source, value) => {
  expect(answer(source)).toEqual(value)
})

test.each([
  // What CEL refuses.
  ['x + "a"', 'no such overload'],
  ['x == s', 'no such overload'],
  ['"a" < 1', 'no such overload'],
  ['y > 1', 'Unknown variable'],
  ['b && x', 'Logical operator requires bool'],
  ['x ? 1 : 2', 'bool'],
  ['[1, "a"] == []', 'List elements must have the same type'],
  ['s.nothing()', 'no method'],
  ['(1', 'Expected'],
  ['1 +', 'Unexpected'],
  ['"a', 'Unterminated'],
  // What a form does not need, or what could take long.
  ['{"a": 1}', 'MapEntries'],
  ['s.length', 'maps'],
  ['1u', 'uint'],
  ['type(x) == double', 'type'],
  ['dyn(x)', 'dyn'],
  ['int(x)', 'int'],
  ['has(s.a)', 'has'],
  ['cel.bind(a, 1, a)', ''],
  ['optional.of(1)', ''],
  ['l.exists(i, l.exists(j, i == j))', 'within another list function'],
  ['l.map(i, i + i + i)', 'takes a number'],
  ['timestamp(s)', 'timestamp takes a text'],
  ['timestamp("2026-02-30T00:00:00Z")', 'timestamp takes a text'],
  ['duration(s)', 'duration takes a text'],
  ['matches(s, s)', 'must be a text in quotes'],
  ['matches(s, "(a)\\\\1")', ''],
  [`${'!'.repeat(300)}b`, ''],
  [`${'b || '.repeat(300)}b`, ''],
  [`"${'a'.repeat(4000)}" == s`, '4000 characters'],
])('%s is refused', (source, why) => {
  const { refused } = answer(source) as { refused?: string }
  expect(refused).toBeDefined()
  expect(refused?.toLowerCase()).toContain(why.toLowerCase())
})
