import { randomUUIDv7 } from 'node:crypto'
import type { Group } from '@casebook/domain/shared/groups.ts'
import { sql } from 'kysely'
import { systemActor } from '../../access/scope.ts'
import type { Database } from '../../database/connect.ts'
import { writePeople } from '../../writes/write.ts'

export type DemoPerson = {
  /** The `login_hint` and the sub. */
  readonly name: string
  readonly given_name: string
  readonly family_name: string
  readonly email: string
  readonly email_verified: boolean
  readonly phone_number: string
  readonly work: string
  readonly state: 'active' | 'pending'
  readonly groups: readonly Group[]
  readonly hpr_number?: string
}

/** The people of local mode: one for each kind of work, a patient and a newcomer. */
export const demoPeople: readonly DemoPerson[] = [
  {
    name: 'admin',
    given_name: 'Ingrid',
    family_name: 'Solberg',
    email: 'ingrid.solberg@casebook.example',
    email_verified: true,
    phone_number: '+47 900 00 101',
    work: 'Administrator: sites, devices, people and everything below',
    state: 'active',
    groups: ['admin', 'hp', 'study:admin', 'subject:admin'],
    hpr_number: '431000101',
  },
  {
    name: 'coordinator',
    given_name: 'Lars',
    family_name: 'Haugen',
    email: 'lars.haugen@casebook.example',
    email_verified: true,
    phone_number: '+47 900 00 102',
    work: 'Study coordinator: studies, their types and their subjects',
    state: 'active',
    groups: ['hp', 'study:admin', 'subject:admin'],
    hpr_number: '431000102',
  },
  {
    name: 'nurse',
    given_name: 'Kari',
    family_name: 'Nordmann',
    email: 'kari.nordmann@casebook.example',
    email_verified: false,
    phone_number: '+47 900 00 103',
    work: 'Nurse: records data about subjects',
    state: 'active',
    groups: ['hp'],
    hpr_number: '431000103',
  },
  {
    name: 'patient',
    given_name: 'Ola',
    family_name: 'Nilsen',
    email: 'ola.nilsen@casebook.example',
    email_verified: true,
    phone_number: '+47 900 00 104',
    work: 'Patient: sees their own profile and nothing else',
    state: 'active',
    groups: ['patient'],
  },
  {
    name: 'newcomer',
    given_name: 'Sigrid',
    family_name: 'Bakke',
    email: 'sigrid.bakke@casebook.example',
    email_verified: true,
    phone_number: '+47 900 00 105',
    work: 'New nurse: not activated by an administrator yet',
    state: 'pending',
    groups: [],
    hpr_number: '431000105',
  },
]

/** Adds the demo people missing at `issuer`. Changes to the others are kept. */
export async function addDemoPeople(db: Database, issuer: string): Promise<void> {
  const known = await db.selectFrom('person').select('sub').where('issuer', '=', issuer).execute()
  const missing = demoPeople.filter((demo) => !known.some((person) => person.sub === demo.name))
  if (missing.length === 0) return
  await writePeople(db, systemActor('demo'), 'people of local mode', (tx) =>
    tx
      .insertInto('person')
      .values(
        missing.map(({ name, state, groups, given_name, family_name, email, email_verified, phone_number }) => ({
          personid: randomUUIDv7(),
          issuer,
          sub: name,
          state,
          groups: sql<string[]>`${sql.val([...groups])}::text[]`,
          all_sites: state === 'active',
          given_name,
          family_name,
          email,
          email_verified,
          phone_number,
        })),
      )
      .onConflict((conflict) => conflict.constraint('person_issuer_sub_key').doNothing())
      .execute(),
  )
}
