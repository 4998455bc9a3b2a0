import { describe, expect, test } from 'vitest'
import { inWords } from './in-words.ts'
import { partsOf, textOfParts } from './parts.ts'

const labels = new Map([
  ['sex', 'Sex'],
  ['age', 'Age in years'],
  ['signs', 'Signs'],
  ['weight', 'Weight'],
  ['height', 'Height'],
  ['smoker', 'Smokes'],
])
const names = {
  labelOf: (variable: string) => labels.get(variable),
  optionLabelOf: (variable: string, code: string) =>
    ({ sex: { f: 'Female' }, signs: { c: 'Cough' } })[variable]?.[code as never],
}

describe('an expression in words', () => {
  test.each([
    ['sex == "f" && age >= 18', 'Sex is Female and Age in years is at least 18'],
    ['"c" in signs || !("c" in signs)', 'Signs includes Cough or Signs does not include Cough'],
    ['sex in ["f", "m"]', 'Sex is one of Female, "m"'],
    ['smoker == true && !smoker', 'Smokes is yes and Smokes is no'],
    ['!(age < 18 || filled(weight))', 'not (Age in years is less than 18 or Weight is filled in)'],
    ['(age < 18 || smoker) && !filled(weight)', '(Age in years is less than 18 or Smokes) and Weight is not filled in'],
    [
      'round(weight / ((height / 100.0) * (height / 100.0)), 1)',
      'Weight / (Height / 100 × (Height / 100)) rounded to 1 decimal',
    ],
    ['sum([weight, height]) > 3 ? 1 : 0', '1 if sum of Weight, Height is more than 3, otherwise 0'],
    ['unknown + 1', 'unknown + 1'],
    ['cannot be (read', 'cannot be (read'],
  ])('%s: %s', (source, words) => {
    expect(inWords(source, names)).toBe(words)
  })
})

test.each([
  '(a || b) && !(c == d)',
  'a - (b - c) - d',
  '-(a + b) * 2',
  '(a ? b : c) ? d : e ? f : g',
  '"x" in signs',
  '[1, -2, "ø\\n"].exists(x, x == 2)',
  '(a < b) == (c < d)',
  '1.0 / 2 + 1e300',
])('the parts of %s are written as text that has the same parts', (source) => {
  const part = partsOf(source)
  expect(part && partsOf(textOfParts(part))).toEqual(part)
})
