import { randomUUIDv7 } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { StoredFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import type { profileFields } from '@casebook/domain/users/users.rules.ts'
import { type Selectable, sql } from 'kysely'
import { systemActor } from '../../access/scope.ts'
import type { Database } from '../../database/connect.ts'
import type { PersonTable } from '../../database/tables-people.ts'
import { type PeopleWrite, writePeople } from '../../writes/write.ts'
import type { Asserted } from '../provider/claims.ts'

export type Person = Selectable<PersonTable>

function findByIdentity(db: Database, issuer: string, sub: string): Promise<Person | undefined> {
  return db.selectFrom('person').selectAll().where('issuer', '=', issuer).where('sub', '=', sub).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockIdentity(tx: PeopleWrite, issuer: string, sub: string): Promise<Person | undefined> {
  const row = tx.selectFrom('person').selectAll().where('issuer', '=', issuer).where('sub', '=', sub)
  return row.forUpdate().executeTakeFirst()
}

/** Adds a person who has not signed in yet. */
export function addPerson(tx: PeopleWrite, identity: { issuer: string; sub: string }): Promise<Person> {
  const row = tx.insertInto('person').values({ personid: randomUUIDv7(), ...identity })
  return row.returningAll().executeTakeFirstOrThrow()
}

/**
 * Records a sign-in that the provider vouched for. A first sign-in adds the person as pending. What a person or an
 * administrator wrote is never overwritten, except that missing names are filled in.
 */
export async function recordSignIn(db: Database, asserted: Asserted): Promise<Person> {
  const { issuer, sub, given_name, family_name, email, email_verified, phone_number } = asserted
  const known = await findByIdentity(db, issuer, sub)
  const actor = systemActor('sign-in')
  if (!known) {
    await writePeople(db, actor, 'first sign-in', (tx) =>
      tx
        .insertInto('person')
        .values({
          personid: randomUUIDv7(),
          issuer,
          sub,
          given_name,
          family_name,
          email,
          email_verified: email !== null && email_verified,
          phone_number,
        })
        .onConflict((conflict) => conflict.constraint('person_issuer_sub_key').doNothing())
        .execute(),
    )
  } else if (!known.given_name && !known.family_name && (given_name || family_name)) {
    await writePeople(db, actor, 'name from the provider', (tx) =>
      tx.updateTable('person').set({ given_name, family_name }).where('personid', '=', known.personid).execute(),
    )
  }
  const person = await findByIdentity(db, issuer, sub)
  if (!person) throw new Error('a person was removed while signing in')
  await recordAsserted(db, person.personid, asserted)
  return person
}

async function recordAsserted(db: Database, personid: string, { name, hpr_number, level }: Asserted): Promise<void> {
  const said = { name, hpr_number, assurance_level: level }
  await db
    .insertInto('person_asserted')
    .values({ personid, ...said })
    .onConflict((conflict) =>
      conflict.constraint('person_asserted_pkey').doUpdateSet({ ...said, last_seen_at: sql<Date>`now()` }),
    )
    .execute()
}

export function findPerson(db: Database | PeopleWrite, personid: string): Promise<Person | undefined> {
  return db.selectFrom('person').selectAll().where('personid', '=', personid).executeTakeFirst()
}

/** The person's row, locked until the transaction ends. */
export async function lockPerson(tx: PeopleWrite, personid: string): Promise<Person> {
  const person = await tx
    .selectFrom('person')
    .selectAll()
    .where('personid', '=', personid)
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw problem('person.missing')
  return person
}

/** Writes the differences. A changed address or number counts as unverified. An omitted field is unchanged. */
export async function updateProfile(
  tx: PeopleWrite,
  before: Person,
  profile: Partial<StoredFields<typeof profileFields>>,
): Promise<Person> {
  const after = { ...before, ...profile }
  return tx
    .updateTable('person')
    .set({
      ...profile,
      ...(after.email !== before.email && { email_verified: false }),
      ...(after.phone_number !== before.phone_number && { phone_number_verified: false }),
    })
    .where('personid', '=', before.personid)
    .returningAll()
    .executeTakeFirstOrThrow()
}
