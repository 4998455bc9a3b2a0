import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Expressions, type ExpressionType } from '../../expressions/expressions.ts'
import {
  type Condition,
  type ConditionRow,
  comparisonsOf,
  conditionOf,
  conditionText,
  isComplete,
  needsValue,
} from './conditions.ts'

const types = new Map<string, ExpressionType>([
  ['weight', 'double'],
  ['height', 'double'],
  ['smokes', 'string'],
  ['complaints', 'list<string>'],
  ['well', 'bool'],
  ['born', 'timestamp'],
  ['died', 'timestamp'],
  ['woke', 'duration'],
])
const typeOf = (variable: string) => types.get(variable)

const two = (count: number) => String(count).padStart(2, '0')
const values: Record<ExpressionType, fc.Arbitrary<string>> = {
  bool: fc.constantFrom('true', 'false'),
  double: fc.oneof(fc.integer().map(String), fc.constantFrom('-1.5', '0.25', 'height')),
  duration: fc.tuple(fc.nat(23), fc.nat(59)).map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`),
  'list<string>': fc.string({ minLength: 1, unit: 'grapheme' }),
  string: fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom('a" && b == "', '||', '\\')),
  timestamp: fc.constantFrom('2026-10-20', '2024-02-29', 'today', 'now', '2026-10-20T12:30:00Z', 'died'),
}
const rows: fc.Arbitrary<ConditionRow> = fc
  .constantFrom(...types)
  .chain(([variable, type]) =>
    fc
      .constantFrom(...comparisonsOf(type))
      .chain((comparison) =>
        (needsValue(comparison) ? values[type] : fc.constant('')).map((value) => ({ variable, comparison, value })),
      ),
  )
const conditions: fc.Arbitrary<Condition> = fc.record({
  join: fc.constantFrom('and' as const, 'or' as const),
  rows: fc.array(rows, { minLength: 1, maxLength: 4 }),
})

test('a condition that is written can be read again, and type-checks', () => {
  const expressions = new Expressions(types)
  fc.assert(
    fc.property(conditions, (condition) => {
      const text = conditionText(condition, typeOf)
      const join = condition.rows.length === 1 ? 'and' : condition.join
      expect(conditionOf(text, typeOf)).toEqual({ join, rows: condition.rows })
      expect(expressions.compile(text, { types: ['bool'], canReadToday: true })).not.toHaveProperty('why')
    }),
  )
})

test('what is not made of such rows is left as it is typed', () => {
  for (const text of [
    'weight / height > 20.0',
    'weight > 1 && height > 1 || well == true',
    '(weight > 1)',
    'unknown == 1',
    'weight == "x"',
    'born > timestamp("2026-02-30T12:00:00Z")',
    'smokes == "\\x41"',
    '',
  ]) {
    expect(conditionOf(text, typeOf), text).toBeUndefined()
  }
})

test('a row is complete when its value has the type of its field', () => {
  expect(isComplete({ variable: 'weight', comparison: 'more', value: 'heavy' }, typeOf)).toBe(false)
  expect(isComplete({ variable: 'weight', comparison: 'more', value: 'born' }, typeOf)).toBe(false)
  expect(isComplete({ variable: 'weight', comparison: 'has', value: '1' }, typeOf)).toBe(false)
  expect(isComplete({ variable: 'born', comparison: 'atMost', value: '2026-02-30' }, typeOf)).toBe(false)
  expect(isComplete({ variable: 'born', comparison: 'atMost', value: 'today' }, typeOf)).toBe(true)
  expect(conditionText({ join: 'and', rows: [{ variable: 'x', comparison: 'is', value: '1' }] }, typeOf)).toBe('')
})

test('a number may be typed with a decimal comma and with blanks around it', () => {
  const row = { variable: 'weight', comparison: 'more' as const, value: ' 18,5 ' }
  expect(isComplete(row, typeOf)).toBe(true)
  const text = conditionText({ join: 'and', rows: [row] }, typeOf)
  expect(text).toBe('weight > 18.5')
  expect(conditionOf(text, typeOf)?.rows).toEqual([{ ...row, value: '18.5' }])
  expect(isComplete({ ...row, value: '1,000,5' }, typeOf)).toBe(false)
})
