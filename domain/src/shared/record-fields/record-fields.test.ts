import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotName } from '../text.rules.ts'
import {
  blankFields,
  cleanGiven,
  givenFields,
  optionalText,
  requiredText,
  typedFields,
  whyNotGiven,
} from './record-fields.ts'

const list = {
  name: requiredText('Name', (text) => whyNotName(text, 'name')),
  note: optionalText('Note', (text) => whyNotName(text, 'note', 5)),
}

describe('the fields of a call', () => {
  test('are refused in their order, and an optional one may be empty or omitted', () => {
    expect(whyNotGiven(list, { name: ' ', note: 'far too long' })).toMatchObject({ field: 'name' })
    expect(whyNotGiven(list, { name: 'Oslo', note: 'far too long' })).toMatchObject({ field: 'note' })
    for (const note of ['short', ' \u200b', '', null, undefined]) {
      expect(whyNotGiven(list, { name: 'Oslo', note })).toBeUndefined()
    }
  })

  test('are stored clean: without what was omitted, and null where an optional one is empty', () => {
    expect(cleanGiven(list, { name: ' Oslo ', note: undefined })).toEqual({ name: 'Oslo' })
    expect(cleanGiven(list, { name: 'Oslo', note: ' ' })).toEqual({ name: 'Oslo', note: null })
    expect(cleanGiven(list, { name: 'Oslo', note: null })).toEqual({ name: 'Oslo', note: null })
    expect(cleanGiven(list, { name: 'Oslo', note: ' a ' })).toEqual({ name: 'Oslo', note: 'a' })
  })

  test('must be arguments of the call', () => {
    const call: { name: string } = { name: 'Oslo' }
    // @ts-expect-error: the call has no argument for the note
    expect(whyNotGiven(list, call)).toBeUndefined()
  })
})

describe('the contents of an editor', () => {
  test('are empty for a new record', () => {
    expect(blankFields(list)).toEqual({ name: '', note: '' })
  })

  test('give back what is stored', () => {
    const text = fc.string().filter((each) => each.trim() !== '')
    fc.assert(
      fc.property(text, fc.option(text), (name, note) => {
        const row = cleanGiven(list, { name, note })
        fc.pre(row.name !== '' && row.note !== undefined)
        const back = cleanGiven(list, givenFields(list, typedFields(list, { name: row.name, note: row.note ?? null })))
        expect(back).toEqual(row)
      }),
    )
  })
})
