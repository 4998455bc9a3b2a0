import { compareNames } from '@casebook/domain/shared/names/names.ts'
import { personName } from '@casebook/domain/users/person-name.ts'
import type { PeopleQuery } from '../../generated/graphql.ts'

export type PersonRow = PeopleQuery['listPeople'][number]

type Named = Pick<PersonRow, 'given_name' | 'family_name' | 'sub' | 'asserted'>
type Listed = Named & Pick<PersonRow, 'personid' | 'state'>

/** A person's name: from their profile, else from the provider's claims, else their sub. */
export function nameOf(person: Named): string {
  const name = personName(person)
  return name === person.sub ? (person.asserted?.name ?? name) : name
}

const places = { PENDING: 0, ACTIVE: 1, DEACTIVATED: 2 }

/** Pending people first, then by name. */
export function comparePeople(one: Listed, other: Listed): number {
  return (
    places[one.state] - places[other.state] ||
    compareNames(nameOf(one), nameOf(other)) ||
    (one.personid < other.personid ? -1 : 1)
  )
}

export function personText(person: PersonRow): string {
  return `${nameOf(person)} ${person.sub} ${person.email ?? ''} ${person.groups.join(' ')} ${person.sites.join(' ')}`
}
