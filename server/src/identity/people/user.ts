import { isAdmin, isHp, isPatient } from '@casebook/domain/shared/groups.ts'

type PersonFields = {
  sub: string
  given_name: string | null
  family_name: string | null
  email: string | null
  email_verified: boolean
  phone_number: string | null
  phone_number_verified: boolean
  groups: readonly string[]
}

/** The contract's User. */
export function userOf(person: PersonFields) {
  const { sub, given_name, family_name, email, email_verified, phone_number, phone_number_verified } = person
  const groups = [...person.groups]
  return {
    sub,
    given_name,
    family_name,
    email,
    email_verified,
    phone_number,
    phone_number_verified,
    groups,
    is_admin: isAdmin(groups),
    is_hp: isHp(groups),
    is_patient: isPatient(groups),
  }
}
