import { merge } from '@casebook/domain/shared/merge/merge.ts'
import { expect, test } from 'vitest'
import { fieldsOfRights, rightsOf } from './typed-rights.ts'

const before = { groups: ['hp'], all_sites: false, sites: ['oslo'] }

test('rights are unchanged after conversion to fields', () => {
  expect(rightsOf(fieldsOfRights(before))).toEqual(before)
})

test('a group that one administrator adds and a site that another removes are both merged', () => {
  const mine = { ...before, groups: ['hp', 'study:admin'] }
  const theirs = { ...before, sites: [] }
  const { merged, questions } = merge(fieldsOfRights(before), fieldsOfRights(mine), fieldsOfRights(theirs))
  expect(questions).toEqual([])
  expect(rightsOf(merged)).toEqual({ groups: ['hp', 'study:admin'], all_sites: false, sites: [] })
})
