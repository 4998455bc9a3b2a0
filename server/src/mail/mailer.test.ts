import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startIdentity, type TestIdentity, testSecret } from '../../test/beds/providers/identity.ts'
import { startSmtp } from '../../test/beds/smtp.ts'
import { unscoped } from '../database/unscoped.ts'
import { backOffSeconds, makeMailer } from './mailer.ts'

let smtp: Awaited<ReturnType<typeof startSmtp>>
let identity: TestIdentity
beforeAll(async () => {
  smtp = await startSmtp()
  identity = await startIdentity({ SMTP_URL: smtp.url, MAIL_FROM: 'Casebook <casebook@clinic.example>' })
})
afterAll(async () => {
  await identity.stop()
  await smtp.stop()
})
beforeEach(async () => {
  smtp.messages.length = 0
  smtp.state.refusal = undefined
  await identity.pool.query('delete from mail')
})

const email = {
  to: { name: 'Kari "Ø" Nordmann', address: 'kari@clinic.example' },
  subject: 'Blåbær',
  text: 'En kode: 123456\n',
}
const rows = async () => (await identity.pool.query('select * from mail')).rows

async function untilSettled() {
  for (let look = 0; look < 100; look++) {
    const [row] = await rows()
    if (row?.sent_at || row?.failed_at || row?.last_error) return row
    await setTimeout(50)
  }
  throw new Error('the email was not tried')
}

test('an email is sent by SMTP, and its text is deleted afterwards', async () => {
  await identity.mailer.queue(identity.db, email)
  identity.mailer.wake()
  expect(await untilSettled()).toMatchObject({ body: null, attempts: 1, last_error: null })
  expect(smtp.messages).toHaveLength(1)
  expect(smtp.messages[0]?.to).toBe('<kari@clinic.example>')
  expect(smtp.messages[0]?.data).toContain('From: Casebook <casebook@clinic.example>')
  expect(smtp.messages[0]?.data).toContain('123456')
})

test('an email queued in a failed transaction is never sent', async () => {
  const work = unscoped(identity.db)
    .transaction()
    .execute(async (tx) => {
      await identity.mailer.queue(tx, email)
      throw new Error('no')
    })
  await expect(work).rejects.toThrow('no')
  expect(await rows()).toEqual([])
})

test('a temporarily refused email is retried later', async () => {
  smtp.state.refusal = '451 try later'
  await identity.mailer.queue(identity.db, email)
  identity.mailer.wake()
  const row = await untilSettled()
  expect(row).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
  expect(row.next_attempt_at.getTime()).toBeGreaterThan(Date.now())
  smtp.state.refusal = undefined
  await identity.pool.query('update mail set next_attempt_at = now(), last_error = null')
  identity.mailer.wake()
  expect(await untilSettled()).toMatchObject({ attempts: 2, last_error: null })
  expect(smtp.messages).toHaveLength(1)
})

test('a permanently refused email is given up, and its text deleted', async () => {
  smtp.state.refusal = '550 no such mailbox'
  await identity.mailer.queue(identity.db, email)
  identity.mailer.wake()
  const row = await untilSettled()
  expect(row.failed_at).not.toBeNull()
  expect(row.body).toBeNull()
})

test('an attempt at a mail server that falls silent ends, and the email is sent later', async () => {
  const { db, app } = identity
  const from = 'Casebook <casebook@clinic.example>'
  const mailer = makeMailer({ db, secret: testSecret, from, smtpUrl: smtp.url, log: app.log, attemptMs: 100 })
  smtp.state.isSilent = true
  await mailer.queue(db, email)
  mailer.wake()
  expect(await untilSettled()).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
  smtp.state.isSilent = false
  await identity.pool.query('update mail set next_attempt_at = now(), last_error = null')
  mailer.wake()
  expect(await untilSettled()).toMatchObject({ attempts: 2, last_error: null })
  await mailer.stop()
})

test('an address can’t add recipients or headers', async () => {
  const to = { name: 'X\r\nBcc: all@clinic.example', address: 'kari@clinic.example' }
  await identity.mailer.queue(identity.db, { ...email, to, subject: 'S\r\nBcc: all@clinic.example' })
  identity.mailer.wake()
  await untilSettled()
  expect(smtp.messages).toHaveLength(1)
  expect(smtp.messages[0]?.data).not.toMatch(/^Bcc:/m)
})

test('the delays between attempts grow to an hour', () => {
  expect([1, 2, 3, 4, 9].map(backOffSeconds)).toEqual([10, 30, 90, 270, 3600])
})
