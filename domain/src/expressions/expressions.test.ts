import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Expressions, type ExpressionType, type ExpressionValue } from './expressions.ts'
import { environment } from './functions.ts'
import { variablesNeeded } from './limits.ts'

const variables: ReadonlyMap<string, ExpressionType> = new Map([
  ['weight', 'double'],
  ['height', 'double'],
  ['sex', 'string'],
  ['signs', 'list<string>'],
  ['smoker', 'bool'],
  ['born', 'timestamp'],
  ['visit', 'timestamp'],
  ['start', 'duration'],
])
const every: ExpressionType[] = ['double', 'string', 'list<string>', 'bool', 'timestamp', 'duration']
const expressions = new Expressions(variables)
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

const filledIn: Record<string, ExpressionValue> = {
  weight: 80,
  height: 200,
  sex: 'f',
  signs: ['cough', 'fever'],
  smoker: false,
  born: noon('1980-02-29'),
  visit: noon('2026-02-28'),
  start: 9.5 * 3600,
}

function evaluated(source: string, values: Record<string, ExpressionValue> = filledIn) {
  const made = expressions.compile(source, { types: every, canReadToday: true })
  if ('why' in made) throw new Error(made.why)
  return made.evaluate(new Map(Object.entries(values)), noon('2026-11-23'))
}

function whyNot(source: string, types = every) {
  const made = expressions.compile(source, { types, canReadToday: false })
  return 'why' in made ? made : undefined
}

describe('an expression', () => {
  test.each<[string, ExpressionValue]>([
    ['weight / ((height / 100) * (height / 100))', 20],
    ['weight + 1', 81],
    ['2 * weight', 160],
    ['weight == 80', true],
    ['weight in [70, 80]', true],
    ['weight > 70 ? 1 : 0.5', 1],
    ['7 / 2', 3],
    ['sex == "f" && !smoker', true],
    ['"fever" in signs', true],
    ['signs.size() > 1', true],
    ['signs.exists(sign, sign == "cough")', true],
    ['signs.filter(sign, sign.startsWith("f"))', ['fever']],
    ['visit > born', true],
    ['visit - born > duration("24h")', true],
    ['start > duration("9h")', true],
    ['start + duration("30m")', 10 * 3600],
    ['born == timestamp("1980-02-29T12:00:00Z")', true],
    ['visit.getFullYear()', 2026],
    ['sex.matches("[a-f]+")', true],
    ['matches(sex, "f|m")', true],
    ['(sex + "x").matches("fx") && sex.matches("f")', true],
    ['visit < today()', true],
  ])('%s is %j', (source, value) => {
    expect(evaluated(source)).toEqual(value)
  })

  test.each<[string, ExpressionValue | undefined]>([
    ['round(2.345, 2)', 2.35],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1e300, 2)', 1e300],
    ['round(weight / 3.0, 1)', 26.7],
    ['round(weight, 99)', undefined],
    ['days(born, visit)', 16_801],
    ['days(visit, born)', -16_801],
    ['years(born, visit)', 45],
    ['years(born, timestamp("2026-03-01T12:00:00Z"))', 46],
    ['years(visit, born)', -45],
    ['sum([weight, height, 1])', 281],
    ['mean([weight, height])', 140],
    ['count([weight, sex, smoker])', 3],
    ['count(signs)', 2],
    ['filled(weight)', true],
  ])('%s is %j', (source, value) => {
    expect(evaluated(source)).toEqual(value)
  })
})

describe('a blank', () => {
  test.each(['weight + 1', 'weight > 1', '"fever" in signs', '!smoker'])('makes %s a blank', (source) => {
    expect(evaluated(source, {})).toBeUndefined()
  })

  test.each<[string, ExpressionValue]>([
    ['filled(weight)', false],
    ['filled(weight + 1)', false],
    ['smoker || weight > 1', true],
    ['weight > 1 || smoker', true],
    ['sum([weight, height])', 200],
    ['mean([weight, height])', 200],
    ['count([weight, height])', 1],
    ['filled(weight) ? weight : 0', 0],
  ])('makes no difference to %s, which is %j', (source, value) => {
    expect(evaluated(source, { smoker: true, height: 200 })).toEqual(value)
  })

  test.each(['sum([weight])', 'mean([weight, height])', 'count([weight])', 'count(signs)'])(
    'is the value of %s if there are only blanks',
    (source) => {
      expect(evaluated(source, {})).toBeUndefined()
    },
  )

  test.each(['weight / 0.0', '1 / 0', 'start > duration("x")', 'double("x")'])('is the value of %s', (source) => {
    expect(evaluated(source)).toBeUndefined()
  })
})

test('an expression that was evaluated is evaluated again when a value or the day changes', () => {
  expect(evaluated('weight > 70 && "fever" in signs')).toBe(true)
  expect(evaluated('weight > 70 && "fever" in signs', { ...filledIn, weight: 60 })).toBe(false)
  expect(evaluated('weight > 70 && "fever" in signs', { ...filledIn, weight: 60, signs: ['fever'] })).toBe(false)
  expect(evaluated('weight > 70 && "fever" in signs', { ...filledIn, signs: ['fever'] })).toBe(true)
  expect(evaluated('weight > 70 && "fever" in signs', { ...filledIn, signs: ['cough'] })).toBe(false)
  expect(evaluated('weight > 70 && "fever" in signs', { signs: ['cough'] })).toBe(false)
  expect(evaluated('weight > 70 && "fever" in signs', { signs: ['fever'] })).toBeUndefined()
  const old = expressions.compile('years(born, today()) > 45', { types: every, canReadToday: true })
  if ('why' in old) throw new Error(old.why)
  const values = new Map(Object.entries(filledIn))
  expect(old.evaluate(values)).toBeUndefined()
  expect(old.evaluate(values, noon('2026-11-23'))).toBe(true)
  expect(old.evaluate(values, noon('2025-11-23'))).toBe(false)
})

test('an expression that reads nothing has its value each time', () => {
  const made = expressions.compile('1 + 1', { types: every, canReadToday: false })
  if ('why' in made) throw new Error(made.why)
  expect([made.evaluate(new Map()), made.evaluate(new Map())]).toEqual([2, 2])
})

describe('what is refused', () => {
  test.each<[string, RegExp, number]>([
    ['weigth + 1', /unknown variable: weigth/i, 0],
    ['1 + shoe', /unknown variable: shoe/i, 4],
    ['weight +', /unexpected/i, 8],
    ['weight && smoker', /bool/, 0],
    ['weight + sex', /overload/, 0],
    ['sex.split("")', /no method split/, 0],
    ['sex.matches(sex)', /in quotes/, 0],
    ['sex.matches("(")', /missing closing/, 0],
    ['int(weight) > 2', /no function int/, 0],
    ['cel.bind(a, sex + sex, a + a) == sex', /cel/, 0],
    ['{"a": 1}.size() > 0', /maxMapEntries|map/, 1],
    ['signs.map(a, signs.map(b, a)).size() > 1', /within another/, 13],
    ['signs.map(a, a + a).size() > 1', /takes a number/, 13],
    [Array(300).fill('smoker').join('||'), /maxAstNodes/, 0],
    [`${'('.repeat(21)}smoker${')'.repeat(21)}`, /maxDepth/, 20],
    ['timestamp("2026-02-30T00:00:00Z") < visit', /timestamp takes/, 0],
    ['timestamp(sex) < visit', /timestamp takes/, 0],
    ['today() > visit', /may not depend on today/, 0],
    ['sum([sex])', /not taken/, 5],
    ['sum(signs)', /not taken/, 4],
  ])('%s: %s', (source, why, at) => {
    expect(whyNot(source)?.why).toMatch(why)
    expect(whyNot(source)?.at).toBe(at)
  })

  test('is a value of another type', () => {
    expect(whyNot('weight + 1', ['bool'])?.why).toBe('its value is double, not bool')
  })

  test.each([
    `${'!'.repeat(5000)}smoker`,
    Array(20_000).fill('smoker').join('||'),
    `${'('.repeat(1500)}1${')'.repeat(1500)}`,
    `${'-'.repeat(3000)}1`,
    `${'smoker?'.repeat(500)}1${':1'.repeat(500)}`,
    `[${Array(500).fill(1).join()}].size() > 1`,
  ])('is what would overflow or take long (%#)', (source) => {
    expect(whyNot(source)?.why).toBeTruthy()
  })
})

test('matches reads a bounded amount of text', () => {
  const calls = Array(8).fill('matches(sex, "(a|b)*c")').join(' || ')
  expect(evaluated(calls, { sex: 'a'.repeat(20_000) })).toBeUndefined()
})

test('what is left out as a blank without being evaluated is a blank of the library, too', () => {
  const parse = (source: string) => environment().parse(source).ast
  expect(variablesNeeded(parse('weight / (height * 2.0) > 1.0'))).toEqual(['weight', 'height'])
  expect(variablesNeeded(parse('!smoker'))).toEqual(['smoker'])
  expect(variablesNeeded(parse('sex in ["f", "m"] ? weight : height'))).toEqual(['sex'])
  // One side may decide, and a function may answer for a blank.
  expect(variablesNeeded(parse('smoker && weight > 1.0'))).toEqual([])
  expect(variablesNeeded(parse('filled(weight) == smoker'))).toEqual(['smoker'])
  expect(variablesNeeded(parse('sum([weight, height]) > 1.0'))).toEqual([])
  expect(variablesNeeded(parse('signs.exists(sign, sign == sex)'))).toEqual([])
  expect(evaluated('smoker && weight > 1', { smoker: false })).toBe(false)
  expect(evaluated('weight > 1 || !smoker', { smoker: false })).toBe(true)
  expect(evaluated('sum([weight, height]) > 1', { height: 2 })).toBe(true)
})

test('the day counts only for an expression that reads it', () => {
  const compiled = (source: string) => {
    const made = expressions.compile(source, { types: every, canReadToday: true })
    if ('why' in made) throw new Error(made.why)
    return made
  }
  const born = new Map([['born', noon('2000-01-01')]])
  const age = compiled('years(born, today())')
  expect([age.evaluate(born, noon('2020-06-01')), age.evaluate(born, noon('2021-06-01'))]).toEqual([20, 21])
  expect(age.evaluate(born)).toBeUndefined()
  const year = compiled('born.getFullYear()')
  expect([year.evaluate(born, noon('2020-06-01')), year.evaluate(born)]).toEqual([2000, 2000])
})

test('expressions of any text are refused or have a value of their type or a blank, and never throw', () => {
  const words = fc.constantFrom(
    ...[...variables.keys()],
    ...'( ) [ ] , . ? : + - * / % < > == != && || ! in 1 2.5 -0.0 1e308 "a" true null 9223372036854775807'.split(' '),
    ...'round( days( years( sum([ mean([ count( filled( today() .size() .map(x, .exists(x, x .matches('.split(' '),
  )
  const value: Record<ExpressionType, fc.Arbitrary<ExpressionValue>> = {
    double: fc.double({ noNaN: true }),
    string: fc.string(),
    'list<string>': fc.array(fc.string()),
    bool: fc.boolean(),
    timestamp: fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    duration: fc.double({ min: 0, max: 90_000, noNaN: true }),
  }
  const values = fc.record(Object.fromEntries([...variables].map(([name, type]) => [name, value[type]] as const)), {
    requiredKeys: [],
  })
  const source = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
    fc.string(),
  )
  fc.assert(
    fc.property(source, values, (text, given) => {
      for (const type of every) {
        const made = expressions.compile(text, { types: [type], canReadToday: true })
        if ('why' in made) {
          expect(made.why).not.toBe('')
          continue
        }
        const known = Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )
        const result = made.evaluate(new Map(known), 0)
        const kind: Record<ExpressionType, string> = {
          double: 'number',
          string: 'string',
          'list<string>': 'object',
          bool: 'boolean',
          timestamp: 'number',
          duration: 'number',
        }
        if (result !== undefined) expect(typeof result).toBe(kind[type])
        if (typeof result === 'number') expect(Number.isFinite(result)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test('what an expression reads of a list is bounded by its length and the square of the list', () => {
  const items = Array.from({ length: 60 }, (_, n) => `sign ${n}`)
  const { list } = fc.letrec<{ list: string; yes: string }>((tie) => ({
    list: fc.oneof(
      { maxDepth: 3 },
      fc.constant('signs'),
      fc.tuple(tie('list'), tie('list')).map(([one, other]) => `(${one} + ${other})`),
      fc.tuple(tie('list'), tie('yes')).map(([of, yes]) => `${of}.filter(x, ${yes})`),
      tie('list').map((of) => `${of}.map(x, x)`),
    ),
    yes: fc.oneof(
      { maxDepth: 3 },
      fc.constant('x != "a"'),
      tie('list').map((of) => `x in ${of}`),
      fc.tuple(tie('list'), tie('yes')).map(([of, yes]) => `${of}.exists(x, ${yes})`),
      fc.tuple(tie('yes'), tie('yes')).map(([one, other]) => `(${one} || ${other})`),
    ),
  }))
  let evaluatedCount = 0
  fc.assert(
    fc.property(list, (source) => {
      let reads = 0
      const counted = new Proxy(items, {
        get(of, name, receiver) {
          reads += 1
          return Reflect.get(of, name, receiver)
        },
      })
      const made = expressions.compile(`${source}.size() > 0`, { types: ['bool'], canReadToday: true })
      if ('why' in made) return
      evaluatedCount += 1
      made.evaluate(new Map([['signs', counted]]))
      expect(reads).toBeLessThan(source.length * (items.length + 1) ** 2)
    }),
    { numRuns: 1000 },
  )
  expect(evaluatedCount).toBeGreaterThan(100)
})

describe('now()', () => {
  afterEach(() => vi.useRealTimers())

  test('is the present time, again each time', () => {
    vi.useFakeTimers({ now: noon('2026-11-23') * 1000 })
    const made = expressions.compile('visit <= now()', { types: ['bool'], canReadToday: true })
    if ('why' in made) throw new Error(made.why)
    const later = new Map([['visit', noon('2026-11-23') + 60]])
    expect(made.evaluate(later, noon('2026-11-23'))).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(made.evaluate(later, noon('2026-11-23'))).toBe(true)
    expect(made.evaluate(later)).toBeUndefined()
  })

  test('is refused in a calculation', () => {
    expect(whyNot('visit < now()')).toEqual({ why: 'a calculation may not depend on now()', at: 8 })
  })
})
