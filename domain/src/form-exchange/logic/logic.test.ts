import { describe, expect, test } from 'vitest'
import { partsOf, textOfParts } from '../../expressions/parts.ts'
import { openEdc, redcap, xpath } from './dialects.ts'
import { toRedcap, toXpath } from './from-cel.ts'
import { type Known, Untranslatable } from './known.ts'
import { type Dialect, parseLogic } from './parse-logic.ts'
import { toCel } from './to-cel.ts'

const types: Record<string, Omit<Known, 'variable'>> = {
  sex: { type: 'Choice' },
  signs: { type: 'Choice', multiple: true },
  age: { type: 'Number' },
  weight: { type: 'Number' },
  height: { type: 'Number' },
  smoker: { type: 'Boolean' },
  email: { type: 'String' },
  born: { type: 'Date' },
  seen: { type: 'Date' },
  at: { type: 'DateTime' },
}
const known = (name: string) => {
  const found = types[name]
  return found && { ...found, variable: name, name }
}

/** Fields of XPath are written @{name} here. */
function celOf(given: string, dialect: Dialect, use: 'condition' | 'other' = 'condition'): string {
  const text = given.replaceAll('@{', '$' + '{')
  const part = parseLogic(text, dialect)
  if (!part) throw new Error(`${text} is not read.`)
  return textOfParts(toCel(part, known, use))
}

function written(cel: string, write: (part: NonNullable<ReturnType<typeof partsOf>>) => string): string {
  const part = partsOf(cel)
  if (!part) throw new Error(`${cel} is not read.`)
  return write(part)
}

describe('the logic of REDCap', () => {
  test.each([
    ['[sex] = "0"', 'sex == "0"'],
    ['[sex] = 0 and [smoker] = "1"', 'sex == "0" && smoker'],
    ['[smoker]="0"', '!smoker'],
    ['[sex] <> "1"', '!(filled(sex) && sex == "1")'],
    ['[signs(2)] = "1" or [signs(3)] = "0"', '"2" in signs || !(filled(signs) && "3" in signs)'],
    ['[age] >= 18 and [email] <> ""', 'age >= 18 && filled(email)'],
    ['[email] = ""', '!filled(email)'],
    ['([age] > 1 or [sex] = "1") and [weight] < 5', '(age > 1 || sex == "1") && weight < 5'],
    ['[email] > 5', 'double(email) > 5'],
    ['[at] <= "now" and [born] < "today"', 'at <= now() && born < today()'],
  ])('%s is %s, and the other way round', (text, cel) => {
    expect(celOf(text, redcap)).toBe(cel)
    expect(
      celOf(
        written(cel, (part) => toRedcap(part, known)),
        redcap,
      ),
    ).toBe(cel)
  })

  test.each([
    ['round(([weight]*10000)/(([height])^(2)),1)', 'round(weight * 10000 / (height * height), 1)'],
    ['sum([age], [sex], [signs(1)])', 'sum([age, double(sex), "1" in signs ? 1 : 0])'],
    ['datediff([born], [seen], "d", true)', 'days(born, seen)'],
    ['rounddown(datediff([born], [seen], "y", true), 0)', 'years(born, seen)'],
    ['if([sex] = "1", [age] / 2, 0)', 'sex == "1" ? age / 2.0 : 0'],
    ['[smoker] + 3', '(smoker ? 1 : 0) + 3'],
  ])('%s is %s, and the other way round', (text, cel) => {
    expect(celOf(text, redcap, 'other')).toBe(cel)
    expect(
      celOf(
        written(cel, (part) => toRedcap(part, known)),
        redcap,
        'other',
      ),
    ).toBe(cel)
  })

  test.each(['[event_1][sex] = "1"', '[sex] = ', '[age] $ 1', '[age] = "1', '('.repeat(100), 'a'.repeat(5000)])(
    '%s is not read',
    (text) => {
      expect(parseLogic(text, redcap)).toBeUndefined()
    },
  )

  test.each(['[nothing] = "1"', 'stdev([age])', '[age]^0.5', '[age] + "x"'])('%s can not be carried over', (text) => {
    expect(() => celOf(text, redcap)).toThrow(Untranslatable)
  })
})

describe('the XPath of XLSForm', () => {
  test.each([
    ["@{sex} = 'f'", 'sex == "f"'],
    ["selected(@{sex}, 'f')", 'sex == "f"'],
    ["selected(@{signs}, 'c') or not(selected(@{signs}, 'f'))", '"c" in signs || !(filled(signs) && "f" in signs)'],
    ["not(selected(@{sex}, 'yes') or @{age} > 3)", '!(filled(sex) && sex == "yes" || filled(age) && age > 3)'],
    ["@{sex} != 'f'", '!(filled(sex) && sex == "f")'],
    ["18 <= @{age} and @{email} != ''", 'age >= 18 && filled(email)'],
    ["regex(@{email}, '[a-z]+@x')", 'matches(email, "[a-z]+@x")'],
    ["@{smoker} = 'true'", 'smoker'],
    ['string-length(@{email}) > 3', 'email.size() > 3'],
    ['count-selected(@{signs}) < 3', 'count(signs) < 3'],
    [
      "@{born} < today() and @{born} > date('1900-01-01')",
      'born < today() && born > timestamp("1900-01-01T12:00:00Z")',
    ],
    [
      "@{at} <= now() and @{at} > date-time('2026-10-20T12:30:00Z')",
      'at <= now() && at > timestamp("2026-10-20T12:30:00Z")',
    ],
  ])('%s is %s, and the other way round', (text, cel) => {
    expect(celOf(text, xpath('age'))).toBe(cel)
    expect(
      celOf(
        written(cel, (part) => toXpath(part, known)),
        xpath('age'),
      ),
    ).toBe(cel)
  })

  test.each([
    ['@{weight} div (@{height} * @{height})', 'weight / (height * height)'],
    ['round(@{weight} div 2, 1) - -3', 'round(weight / 2.0, 1) - -3'],
    ['pow(@{height}, 2) mod 7', 'height * height % 7'],
    ["if(@{age} > 3, 'a', 'b')", 'age > 3 ? "a" : "b"'],
    ['if(selected(@{sex}, 1), 2, 3) + 1', '(sex == "1" ? 2 : 3) + 1'],
  ])('%s is %s, and the other way round', (text, cel) => {
    expect(celOf(text, xpath('age'), 'other')).toBe(cel)
    expect(
      celOf(
        written(cel, (part) => toXpath(part, known)),
        xpath('age'),
        'other',
      ),
    ).toBe(cel)
  })

  test('a constraint names its own field by a point', () => {
    expect(celOf('. >= 0 and . <= @{weight}', xpath('age'), 'other')).toBe('age >= 0 && age <= weight')
    expect(written('age >= 0 && age <= weight', (part) => toXpath(part, known, 'age'))).toBe(
      '. >= 0 and . <= @{weight}'.replace('@', '$'),
    )
    expect(celOf("not(selected(., 'c') and selected (., 'f'))", xpath('signs'), 'other')).toBe(
      '!("c" in signs && "f" in signs)',
    )
  })
})

test('the expressions of OpenEDC name items with their group or without', () => {
  const names = ['sex', 'G.1-age', 'weight', 'height']
  const of = (name: string) => known(name.replace('G.1-', ''))
  const read = (text: string) => {
    const part = parseLogic(text, openEdc(names))
    return part && textOfParts(toCel(part, of, 'condition'))
  }
  expect(read('!(sex == "Female")')).toBe('!(filled(sex) && sex == "Female")')
  expect(read('(G.1-age + G.1-age) * 4')).toBe('(age + age) * 4')
  expect(read('weight / height ^ 2')).toBe('weight / (height * height)')
})
