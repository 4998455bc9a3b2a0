import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { startForgingProvider } from '../../../test/beds/providers/forging-provider.ts'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'
import { unscoped } from '../../database/unscoped.ts'

let provider: Awaited<ReturnType<typeof startForgingProvider>>
let identity: TestIdentity
beforeAll(async () => {
  provider = await startForgingProvider()
  identity = await startIdentity({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: 'the secret of the client',
    OIDC_TIMEOUT_SECONDS: '1',
    OIDC_LEVEL_CLAIM: 'level',
    OIDC_LEVEL_MIN: '3',
    OIDC_GROUPS_CLAIM: 'roles',
    OIDC_GROUPS_MAP: 'their nurses=hp; Their=Admins=admin; leads=study:admin',
  })
  await unscoped(identity.db)
    .transaction()
    .execute(async (tx) => {
      await sql`set local casebook.actor = 'test'`.execute(tx)
      await tx
        .insertInto('person')
        .values({
          personid: 'p1',
          issuer: provider.issuer,
          sub: 'somebody',
          state: 'active',
          given_name: 'Some',
          family_name: 'Body',
        })
        .execute()
    })
})
afterAll(async () => {
  await identity.stop()
  await provider.stop()
})
beforeEach(() => {
  provider.state.published = ['first']
  provider.state.forge = (claims) => provider.sign({ ...claims, level: '3' })
  provider.state.tokenStatus = 200
  provider.state.delayMs = 0
})

async function signIn(change: Record<string, string | undefined> = {}, browser = new Browser()) {
  const start = await browser.send(`${identity.origin}/auth/sign-in`)
  await browser.send(provider.answer(start.headers.get('location') ?? '', change))
  return identity.session(browser)
}

/** A sign-in in which the provider's ID token was modified. */
async function signInWith(forge: (claims: JWTPayload) => Promise<string> | string) {
  provider.state.forge = async (claims) => forge({ ...claims, level: '3' })
  return signIn()
}

const sign = (...args: Parameters<typeof provider.sign>) => provider.sign(...args)

test('a valid ID token signs in', async () => {
  expect(await signIn()).toMatchObject({ state: 'user', user: { sub: 'somebody' } })
})

const past = () => Math.floor(Date.now() / 1000) - 3600
const forgeries: [string, (claims: JWTPayload) => Promise<string> | string][] = [
  ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
  ['for another audience', (claims) => sign({ ...claims, aud: 'another-client' })],
  [
    'for several audiences without saying which asked',
    (claims) => sign({ ...claims, aud: ['casebook', 'another-client'] }),
  ],
  [
    'asked for by another client',
    (claims) => sign({ ...claims, aud: ['casebook', 'another-client'], azp: 'another-client' }),
  ],
  ['that has run out', (claims) => sign({ ...claims, iat: past(), exp: past() + 60 })],
  ['without an end', ({ exp, ...claims }) => sign(claims)],
  ['that is not valid yet', (claims) => sign({ ...claims, nbf: past() + 7200 })],
  ['with another nonce', (claims) => sign({ ...claims, nonce: 'another' })],
  ['without a nonce', ({ nonce, ...claims }) => sign(claims)],
  ['without a sub', ({ sub, ...claims }) => sign(claims)],
  ['with an empty sub', (claims) => sign({ ...claims, sub: '' })],
  ['with a sub of blanks', (claims) => sign({ ...claims, sub: ' \t' })],
  ['with U+0000 in its sub', (claims) => sign({ ...claims, sub: 'some\0body' })],
  ['with half a character in its sub', (claims) => sign({ ...claims, sub: 'some\ud800body' })],
  ['with an endless sub', (claims) => sign({ ...claims, sub: 'x'.repeat(1_001) })],
  ['that nobody signed', (claims) => provider.unsigned(claims)],
  ['signed by an unknown key', (claims) => sign(claims, {}, 'foreign')],
  ['signed by a foreign key under a known name', (claims) => sign(claims, { kid: 'first' }, 'foreign')],
  [
    'changed after it was signed',
    async (claims) => {
      const [header, , signature] = (await sign(claims)).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${signature}`
    },
  ],
  [
    'signed with the secret of the client',
    (claims) => {
      const body = [{ alg: 'HS256' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${body}.${createHmac('sha256', 'the secret of the client').update(body).digest('base64url')}`
    },
  ],
  ['that is no token', () => 'not.a.token'],
]

test.each(forgeries)('an ID token %s is refused', async (_what, forge) => {
  const answer = await signInWith(forge)
  expect(answer).toMatchObject({ state: 'refused', sub: null })
  expect(answer.details).not.toContain('evil')
})

test('an answer without an ID token is refused', async () => {
  provider.state.forge = async () => ''
  expect(await signIn()).toMatchObject({ state: 'refused' })
})

test('an answer with another issuer, or none, is refused', async () => {
  expect(await signIn({ iss: 'https://evil.example' })).toMatchObject({ state: 'refused' })
  expect(await signIn({ iss: undefined })).toMatchObject({ state: 'refused' })
})

test('an answer with another state, or none, is refused', async () => {
  expect(await signIn({ state: 'made-up' })).toMatchObject({ state: 'refused' })
  expect(await signIn({ state: undefined })).toMatchObject({ state: 'refused' })
})

test('a code that the provider refuses is refused with its message', async () => {
  provider.state.tokenStatus = 400
  expect((await signIn()).details).toContain('(invalid_grant)')
})

test('an error that the provider sends back is quoted', async () => {
  const answer = await signIn({ code: undefined, error: 'access_denied', error_description: 'The person cancelled' })
  expect(answer).toMatchObject({
    details: 'The identity provider refused the sign-in: The person cancelled (access_denied).',
    reason: 'sign-in.refused',
    params: { why: 'The person cancelled', error: 'access_denied' },
  })
})

test('keys may rotate: a new one is valid at once, a removed one no longer', async () => {
  provider.state.published = ['first', 'second']
  expect(await signInWith((claims) => sign(claims, {}, 'second'))).toMatchObject({ state: 'user' })
  provider.state.published = ['second']
  expect(await signInWith((claims) => sign(claims, {}, 'first'))).toMatchObject({ state: 'refused' })
  expect(await signInWith((claims) => sign(claims, {}, 'second'))).toMatchObject({ state: 'user' })
})

test('a provider that does not respond in time is given up', async () => {
  const browser = new Browser()
  const start = await browser.send(`${identity.origin}/auth/sign-in`)
  const callback = provider.answer(start.headers.get('location') ?? '')
  provider.state.delayMs = 2500
  const answer = await browser.send(callback)
  provider.state.delayMs = 0
  expect(answer.status).toBe(303)
  expect(await identity.session(browser)).toMatchObject({
    state: 'refused',
    details: expect.stringContaining('Try again'),
  })
})

test.each(['2', undefined, 'low', 'three'])('the assurance level %s does not reach 3', async (level) => {
  provider.state.forge = (claims) => provider.sign({ ...claims, ...(level && { level }) })
  expect(await signIn()).toMatchObject({
    state: 'refused',
    sub: 'somebody',
    details: expect.stringContaining('assurance level'),
  })
})

test.each(['3', '4', 'high', 'idporten-loa-substantial', 'Level4'])(
  'the assurance level %s reaches 3',
  async (level) => {
    provider.state.forge = (claims) => provider.sign({ ...claims, level })
    expect(await signIn()).toMatchObject({ state: 'user' })
  },
)

test('mapped groups of a token are granted, and admin only if that is enabled', async () => {
  const roles = ['their nurses', 'leads', 'Their=Admins', 'subject:admin', 'admin']
  expect(await signInWith((claims) => sign({ ...claims, roles }))).toMatchObject({
    user: { groups: ['hp', 'study:admin'], is_admin: false },
  })
  expect(await signInWith((claims) => sign(claims))).toMatchObject({ user: { groups: [] } })
})

test('a sub is stored as received', async () => {
  const sub = 'aB+c/d=='
  expect(await signInWith((claims) => sign({ ...claims, sub }))).toMatchObject({ state: 'refused', sub })
  const row = await identity.db
    .selectFrom('person')
    .select(['state', 'issuer'])
    .where('sub', '=', sub)
    .executeTakeFirst()
  expect(row).toEqual({ state: 'pending', issuer: provider.issuer })
})

test('names are stored without characters that reorder or hide text', async () => {
  const sub = 'named-by-hostile-claims'
  await signInWith((claims) =>
    sign({ ...claims, sub, given_name: 'Ka\u202eri\u2066', family_name: 'Nord\u200bma\u00adnn\u0007' }),
  )
  const row = await identity.db
    .selectFrom('person')
    .innerJoin('person_asserted', 'person_asserted.personid', 'person.personid')
    .select(['given_name', 'family_name', 'name'])
    .where('sub', '=', sub)
    .executeTakeFirst()
  expect(row).toEqual({ given_name: 'Kari', family_name: 'Nordmann', name: 'Kari Nordmann' })
})

// ---------------------------------------------------------------- back-channel logout

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const logoutClaims = (more: JWTPayload): JWTPayload => {
  const { nonce, sub, ...claims } = provider.goodClaims()
  return { ...claims, jti: crypto.randomUUID(), events: event, ...more }
}
const notifyLogout = async (logout_token: string) => {
  const body = new URLSearchParams({ logout_token })
  return (await fetch(`${identity.origin}/auth/backchannel-logout`, { method: 'POST', body })).status
}

async function signedInWith(sid: string) {
  const browser = new Browser()
  provider.state.forge = (claims) => provider.sign({ ...claims, level: '3', sid })
  expect(await signIn({}, browser)).toMatchObject({ state: 'user' })
  return async () => (await identity.session(browser)).state
}

test('the provider can end one session, or all of a person', async () => {
  const [one, other] = [await signedInWith('session-1'), await signedInWith('session-2')]
  expect(await notifyLogout(await sign(logoutClaims({ sid: 'session-1' }), { typ: 'logout+jwt' }))).toBe(200)
  expect([await one(), await other()]).toEqual(['guest', 'user'])
  expect(await notifyLogout(await sign(logoutClaims({ sub: 'somebody' })))).toBe(200)
  expect(await other()).toBe('guest')
})

test('a forged, repeated, outdated or invalid logout token ends nothing', async () => {
  const state = await signedInWith('session-3')
  const good = logoutClaims({ sid: 'session-3' })
  const bad = [
    await sign(good, {}, 'foreign'),
    provider.unsigned(good),
    await sign({ ...good, aud: 'another-client' }),
    await sign({ ...good, iss: 'https://evil.example' }),
    await sign({ ...good, iat: past(), exp: past() + 60 }),
    await sign({ ...good, iat: past(), exp: past() + 7200 }),
    await sign({ ...good, nonce: 'n' }),
    await sign({ ...good, events: undefined }),
    await sign({ ...good, sid: undefined }),
    await sign({ ...good, jti: undefined }),
    await sign({ ...good, sid: 'session-3\0' }),
    await sign({ ...good, sub: 'some\0body' }),
    await sign({ ...good, jti: 'a\0b' }),
    await sign({ ...good, jti: 'a\ud800b' }),
    await sign(good, { typ: 'JWT' }),
    await sign(good, { typ: 'at+jwt' }),
    'nonsense',
    '',
  ]
  for (const token of bad) expect(await notifyLogout(token), token).toBe(400)
  expect(await state()).toBe('user')
  const once = await sign(good)
  expect(await notifyLogout(once)).toBe(200)
  const again = await signedInWith('session-3')
  expect(await notifyLogout(once)).toBe(400)
  expect(await again()).toBe('user')
})

test('a flood of forged logouts is limited, and causes no flood at the provider', async () => {
  const before = provider.state.keyReads
  const forged = await sign(logoutClaims({ sid: 'session-9' }), {}, 'foreign')
  const statuses = await Promise.all(Array.from({ length: 300 }, () => notifyLogout(forged)))
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(125)
  expect(provider.state.keyReads - before).toBeLessThanOrEqual(2)
})
