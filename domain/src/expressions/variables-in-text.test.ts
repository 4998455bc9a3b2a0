import { expect, test } from 'vitest'
import { variablesRead, withVariables } from './variables-in-text.ts'

const names = new Map([
  ['size', 'size_2'],
  ['weight', 'mass'],
  ['mass', 'weight'],
])

test.each([
  ['weight / mass', 'mass / weight'],
  ['size.size() > 2 && sum([size, weight]) > 1', 'size_2.size() > 2 && sum([size_2, mass]) > 1'],
  ['size == "size" || size == \'weight\'', 'size_2 == "size" || size_2 == \'weight\''],
  ['size.exists(weight, weight == "a") && weight > 1', 'size_2.exists(weight, weight == "a") && mass > 1'],
  ['filled(weight) ? round(weight, 1) : 0.0', 'filled(mass) ? round(mass, 1) : 0.0'],
  ['weight +', 'weight +'],
])('%s becomes %s', (source, renamed) => {
  expect(withVariables(source, names)).toBe(renamed)
})

test('the variables that are read are named once, without those of list functions', () => {
  expect(variablesRead('signs.exists(sign, sign == "a") && weight > weight / 2.0')).toEqual(['signs', 'weight'])
  expect(variablesRead('weight +')).toBeUndefined()
})
