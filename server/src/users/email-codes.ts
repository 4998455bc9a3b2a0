import { randomInt } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanVerificationCode, personName, verificationCodeDigits } from '@casebook/domain/users/users.rules.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { rateLimited, takeHit } from '../platform/limits/hits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Actor } from '../platform/scope.ts'
import { isSameText, makeKeyedHash } from '../platform/seal.ts'
import { type Write, write } from '../platform/write.ts'
import { addressChangedLetter, codeLetter } from './letters.ts'
import { lockPerson, type Person } from './people.sql.ts'

const lifetimeMinutes = 10
const triesOfACode = 5
const triesAnHour = { most: 10, seconds: 3600 }
const sendsAMinute = { most: 1, seconds: 60 }
const sendsAnHour = { most: 5, seconds: 3600 }

/** The codes that prove an e-mail address: the newest one counts, once, for ten minutes and five tries. */
export function makeEmailCodes({ secret, mailer }: { secret: string; mailer: Mailer }) {
  const hash = makeKeyedHash(secret, 'email-code')
  const macOf = (personid: string, email: string, code: string) => hash(JSON.stringify([personid, email, code]))

  /** Stores a new code, which voids the one before, and queues the letter; throws RATE_LIMITED. */
  async function send(tx: Write, person: Person, email: string): Promise<void> {
    const gap = await takeHit(tx, `code-gap:${person.personid}`, sendsAMinute)
    const wait = gap ?? (await takeHit(tx, `code-send:${person.personid}`, sendsAnHour))
    if (wait !== undefined) throw rateLimited(wait)

    const code = String(randomInt(10 ** verificationCodeDigits)).padStart(verificationCodeDigits, '0')
    const fresh = {
      email,
      code_mac: macOf(person.personid, email, code),
      tries: 0,
      expires_at: sql<Date>`now() + ${lifetimeMinutes} * interval '1 minute'`,
    }
    await tx
      .insertInto('email_code')
      .values({ personid: person.personid, ...fresh })
      .onConflict((conflict) =>
        conflict.constraint('email_code_pkey').doUpdateSet({ ...fresh, created_at: sql<Date>`now()` }),
      )
      .execute()
    await mailer.queue(tx, codeLetter({ name: personName(person), address: email }, code, lifetimeMinutes))
  }

  return {
    /** Sends a new code to the person's address. Answers false, and sends nothing, when it is verified already. */
    async resend(db: Database, actor: Actor): Promise<boolean> {
      const isSent = await write(db, actor, undefined, async (tx) => {
        const person = await lockPerson(tx, actor.personid)
        if (!person.email) throw problem('verification.no-email')
        if (person.email_verified) return false
        await send(tx, person, person.email)
        return true
      })
      if (isSent) mailer.wake()
      return isSent
    },

    /**
     * Marks the address as verified when the code is right. Every try counts, also a parallel one and from another session:
     * the person's row is locked, and a try that failed is committed like one that did not.
     */
    async verify(db: Database, actor: Actor, email: string, code: string): Promise<void> {
      const failure = await write(db, actor, 'email code', async (tx) => {
        const person = await lockPerson(tx, actor.personid)
        const wait = await takeHit(tx, `code-try:${actor.personid}`, triesAnHour)
        if (wait !== undefined) return rateLimited(wait)

        const { rows } = await sql<{ email: string; code_mac: string; tries: number }>`
          update email_code set tries = tries + 1 where personid = ${actor.personid} and expires_at > now()
          returning email, code_mac, tries`.execute(tx)
        const stored = rows[0]
        const given = macOf(actor.personid, email.trim(), cleanVerificationCode(code))
        const isRight =
          stored !== undefined &&
          stored.tries <= triesOfACode &&
          stored.email === person.email &&
          isSameText(stored.code_mac, given)
        if (!isRight) return problem('verification.wrong', { field: 'code' })

        await tx.deleteFrom('email_code').where('personid', '=', actor.personid).execute()
        await tx.updateTable('person').set({ email_verified: true }).where('personid', '=', actor.personid).execute()
        return undefined
      })
      if (failure) throw failure
    },

    /** After an address was changed: voids the code for the old one, tells the old one, and sends a code to the new one if it may. */
    async afterAddressChange(tx: Write, before: Person, email: string | null): Promise<void> {
      await tx.deleteFrom('email_code').where('personid', '=', before.personid).execute()
      if (before.email)
        await mailer.queue(tx, addressChangedLetter({ name: personName(before), address: before.email }, email))
      if (email === null) return
      const gap = await takeHit(tx, `address-change:${before.personid}`, sendsAnHour)
      if (gap !== undefined) throw rateLimited(gap)
      await send(tx, before, email).catch((error) => {
        // The address is saved all the same; the person has a code sent when there is room again.
        if (!(error instanceof Error && 'code' in error && error.code === 'RATE_LIMITED')) throw error
      })
    },

    wake: mailer.wake,
  }
}

export type EmailCodes = ReturnType<typeof makeEmailCodes>
