import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { startIdentity, testSecret } from '../../../test/beds/providers/identity.ts'
import { makeSealer } from '../../secrets/seal.ts'

const stops: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function start(env: Record<string, string>) {
  const identity = await startIdentity({ OIDC_CLIENT_ID: 'casebook', OIDC_CLIENT_SECRET: 'secret', ...env })
  stops.push(identity.stop)
  return identity
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  stops.push(() => server.closeAllConnections())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

test('while the provider is down, sign-in is refused with the reason, and works again as soon as it is back', async () => {
  let isUp = false
  const issuer = await listen(
    createServer((_request, response) => {
      if (!isUp) return response.destroy()
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    }),
  )
  const identity = await start({ OIDC_ISSUER: issuer })
  const browser = new Browser()
  const answer = await browser.send(`${identity.origin}/auth/sign-in`)
  expect(answer.headers.get('location')).toBe(`${identity.origin}/`)
  expect(await identity.session(browser)).toEqual({
    state: 'refused',
    sub: null,
    details: 'The identity provider cannot be reached. Try again in a moment.',
    reason: 'sign-in.unreachable',
    params: {},
  })
  isUp = true
  const again = await browser.send(`${identity.origin}/auth/sign-in?login_hint=x`)
  const location = new URL(again.headers.get('location') ?? '')
  expect(location.pathname).toBe('/auth')
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    client_id: 'casebook',
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid profile',
    prompt: 'login',
    login_hint: 'x',
    redirect_uri: `${identity.origin}/auth/callback`,
  })
  expect(await identity.session(browser)).toMatchObject({ state: 'guest' })
})

test('a provider whose metadata names another issuer is not trusted', async () => {
  const issuer = await listen(
    createServer((_request, response) => {
      const metadata = {
        issuer: 'https://evil.example',
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    }),
  )
  const identity = await start({ OIDC_ISSUER: issuer })
  const browser = new Browser()
  await browser.send(`${identity.origin}/auth/sign-in`)
  expect((await identity.session(browser)).details).toContain('does not answer as it should')
})

test('signing out works here even if the provider is down', async () => {
  const identity = await start({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  const answer = await new Browser().fetch(`${identity.origin}/auth/sign-out`, { method: 'POST' })
  expect(JSON.parse(answer.body)).toEqual({ location: `${identity.origin}/` })
})

test('with an https address, cookies are secure and bound to the host, whatever the request’s headers', async () => {
  const identity = await start({ OIDC_ISSUER: 'http://127.0.0.1:9', PUBLIC_URL: 'https://casebook.example' })
  const answer = await identity.app.inject({ url: '/auth/sign-in', headers: { host: 'evil.example' } })
  expect(answer.headers.location).toBe('https://casebook.example/')
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-casebook_refusal=.+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=600$/,
  )
})

test('too many sign-ins from one address are refused for a while', async () => {
  const identity = await start({ OIDC_ISSUER: 'http://127.0.0.1:9', SIGN_INS_PER_MINUTE: '2' })
  const browser = new Browser()
  for (let begun = 0; begun < 2; begun++) {
    const answer = await browser.send(`${identity.origin}/auth/sign-in`)
    expect(answer.headers.get('retry-after')).toBeNull()
  }
  const answer = await browser.send(`${identity.origin}/auth/sign-in`)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await identity.session(browser)).details).toContain('Too many sign-ins')
})

test('signing out ends the session here first, and does not wait for a provider that hangs', async () => {
  const stood: number[] = []
  const held: ServerResponse[] = []
  const issuer = await listen(
    createServer(async (_request, response) => {
      held.push(response)
      const { rows } = await identity.pool.query('select count(*)::int as n from session')
      stood.push(rows[0].n)
    }),
  )
  const identity = await start({ OIDC_ISSUER: issuer, OIDC_TIMEOUT_SECONDS: '60' })
  await identity.pool.query(
    `begin; set local casebook.actor = 'test';
     insert into person (personid, issuer, sub, state) values ('P1', 'tests', 'kari', 'active'); commit`,
  )
  const token = await identity.sessions.begin({
    personid: 'P1',
    issuer,
    userAgent: 'Test',
    address: '127.0.0.1',
    tokenGroups: [],
    idToken: makeSealer(testSecret, 'id-token').seal('an ID token'),
  })
  const browser = new Browser()
  browser.setCookie('127.0.0.1', 'casebook_session', token)
  expect(await identity.session(browser)).toMatchObject({ state: 'user' })
  const before = stood.length
  const answer = await browser.fetch(`${identity.origin}/auth/sign-out`, { method: 'POST' })
  expect(JSON.parse(answer.body)).toEqual({ location: `${identity.origin}/` })
  expect(stood.length).toBeGreaterThan(before)
  expect(stood.at(-1)).toBe(0)
  expect(await identity.session(browser)).toMatchObject({ state: 'guest' })
  for (const response of held) response.destroy()
})
