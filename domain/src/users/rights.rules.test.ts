import { expect, test } from 'vitest'
import { whyNotGroups, whyNotLastAdmin, whyNotSites, whyNotToken } from './rights.rules.ts'

const some = (...sites: string[]) => ({ all_sites: false, sites })
const all = { all_sites: true, sites: [] }

test('a group that the product does not know is refused by name', () => {
  expect(whyNotGroups(['hp', 'study:admin'])).toBeUndefined()
  expect(whyNotGroups(['hp', 'nurses'])).toMatchObject({
    reason: 'group.unknown',
    params: { group: 'nurses' },
    field: 'groups',
  })
})

test('an administrator of all sites gives any', () => {
  expect(whyNotSites('all', some(), all)).toBeUndefined()
  expect(whyNotSites('all', some('oslo'), some('bergen'))).toBeUndefined()
})

test('an administrator of some sites gives and takes these alone, and leaves the others as they are', () => {
  expect(whyNotSites(['oslo'], some(), some('oslo'))).toBeUndefined()
  expect(whyNotSites(['oslo'], some('oslo', 'bergen'), some('bergen'))).toBeUndefined()
  expect(whyNotSites(['oslo'], all, all)).toBeUndefined()
  expect(whyNotSites(['oslo'], some(), some('bergen'))).toMatchObject({ reason: 'person.sites.not-own' })
  expect(whyNotSites(['oslo'], some('bergen'), some())).toMatchObject({ code: 'FORBIDDEN' })
  expect(whyNotSites(['oslo'], some(), all)).toMatchObject({ code: 'FORBIDDEN' })
  expect(whyNotSites(['oslo'], all, some('oslo'))).toMatchObject({ code: 'FORBIDDEN' })
})

test('the last active administrator is neither deactivated nor stripped', () => {
  const admin = { state: 'active', groups: ['admin', 'hp'] }
  expect(whyNotLastAdmin(admin, { state: 'deactivated', groups: ['admin'] }, 0)).toMatchObject({ reason: 'admin.last' })
  expect(whyNotLastAdmin(admin, { state: 'active', groups: ['hp'] }, 0)).toMatchObject({ reason: 'admin.last' })
  expect(whyNotLastAdmin(admin, { state: 'active', groups: ['hp'] }, 1)).toBeUndefined()
  expect(whyNotLastAdmin(admin, { state: 'active', groups: ['admin'] }, 0)).toBeUndefined()
  expect(
    whyNotLastAdmin({ state: 'deactivated', groups: ['admin'] }, { state: 'deactivated', groups: [] }, 0),
  ).toBeUndefined()
})

test('a token has a name, a scope and at most 90 days', () => {
  const token = { name: 'nightly', scopes: ['read'], days: 90 }
  expect(whyNotToken(token)).toBeUndefined()
  expect(whyNotToken({ ...token, name: ' ' })).toMatchObject({ field: 'name' })
  expect(whyNotToken({ ...token, scopes: [] })).toMatchObject({ field: 'scopes' })
  expect(whyNotToken({ ...token, days: 91 })).toMatchObject({ field: 'days' })
  expect(whyNotToken({ ...token, days: 0 })).toMatchObject({ field: 'days' })
  expect(whyNotToken({ ...token, studies: [] })).toMatchObject({ field: 'studies' })
})
