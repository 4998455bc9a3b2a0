import { merge } from '@casebook/domain/shared/merge/merge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOfField } from './field-draft.ts'
import { changesTo, draftOfFields, fieldsOfDraft, isArrangement, typedOf } from './form-type-fields.ts'

function draft(...names: string[]) {
  return {
    identifier: 'Visit',
    checks: [],
    repeats: false,
    fields: names.map((name) => draftOfField({ name, type: 'String', required: false, length: 5, pattern: '[A-Z]' })),
  }
}
function merged(base: string[], mine: string[], theirs: string[]) {
  const all = merge(
    fieldsOfDraft(draft(...base)),
    fieldsOfDraft(draft(...mine)),
    fieldsOfDraft(draft(...theirs)),
    isArrangement,
  )
  return { questions: all.questions, names: draftOfFields(all.merged, {}).fields.map(({ name }) => name) }
}
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor'))

test('a form type is unchanged after conversion to fields', () => {
  fc.assert(
    fc.property(names, (all) => {
      const fields = fieldsOfDraft(draft(...all))
      expect(draftOfFields(fields, fields)).toEqual(draft(...all))
    }),
  )
})

test('for any changes of two people: each field that both kept or one added occurs once', () => {
  fc.assert(
    fc.property(names, names, names, (base, mine, theirs) => {
      const expected = [...new Set([...mine, ...theirs])].filter((name) =>
        base.includes(name) ? mine.includes(name) && theirs.includes(name) : true,
      )
      const { names: all, questions } = merged(base, mine, theirs)
      expect(questions).toEqual([])
      expect(all.toSorted()).toEqual(expected.toSorted())
    }),
  )
})

test('two people who each add a field have both, in their places', () => {
  expect(merged(['a', 'b'], ['a', 'x', 'b'], ['a', 'b', 'y']).names).toEqual(['a', 'x', 'b', 'y'])
})

test('a moved field stays in its place beside a new one', () => {
  expect(merged(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b', 'c', 'd']).names).toEqual(['c', 'a', 'b', 'd'])
})

test('a field that both defined differently is a conflict', () => {
  const other = draft('a')
  const changed = { ...other, fields: other.fields.map((field) => ({ ...field, required: true })) }
  const longer = { ...other, fields: other.fields.map((field) => ({ ...field, length: '9' })) }
  const { questions } = merge(fieldsOfDraft(other), fieldsOfDraft(changed), fieldsOfDraft(longer), isArrangement)
  expect(questions.map(({ key }) => key)).toEqual(['field:a'])
})

test('checks are a field of their own, over which both are asked', () => {
  const check = { expression: 'a == "x"', message: 'Not x', field: 'a', soft: false }
  const checked = { ...draft('a'), checks: [check] }
  const softened = { ...draft('a'), checks: [{ ...check, soft: true }] }
  expect(draftOfFields(fieldsOfDraft(checked), {}).checks).toEqual([check])
  const { questions } = merge(fieldsOfDraft(draft('a')), fieldsOfDraft(checked), fieldsOfDraft(softened), isArrangement)
  expect(questions.map(({ key }) => key)).toEqual(['checks'])
})

test('whether it repeats is a field of its own, which is there only if it does', () => {
  const once = fieldsOfDraft(draft('a'))
  const several = fieldsOfDraft({ ...draft('a'), repeats: true })
  expect(Object.keys(once)).not.toContain('repeats')
  expect(draftOfFields(several, several)).toMatchObject({ repeats: true })
  expect(typedOf(several)).toMatchObject({ identifier: 'Visit', repeats: true })
  // Two people: one lets it repeat while the other adds a field.
  const all = merge(once, several, fieldsOfDraft(draft('a', 'b')), isArrangement)
  expect(all.questions).toEqual([])
  expect(draftOfFields(all.merged, {})).toMatchObject({ repeats: true, fields: [{ name: 'a' }, { name: 'b' }] })
  expect(typedOf(changesTo({ ...draft('a'), repeats: false }, several)).repeats).toBe(false)
})
