import { expect, test } from 'vitest'
import {
  type Belonging,
  mayAdminister,
  whyNotGroups,
  whyNotLastAdmin,
  whyNotSites,
  whyNotToken,
} from './rights.rules.ts'

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

test('an administrator of all sites may assign any', () => {
  expect(whyNotSites('all', all)).toBeUndefined()
  expect(whyNotSites('all', some('bergen'))).toBeUndefined()
})

test('an administrator of some sites may assign only these', () => {
  expect(whyNotSites(['oslo'], some('oslo'))).toBeUndefined()
  expect(whyNotSites(['oslo', 'bergen'], some('bergen'))).toBeUndefined()
  expect(whyNotSites(['oslo'], some())).toBeUndefined()
  expect(whyNotSites(['oslo'], some('bergen'))).toMatchObject({ reason: 'person.sites.not-own', code: 'FORBIDDEN' })
  expect(whyNotSites(['oslo'], some('oslo', 'bergen'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(whyNotSites(['oslo'], all)).toMatchObject({ code: 'FORBIDDEN' })
})

test('an administrator of some sites may administer only people all of whose sites are among them', () => {
  const active = (belonging: Belonging) => ({ ...belonging, state: 'active' })
  expect(mayAdminister('all', active(all))).toBe(true)
  expect(mayAdminister('all', active(some()))).toBe(true)
  expect(mayAdminister(['oslo', 'bergen'], active(some('bergen')))).toBe(true)
  expect(mayAdminister(['oslo'], active(some('oslo', 'bergen')))).toBe(false)
  expect(mayAdminister(['oslo'], active(all))).toBe(false)
  expect(mayAdminister(['oslo'], active({ all_sites: true, sites: ['oslo'] }))).toBe(false)
  expect(mayAdminister([], active(some('oslo')))).toBe(false)
})

test('of people without any site, an administrator of some sites may administer only those who wait for approval', () => {
  for (const state of ['active', 'deactivated']) expect(mayAdminister(['oslo'], { ...some(), state })).toBe(false)
  expect(mayAdminister(['oslo'], { ...some(), state: 'pending' })).toBe(true)
  expect(mayAdminister(['oslo'], { ...some('bergen'), state: 'pending' })).toBe(false)
})

test('the last active administrator of all sites is neither deactivated nor stripped nor limited', () => {
  const admin = { state: 'active', groups: ['admin', 'hp'], all_sites: true }
  const last = { reason: 'admin.last' }
  expect(whyNotLastAdmin(admin, { ...admin, state: 'deactivated' }, 0)).toMatchObject(last)
  expect(whyNotLastAdmin(admin, { ...admin, groups: ['hp'] }, 0)).toMatchObject(last)
  expect(whyNotLastAdmin(admin, { ...admin, all_sites: false }, 0)).toMatchObject(last)
  expect(whyNotLastAdmin(admin, { ...admin, groups: ['hp'] }, 1)).toBeUndefined()
  expect(whyNotLastAdmin(admin, { ...admin, groups: ['admin'] }, 0)).toBeUndefined()
  expect(whyNotLastAdmin({ ...admin, all_sites: false }, { ...admin, groups: [] }, 0)).toBeUndefined()
  const former = { ...admin, state: 'deactivated' }
  expect(whyNotLastAdmin(former, { ...former, groups: [] }, 0)).toBeUndefined()
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
