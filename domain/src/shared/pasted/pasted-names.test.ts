import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseKey } from '../names/names.ts'
import { problem } from '../problems.ts'
import { cleanName } from '../text.rules.ts'
import { maxPastedNames, newNames, readPastedNames, whyNotPasted } from './pasted-names.ts'

const never = () => undefined

test('each line is a name, of which the first cell counts; blank lines are left out', () => {
  expect(readPastedNames('A-1\tWoman\r\n\n  \t\n A-2 \rA-3', [], never)).toEqual([
    { line: 1, name: 'A-1', state: 'new' },
    { line: 4, name: 'A-2', state: 'new' },
    { line: 5, name: 'A-3', state: 'new' },
  ])
})

test('a line says that its name exists, that an earlier line has it, or why it is refused', () => {
  const why = problem('text.control-characters', { field: 'identifier' })
  const read = readPastedNames('a-1\nA-2\na-2\nbad\nbad', ['A-1', null], (name) => (name === 'bad' ? why : undefined))
  expect(read).toEqual([
    { line: 1, name: 'a-1', state: 'there' },
    { line: 2, name: 'A-2', state: 'new' },
    { line: 3, name: 'a-2', state: 'twice', first: 2 },
    { line: 4, name: 'bad', state: 'refused', why },
    { line: 5, name: 'bad', state: 'refused', why },
  ])
  expect(newNames(read)).toEqual(['A-2'])
  expect(whyNotPasted(read, 'list')).toBeUndefined()
})

test('a list without anything new is refused, and one that is too long', () => {
  expect(whyNotPasted(readPastedNames('A-1', ['A-1'], never), 'list')?.reason).toBe('list.nothing-new')
  const many = Array.from({ length: maxPastedNames + 1 }, (_, place) => `A-${place}`).join('\n')
  expect(whyNotPasted(readPastedNames(many, [], never), 'list')?.reason).toBe('list.too-long')
  expect(whyNotPasted(readPastedNames(many.slice(0, many.lastIndexOf('\n')), [], never), 'list')).toBeUndefined()
})

test('no two new names are the same name to people, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })), (names) => {
      const text = names.join('\n')
      const made = newNames(readPastedNames(text, [], never)).map(caseKey)
      expect(new Set(made).size).toBe(made.length)
      const given = text.split(/\r\n|\r|\n/).map((row) => cleanName(row.split('\t', 1)[0] ?? ''))
      expect(new Set(made)).toEqual(new Set(given.filter(Boolean).map(caseKey)))
    }),
  )
})
