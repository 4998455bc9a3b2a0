import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'
import { newClientKey, startStrictProvider } from '../../../test/beds/providers/strict-provider.ts'
import { unscoped } from '../../database/unscoped.ts'

const kari = {
  sub: '1UZs8wQ+vGU/x==',
  name: 'Kari Nordmann',
  given_name: 'Kari',
  family_name: 'Nordmann',
  hpr_number: '431000103',
  level: '4',
}
const weak = { ...kari, sub: 'weak', level: '3' }

let provider: Awaited<ReturnType<typeof startStrictProvider>>
let identity: TestIdentity
let folder: string
let keyFile: string
let known: JWK[]
let first: Awaited<ReturnType<typeof newClientKey>>
let second: Awaited<ReturnType<typeof newClientKey>>
beforeAll(async () => {
  ;[first, second] = await Promise.all([newClientKey('first'), newClientKey('second')])
  folder = await mkdtemp(join(tmpdir(), 'casebook-key-'))
  keyFile = join(folder, 'client-key.json')
  await writeFile(keyFile, JSON.stringify(first.privateJwk))
  known = [first.publicJwk]
  provider = await startStrictProvider([kari, weak], () => known)
  identity = await startIdentity({
    OIDC_ISSUER: provider.issuer,
    OIDC_PROVIDER: 'helseid',
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_KEY: keyFile,
  })
  provider.reconfigure(identity.origin)
})
afterAll(async () => {
  await identity.stop()
  await provider.stop()
  await rm(folder, { recursive: true })
})

async function signIn(sub = kari.sub, browser = new Browser()) {
  const address = `${identity.origin}/auth/sign-in?login_hint=${encodeURIComponent(sub)}`
  await browser.visit(address, { until: (url) => url.origin === identity.origin && url.pathname === '/' })
  return { browser, answer: await identity.session(browser) }
}

async function activate(sub: string) {
  await unscoped(identity.db)
    .transaction()
    .execute(async (tx) => {
      await sql`set local casebook.actor = 'test'`.execute(tx)
      await tx.updateTable('person').set({ state: 'active' }).where('sub', '=', sub).execute()
    })
}

test('a first sign-in is recorded with the provider’s claims, and waits for approval', async () => {
  const { answer } = await signIn()
  // It requires a nonce in the proof of possession, responds with one, and then receives it.
  expect(provider.refused).toEqual(['grant: use_dpop_nonce'])
  expect(answer).toEqual({
    state: 'refused',
    sub: kari.sub,
    details: 'Your account is waiting for an administrator to activate it.',
    reason: 'sign-in.pending',
    params: {},
  })
  const row = await identity.db
    .selectFrom('person')
    .innerJoin('person_asserted', 'person_asserted.personid', 'person.personid')
    .select(['issuer', 'sub', 'given_name', 'family_name', 'name', 'hpr_number', 'assurance_level', 'state'])
    .where('sub', '=', kari.sub)
    .executeTakeFirst()
  expect(row).toEqual({
    issuer: provider.issuer,
    sub: kari.sub,
    given_name: 'Kari',
    family_name: 'Nordmann',
    name: 'Kari Nordmann',
    hpr_number: '431000103',
    assurance_level: '4',
    state: 'pending',
  })
})

test('an activated person signs in, with a pushed request, a short signed assertion and a bound token', async () => {
  await activate(kari.sub)
  const browser = new Browser()
  const start = await browser.send(`${identity.origin}/auth/sign-in`)
  const location = new URL(start.headers.get('location') ?? '')
  expect([...location.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])

  const { answer } = await signIn()
  expect(answer).toMatchObject({ state: 'user', user: { sub: kari.sub } })
  expect(provider.refused.filter((why) => why !== 'grant: use_dpop_nonce')).toEqual([])
  const assertion = provider.seen.at(-1)
  expect(assertion?.header).toMatchObject({ alg: 'PS256', typ: 'client-authentication+jwt', kid: 'first' })
  expect(assertion?.claims).toMatchObject({
    iss: 'casebook',
    sub: 'casebook',
    aud: provider.issuer,
    jti: expect.any(String),
  })
})

test('a sign-in below the assurance level of the health sector is refused', async () => {
  const { answer } = await signIn(weak.sub)
  expect(answer).toMatchObject({ state: 'refused', sub: 'weak' })
  expect(answer.details).toContain('assurance level 3; 4 or higher is needed')
})

test('the client key rotates without a restart and without a gap, whichever side changes first', async () => {
  await writeFile(keyFile, JSON.stringify({ keys: [second.privateJwk, first.privateJwk] }))
  expect((await signIn()).answer).toMatchObject({ state: 'user' })
  known = [first.publicJwk, second.publicJwk]
  provider.reconfigure(identity.origin)
  expect((await signIn()).answer).toMatchObject({ state: 'user' })
  expect(provider.seen.at(-1)?.header.kid).toBe('second')
  known = [second.publicJwk]
  provider.reconfigure(identity.origin)
  await writeFile(keyFile, JSON.stringify({ keys: [second.privateJwk] }))
  expect((await signIn()).answer).toMatchObject({ state: 'user' })
  await writeFile(keyFile, JSON.stringify(first.privateJwk))
  expect((await signIn()).answer).toMatchObject({
    state: 'refused',
    details: expect.stringContaining('invalid_client'),
  })
  await writeFile(keyFile, JSON.stringify(second.privateJwk))
})

test('signing out here signs out at the provider, which ends its other sessions', async () => {
  const { browser } = await signIn()
  const token = browser.cookie('casebook_session') ?? ''
  const { location } = JSON.parse((await browser.fetch(`${identity.origin}/auth/sign-out`, { method: 'POST' })).body)
  expect(new URL(location).searchParams.get('id_token_hint')).toBeTruthy()
  expect(new URL(location).searchParams.get('post_logout_redirect_uri')).toBe(`${identity.origin}/`)
  expect(await identity.sessions.find(token)).toBeUndefined()
  const asked = await browser.visit(location)
  expect(asked.status).toBe(200)
})

test('signing out at the provider ends the session here', async () => {
  const { browser, answer } = await signIn()
  expect(answer).toMatchObject({ state: 'user' })
  const asked = await browser.visit(`${provider.issuer}/session/end`)
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.body) ?? []
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  await browser.send(`${provider.issuer}/session/end/confirm`, { method: 'POST', body })
  expect(provider.refused.filter((why) => why.startsWith('backchannel'))).toEqual([])
  expect(await identity.session(browser)).toMatchObject({ state: 'guest' })
})
