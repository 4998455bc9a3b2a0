import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'
import type { Actor } from '../../access/scope.ts'
import { writePeople } from '../../writes/write.ts'
import { findPerson, lockPerson, updateProfile } from '../people/people.sql.ts'

let identity: TestIdentity
let nurse: Actor
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.stop())

beforeEach(async () => {
  await identity.pool.query('delete from limit_hit; delete from email_code; delete from mail')
  const found = identity.db.selectFrom('person').select('personid').where('sub', '=', 'nurse')
  const { personid } = await found.executeTakeFirstOrThrow()
  nurse = { kind: 'person', personid, name: 'Kari Nordmann', groups: ['hp'] }
  await writePeople(identity.db, nurse, undefined, (tx) =>
    tx.updateTable('person').set({ email: address, email_verified: false }).where('personid', '=', personid).execute(),
  )
})

const address = 'kari.nordmann@casebook.example'

async function save(change: { email?: string | null }) {
  await writePeople(identity.db, nurse, undefined, async (tx) => {
    const before = await lockPerson(tx, nurse.personid)
    const after = await updateProfile(tx, before, { given_name: 'Kari', family_name: 'Nordmann', ...change })
    if (after.email !== before.email) await identity.emailCodes.afterAddressChange(tx, before, after.email)
  })
}

const emails = () => identity.mailer.listRecent()

async function newestCode() {
  const found = (await emails()).map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find(Boolean)
  if (!found) throw new Error('no code was sent')
  return found
}

const resend = () => identity.emailCodes.resend(identity.db, nurse)
const verify = (code: string, email = address) =>
  identity.emailCodes.verify(identity.db, { actor: nurse, address: '127.0.0.1' }, email, code)
const isVerified = async () => (await findPerson(identity.db, nurse.personid))?.email_verified
const letTimePass = (table: string, columns: string[], interval: string) =>
  identity.pool.query(
    `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${interval}'`).join(', ')}`,
  )
const another = (code: string) => (code === '000000' ? '000001' : '000000')

test('the code from the email verifies the address, once', async () => {
  expect(await resend()).toBe(true)
  const code = await newestCode()
  await verify(code)
  expect(await isVerified()).toBe(true)
  await expect(verify(code)).rejects.toMatchObject({ reason: 'verification.wrong' })
})

test('no email is sent to an address that is already verified', async () => {
  await resend()
  await verify(await newestCode())
  expect(await resend()).toBe(false)
  expect(await emails()).toHaveLength(1)
})

test('a code is stored only as a keyed hash, and its email is encrypted', async () => {
  await resend()
  const code = await newestCode()
  const { rows } = await identity.pool.query(
    'select email_code::text as text from email_code union all select mail::text from mail',
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a wrong code is refused, and after five tries even the right one', async () => {
  await resend()
  const code = await newestCode()
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(verify(another(code))).rejects.toMatchObject({ reason: 'verification.wrong', field: 'code' })
  }
  await expect(verify(code)).rejects.toMatchObject({ reason: 'verification.wrong' })
  expect(await isVerified()).toBe(false)
})

test('a code expires after ten minutes', async () => {
  await resend()
  const code = await newestCode()
  await letTimePass('email_code', ['expires_at'], '10 minutes 1 second')
  await expect(verify(code)).rejects.toMatchObject({ reason: 'verification.wrong' })
})

test('a code is valid only for the address it was sent to', async () => {
  await resend()
  await expect(verify(await newestCode(), 'other@casebook.example')).rejects.toMatchObject({
    reason: 'verification.wrong',
  })
})

test('at most ten tries an hour are allowed, even with new codes and concurrently', async () => {
  await resend()
  const code = await newestCode()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => verify(another(code))))
  const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.reason)
  expect(reasons.filter((reason) => reason === 'verification.wrong')).toHaveLength(10)
  expect(reasons.filter((reason) => reason === 'rate.limited')).toHaveLength(20)

  await letTimePass('limit_hit', ['at'], '61 seconds')
  await resend()
  await expect(verify(await newestCode())).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfterSeconds: expect.any(Number) },
  })
  await letTimePass('limit_hit', ['at'], '1 hour')
  await verify(await newestCode())
})

test('one person can’t use up the tries of everybody at their address', async () => {
  await resend()
  const code = await newestCode()
  await Promise.allSettled(Array.from({ length: 60 }, () => verify(another(code))))
  const { rows } = await identity.pool.query(
    `select count(*)::int as tries from limit_hit where key like 'code-try:%' and key <> $1`,
    [`code-try:${nurse.personid}`],
  )
  expect(rows[0].tries).toBe(10)
})

test('another code is sent after a minute at the earliest, invalidates the previous one, and five are sent per hour', async () => {
  await resend()
  const first = await newestCode()
  await expect(resend()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  for (let sent = 1; sent < 5; sent++) {
    await letTimePass('limit_hit', ['at'], '61 seconds')
    await resend()
  }
  if (first !== (await newestCode()))
    await expect(verify(first)).rejects.toMatchObject({ reason: 'verification.wrong' })
  await letTimePass('limit_hit', ['at'], '61 seconds')
  await expect(resend()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await emails()).toHaveLength(5)
})

test('a changed address is unverified and is sent a code, and the old one is notified without naming the new one', async () => {
  await resend()
  await verify(await newestCode())
  await letTimePass('limit_hit', ['at'], '61 seconds')
  await save({ email: 'kari@elsewhere.example' })
  expect(await isVerified()).toBe(false)
  const [newest, notified] = await emails()
  expect([newest?.address, notified?.address].sort()).toEqual([address, 'kari@elsewhere.example'].sort())
  const toOld = (await emails()).filter((email) => email.address === address && email.subject.includes('changed'))
  expect(toOld).toHaveLength(1)
  expect(toOld[0]?.text).not.toContain('elsewhere')
  await verify(await newestCode(), 'kari@elsewhere.example')
  expect(await isVerified()).toBe(true)
})

test('a code sent to the old address does not verify the new one', async () => {
  await resend()
  const code = await newestCode()
  await save({ email: 'kari@elsewhere.example' })
  await expect(verify(code, 'kari@elsewhere.example')).rejects.toMatchObject({ reason: 'verification.wrong' })
  await expect(verify(code)).rejects.toMatchObject({ reason: 'verification.wrong' })
})

test('without an address there is nothing to verify', async () => {
  await save({ email: null })
  await expect(resend()).rejects.toMatchObject({ reason: 'verification.no-email' })
})
