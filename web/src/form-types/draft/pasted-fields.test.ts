import { expect, test } from 'vitest'
import { emptyField } from './field-draft.ts'
import { readPastedFields } from './pasted-fields.ts'

const norwegian = { Number: 'Tall', Date: 'Dato', Choice: 'Valg' }
const words = {
  typeText: (type: string) => Object.entries(norwegian).find(([known]) => known === type)?.[1] ?? type,
  requiredWord: 'Obligatorisk',
}

test('rows of a spreadsheet are fields: name, type in any language, required, options', () => {
  const { fields, left } = readPastedFields(
    'Weight\tNumber\tx\r\nDay\tdato\tObligatorisk\n\nSide\tValg\t\tleft|right\nNote',
    [],
    words,
  )
  expect(left).toEqual([])
  expect(fields.map(({ name, type, required, pattern }) => [name, type, required, pattern])).toEqual([
    ['Weight', 'Number', true, ''],
    ['Day', 'Date', true, ''],
    ['Side', 'Choice', false, 'left|right'],
    ['Note', 'String', false, ''],
  ])
  expect(new Set(fields.map(({ key }) => key)).size).toBe(4)
})

test('a row that is no field says why: its name is taken, its type unknown, its options missing', () => {
  const others = [{ ...emptyField('a'), name: 'Weight' }]
  const { fields, left } = readPastedFields('weight\nAge\tnumeral\nSide\tChoice\n\tDate\nPulse\npulse', others, words)
  expect(fields.map(({ name }) => name)).toEqual(['Pulse'])
  expect(left.map(({ line, name, why }) => [line, name, why.reason])).toEqual([
    [1, 'weight', 'field.name.duplicate'],
    [2, 'Age', 'list.no-type'],
    [3, 'Side', 'field.options.too-few'],
    [4, '', 'text.required'],
    [6, 'pulse', 'field.name.duplicate'],
  ])
})
