import { sql } from 'kysely'
import type { PeopleWrite } from '../../writes/write.ts'

type NewCode = { personid: string; email: string; code_mac: string; lifetimeMinutes: number }

/** Stores the new valid code. The previous one becomes invalid. */
export async function storeCode(
  tx: PeopleWrite,
  { personid, email, code_mac, lifetimeMinutes }: NewCode,
): Promise<void> {
  const expires_at = sql<Date>`now() + ${lifetimeMinutes} * interval '1 minute'`
  const fresh = { email, code_mac, tries: 0, expires_at, created_at: sql<Date>`now()` }
  await tx
    .insertInto('email_code')
    .values({ personid, ...fresh })
    .onConflict((conflict) => conflict.constraint('email_code_pkey').doUpdateSet(fresh))
    .execute()
}

/** Counts a try and returns the valid code with this try included. Returns undefined if there is none or it has expired. */
export function countTry(tx: PeopleWrite, personid: string) {
  return tx
    .updateTable('email_code')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('personid', '=', personid)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['email', 'code_mac', 'tries'])
    .executeTakeFirst()
}

export async function forgetCode(tx: PeopleWrite, personid: string): Promise<void> {
  await tx.deleteFrom('email_code').where('personid', '=', personid).execute()
}

export async function markEmailVerified(tx: PeopleWrite, personid: string): Promise<void> {
  await tx.updateTable('person').set({ email_verified: true }).where('personid', '=', personid).execute()
}
