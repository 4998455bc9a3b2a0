import { randomInt } from 'node:crypto'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import { personName } from '@casebook/domain/users/person-name.ts'
import { cleanVerificationCode, verificationCodeDigits } from '@casebook/domain/users/users.rules.ts'
import type { Actor } from '../../access/scope.ts'
import type { Database } from '../../database/connect.ts'
import { bilingual, type EmailMessage, type Mailer } from '../../mail/mailer.ts'
import { countTowardsLimit } from '../../rate-limits/rate-limits.ts'
import { isSameText, makeKeyedHash } from '../../secrets/seal.ts'
import { type PeopleWrite, writePeople } from '../../writes/write.ts'
import { lockPerson, type Person } from '../people/people.sql.ts'
import { countTry, forgetCode, markEmailVerified, storeCode } from './email-codes.sql.ts'

const lifetimeMinutes = 10
const triesOfACode = 5
const triesAnHour = { most: 10, seconds: 3600 }
/** A whole hospital may use one address, and each person in it may use up their own tries. */
const triesAnHourOfAnAddress = { most: 5000, seconds: 3600 }
const sendsAMinute = { most: 1, seconds: 60 }
const sendsAnHour = { most: 5, seconds: 3600 }
const addressChangesAnHour = { most: 5, seconds: 3600 }

type CodeCheck = { actor: Actor; address: string }

/** Codes that verify an email address. Only the newest is valid, once, for ten minutes and five tries. */
export function makeEmailCodes({ secret, mailer }: { secret: string; mailer: Mailer }) {
  const hash = makeKeyedHash(secret, 'email-code')
  const macOf = (personid: string, email: string, code: string) => hash(JSON.stringify([personid, email, code]))

  /** Stores a new code and queues the email. Throws RATE_LIMITED. Locks the person's row. */
  async function send(tx: PeopleWrite, person: Person, email: string): Promise<void> {
    const gap = await countTowardsLimit(tx, `code-gap:${person.personid}`, sendsAMinute)
    const wait = gap ?? (await countTowardsLimit(tx, `code-send:${person.personid}`, sendsAnHour))
    if (wait !== undefined) throw rateLimited(wait)

    const code = String(randomInt(10 ** verificationCodeDigits)).padStart(verificationCodeDigits, '0')
    const code_mac = macOf(person.personid, email, code)
    await storeCode(tx, { personid: person.personid, email, code_mac, lifetimeMinutes })
    await mailer.queue(tx, codeEmail({ name: personName(person), address: email }, code, lifetimeMinutes))
  }

  return {
    /** Sends a new code to the person's address. Returns false without sending if the address is already verified. */
    async resend(db: Database, actor: Actor): Promise<boolean> {
      const isSent = await writePeople(db, actor, undefined, async (tx) => {
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
     * Marks the address as verified if the code is correct. Every try counts, including parallel ones from another
     * session: the person's row is locked, and failed tries are committed, too.
     */
    async verify(db: Database, { actor, address }: CodeCheck, email: string, code: string): Promise<void> {
      const failure = await writePeople(db, actor, 'email code', async (tx) => {
        const person = await lockPerson(tx, actor.personid)
        // The person's own limit is checked first, so that one person can't use up the address's limit.
        const ofPerson = await countTowardsLimit(tx, `code-try:${actor.personid}`, triesAnHour)
        const wait = ofPerson ?? (await countTowardsLimit(tx, `code-try:${address}`, triesAnHourOfAnAddress))
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
     * After an address was changed: invalidates the code of the old address, notifies it, and sends a code to the new
     * one. Throws RATE_LIMITED if addresses change too often, because each change sends email.
     */
    async afterAddressChange(tx: PeopleWrite, before: Person, email: string | null): Promise<void> {
      const wait = await countTowardsLimit(tx, `address-change:${before.personid}`, addressChangesAnHour)
      if (wait !== undefined) throw rateLimited(wait)
      await forgetCode(tx, before.personid)
      if (before.email)
        await mailer.queue(tx, addressChangedEmail({ name: personName(before), address: before.email }, email))
      if (email === null) return
      await send(tx, before, email).catch((error) => {
        // The address is saved anyway. The person can request a code when the limit allows it.
        if (!(error instanceof Problem && error.code === 'RATE_LIMITED')) throw error
      })
    },

    wake: mailer.wake,
  }
}

export type EmailCodes = ReturnType<typeof makeEmailCodes>

function codeEmail(to: EmailMessage['to'], code: string, minutes: number): EmailMessage {
  return bilingual(
    to,
    'Casebook: your verification code / bekreftelseskode',
    `Your verification code is ${code}. It can be used once, within ${minutes} minutes. If you did not ask for it, you can ignore this email.`,
    `Bekreftelseskoden din er ${code}. Den kan brukes én gang, innen ${minutes} minutter. Har du ikke bedt om den, kan du se bort fra denne e-posten.`,
  )
}

/** To the replaced address, so that nobody loses theirs unnoticed. The new address is not named. */
function addressChangedEmail(to: EmailMessage['to'], email: string | null): EmailMessage {
  return bilingual(
    to,
    'Casebook: your email address was changed / e-postadressen din er endret',
    email === null
      ? 'This email address was removed from your Casebook profile.'
      : 'Your Casebook profile now has another email address; this one is no longer used.',
    'If that was not you, tell your administrator at once.',
    email === null
      ? 'Denne e-postadressen er fjernet fra profilen din i Casebook.'
      : 'Profilen din i Casebook har nå en annen e-postadresse; denne brukes ikke lenger.',
    'Var det ikke deg, si fra til administratoren med en gang.',
  )
}
