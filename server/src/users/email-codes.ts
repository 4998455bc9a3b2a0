import { randomInt } from 'node:crypto'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanVerificationCode, personName, verificationCodeDigits } from '@casebook/domain/users/users.rules.ts'
import type { Database } from '../database/connect.ts'
import { rateLimited, takeHit } from '../platform/limits/hits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Actor } from '../platform/scope.ts'
import { isSameText, makeKeyedHash } from '../platform/seal.ts'
import { type Write, write } from '../platform/write.ts'
import { countTry, forgetCode, markEmailVerified, storeCode } from './email-codes.sql.ts'
import { addressChangedLetter, codeLetter } from './letters.ts'
import { lockPerson, type Person } from './people.sql.ts'

const lifetimeMinutes = 10
const triesOfACode = 5
const triesAnHour = { most: 10, seconds: 3600 }
const triesAnHourOfAnAddress = { most: 200, seconds: 3600 }
const sendsAMinute = { most: 1, seconds: 60 }
const sendsAnHour = { most: 5, seconds: 3600 }
const addressChangesAnHour = { most: 5, seconds: 3600 }

type Trier = { actor: Actor; address: string }

/** The codes that prove an e-mail address: the newest one counts, once, for ten minutes and five tries. */
export function makeEmailCodes({ secret, mailer }: { secret: string; mailer: Mailer }) {
  const hash = makeKeyedHash(secret, 'email-code')
  const macOf = (personid: string, email: string, code: string) => hash(JSON.stringify([personid, email, code]))

  /** Stores a new code and queues the letter; throws RATE_LIMITED. The person's row is locked. */
  async function send(tx: Write, person: Person, email: string): Promise<void> {
    const gap = await takeHit(tx, `code-gap:${person.personid}`, sendsAMinute)
    const wait = gap ?? (await takeHit(tx, `code-send:${person.personid}`, sendsAnHour))
    if (wait !== undefined) throw rateLimited(wait)

    const code = String(randomInt(10 ** verificationCodeDigits)).padStart(verificationCodeDigits, '0')
    const code_mac = macOf(person.personid, email, code)
    await storeCode(tx, { personid: person.personid, email, code_mac, lifetimeMinutes })
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
     * Marks the address as verified when the code is right. Every try counts, also a parallel one and one from another
     * session: the person's row is locked, and a try that failed is committed like one that did not.
     */
    async verify(db: Database, { actor, address }: Trier, email: string, code: string): Promise<void> {
      const failure = await write(db, actor, 'email code', async (tx) => {
        const person = await lockPerson(tx, actor.personid)
        const ofAddress = await takeHit(tx, `code-try:${address}`, triesAnHourOfAnAddress)
        const wait = ofAddress ?? (await takeHit(tx, `code-try:${actor.personid}`, triesAnHour))
        if (wait !== undefined) return rateLimited(wait)

        const stored = await countTry(tx, actor.personid)
        const given = macOf(actor.personid, email.trim(), cleanVerificationCode(code))
        const counts = stored && stored.tries <= triesOfACode && stored.email === person.email
        if (!counts || !isSameText(stored.code_mac, given)) return problem('verification.wrong', { field: 'code' })

        await forgetCode(tx, actor.personid)
        await markEmailVerified(tx, actor.personid)
        return undefined
      })
      if (failure) throw failure
    },

    /**
     * After an address was changed: the code for the old one is void, the old one is told, and a code goes to the new one.
     * Throws RATE_LIMITED where addresses change too often, since each change sends letters.
     */
    async afterAddressChange(tx: Write, before: Person, email: string | null): Promise<void> {
      const wait = await takeHit(tx, `address-change:${before.personid}`, addressChangesAnHour)
      if (wait !== undefined) throw rateLimited(wait)
      await forgetCode(tx, before.personid)
      if (before.email)
        await mailer.queue(tx, addressChangedLetter({ name: personName(before), address: before.email }, email))
      if (email === null) return
      await send(tx, before, email).catch((error) => {
        // The address is saved all the same; the person has a code sent when there is room again.
        if (!(error instanceof Problem && error.code === 'RATE_LIMITED')) throw error
      })
    },

    wake: mailer.wake,
  }
}

export type EmailCodes = ReturnType<typeof makeEmailCodes>
