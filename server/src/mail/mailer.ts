import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import type { Database } from '../database/connect.ts'
import { unscoped } from '../database/unscoped.ts'
import { makeSealer } from '../secrets/seal.ts'

export type EmailMessage = {
  to: { name?: string | null; address: string }
  subject: string
  text: string
}

export type StoredEmail = { mailid: string; address: string; subject: string; text: string; at: Date }

export type Mailer = {
  /** Queues an email in the caller's transaction: it is sent if and only if that commits. */
  queue: (db: Database, email: EmailMessage) => Promise<void>
  /** Sends due emails soon, without waiting. Call it after the commit. */
  wake: () => void
  /** Resolves if the mail server accepts the login now; at once in local mode. */
  ready: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
  /** The newest emails, for the mailbox page of local mode. */
  listRecent: () => Promise<StoredEmail[]>
}

type MailerDeps = {
  db: Database
  secret: string
  from: string
  /** Absent in local mode: emails then stay in the mailbox page. */
  smtpUrl?: string | undefined
  log: FastifyBaseLogger
  /** How long one attempt to send an email may take. */
  attemptMs?: number
}

type Due = {
  mailid: string
  recipient_name: string | null
  recipient_address: string
  subject: string
  body: string | null
  attempts: number
}

const lookEveryMs = 10_000
const mostAttempts = 10
/** Seconds that an email is claimed by one process. After that another process may send it. */
const claimSeconds = 120
/**
 * Of one attempt in milliseconds: to look up the name, to connect (lookup, TLS and greeting included), and without a
 * byte from the server afterwards. `mostAttemptMs` bounds them together, because each reply begins a new wait. It is
 * shorter than the claim, so that no other process sends the email meanwhile.
 */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 30_000, greetingTimeout: 20_000, socketTimeout: 30_000 }
const mostAttemptMs = (claimSeconds - 20) * 1000
const keepDays = 30
const sweepEveryMs = 6 * 3_600_000

/** Seconds to the next attempt after this many failed ones: 10, 30, 90 … up to an hour. */
export function backOffSeconds(attempts: number): number {
  return Math.min(3600, 10 * 3 ** (attempts - 1))
}

export function makeMailer({ db, secret, from, smtpUrl, log, attemptMs = mostAttemptMs }: MailerDeps): Mailer {
  const sealer = makeSealer(secret, 'mail')
  const transport = smtpUrl
    ? nodemailer.createTransport(
        { url: smtpUrl, ...timeouts },
        { from, disableFileAccess: true, disableUrlAccess: true },
      )
    : undefined
  const timers: NodeJS.Timeout[] = []
  let sending: Promise<void> | undefined
  let again = false

  async function claimDue(): Promise<Due[]> {
    const { rows } = await sql<Due>`
      update mail set attempts = attempts + 1, next_attempt_at = now() + ${claimSeconds} * interval '1 second'
      where mailid in (
        select mailid from mail where sent_at is null and failed_at is null and next_attempt_at <= now()
        order by next_attempt_at limit 5 for update skip locked)
      returning mailid, recipient_name, recipient_address, subject, body, attempts`.execute(unscoped(db))
    return rows
  }

  async function deliver(email: Due): Promise<void> {
    const text = sealer.open(email.body)
    const one = db.updateTable('mail').where('mailid', '=', email.mailid)
    if (typeof text !== 'string') {
      await one
        .set({ failed_at: sql<Date>`now()`, last_error: 'the text cannot be opened with this SECRET_KEY' })
        .execute()
      return
    }
    try {
      const to = { name: email.recipient_name ?? '', address: email.recipient_address }
      await transport?.sendMail({ to, subject: email.subject, text, signal: AbortSignal.timeout(attemptMs) })
      await one.set({ sent_at: sql<Date>`now()`, last_error: null, ...(transport && { body: null }) }).execute()
    } catch (error) {
      await one.set(afterFailure(error, email.attempts)).execute()
      log.warn({ err: error, mailid: email.mailid, attempts: email.attempts }, 'an email could not be sent')
    }
  }

  async function deliverDue(): Promise<void> {
    for (let due = await claimDue(); due.length > 0; due = await claimDue()) await Promise.all(due.map(deliver))
  }

  function sweep(): void {
    sql`delete from mail where created_at < now() - ${keepDays} * interval '1 day'`
      .execute(unscoped(db))
      .catch((error) => log.warn({ err: error }, 'old emails could not be removed'))
  }

  function wake(): void {
    if (sending) {
      again = true
      return
    }
    sending = deliverDue()
      .catch((error) => log.warn({ err: error }, 'the mail queue could not be processed'))
      .then(() => {
        sending = undefined
        if (again) {
          again = false
          wake()
        }
      })
  }

  return {
    async queue(tx, { to, subject, text }) {
      await tx
        .insertInto('mail')
        .values({
          mailid: randomUUIDv7(),
          recipient_name: to.name ?? null,
          recipient_address: to.address,
          subject,
          body: sealer.seal(text),
        })
        .execute()
    },
    wake,
    async ready() {
      await transport?.verify()
    },
    start() {
      timers.push(setInterval(wake, lookEveryMs).unref(), setInterval(sweep, sweepEveryMs).unref())
      wake()
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await sending
      transport?.close()
    },
    async listRecent() {
      const rows = await db.selectFrom('mail').selectAll().orderBy('created_at', 'desc').limit(100).execute()
      return rows.map(({ mailid, recipient_address, subject, body, created_at }) => {
        const text = sealer.open(body)
        return {
          mailid,
          address: recipient_address,
          subject,
          text: typeof text === 'string' ? text : '',
          at: created_at,
        }
      })
    },
  }
}

/** A permanent refusal (SMTP 5xx) or the last attempt ends it. Anything else is retried later. */
function afterFailure(error: unknown, attempts: number) {
  const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  const isFinal = attempts >= mostAttempts || (typeof code === 'number' && code >= 500)
  if (isFinal) return { last_error, failed_at: sql<Date>`now()`, body: null }
  return { last_error, next_attempt_at: sql<Date>`now() + ${backOffSeconds(attempts)} * interval '1 second'` }
}

/** An email in both languages, because the server does not know which one the person reads. */
export function bilingual(to: EmailMessage['to'], subject: string, ...paragraphs: string[]): EmailMessage {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
