import { expect, test } from 'vitest'
import { comparePeople, type PersonRow } from './person-name.ts'

function person(sub: string, state: PersonRow['state']) {
  return { personid: sub, sub, state, given_name: null, family_name: null, asserted: null }
}

test('people who wait come first, then all by name as in every list: ignoring case, digit by digit', () => {
  const people = [
    person('b', 'ACTIVE'),
    person('P-10', 'ACTIVE'),
    person('C', 'PENDING'),
    person('P-2', 'ACTIVE'),
    person('A', 'ACTIVE'),
    person('a', 'DEACTIVATED'),
  ]
  expect(people.sort(comparePeople).map(({ sub }) => sub)).toEqual(['C', 'A', 'b', 'P-10', 'P-2', 'a'])
})
