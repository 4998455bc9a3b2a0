import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.stop())

const home = (url: URL) => url.pathname === '/'

test('a nurse signs in through the provider and is known afterwards', async () => {
  const { browser } = await identity.signIn('nurse')
  const answer = await identity.session(browser)
  expect(answer).toMatchObject({
    state: 'user',
    user: {
      sub: 'nurse',
      given_name: 'Kari',
      groups: ['hp'],
      is_hp: true,
      is_admin: false,
      is_patient: false,
      all_sites: true,
      onlyDeidentified: false,
    },
  })
  expect(new Date(String(answer.user.idleEndsAt)).getTime()).toBeLessThan(
    new Date(String(answer.user.endsAt)).getTime(),
  )
})

test('a browser without a session is a guest', async () => {
  expect(await identity.session(new Browser())).toEqual({ state: 'guest', providerName: 'the demo identity provider' })
})

test('the session cookie is inaccessible to scripts and other sites, and its token is stored nowhere', async () => {
  const browser = new Browser()
  const answer = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse`, { until: home })
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('casebook_session='))
  expect(cookie).toMatch(/^casebook_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const { rows } = await identity.pool.query('select session::text as text from session')
  expect(JSON.stringify(rows)).not.toContain(browser.cookie('casebook_session'))
})

test('without a public address, localhost and 127.0.0.1 are equivalent', async () => {
  const base = identity.origin.replace('127.0.0.1', 'localhost')
  const { browser } = await identity.signIn('nurse', new Browser(), base)
  expect(await identity.session(browser, base)).toMatchObject({ state: 'user' })
  expect(browser.cookies.find(({ name }) => name === 'casebook_session')?.host).toBe('localhost')
})

test('without a public address, other host names are refused', async () => {
  const answer = await identity.app.inject({ url: '/auth/sign-in', headers: { host: 'evil.example' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers.location).toBeUndefined()
})

test('sign-in returns to the requested path, and never to another origin', async () => {
  const browser = new Browser()
  const answer = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse&returnTo=/studies/1%3Fa%3Db`, {
    until: (url) => url.pathname.startsWith('/studies'),
  })
  expect(answer.url.href).toBe(`${identity.origin}/studies/1?a=b`)
  const other = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse&returnTo=//evil.example/x`, {
    until: home,
  })
  expect(other.url.href).toBe(`${identity.origin}/`)
})

test('a newcomer is recorded as pending, gets no session and is told their sub', async () => {
  const { browser } = await identity.signIn('newcomer')
  expect(browser.cookie('casebook_session')).toBeUndefined()
  expect(await identity.session(browser)).toEqual({
    state: 'refused',
    sub: 'newcomer',
    details: 'Your account is waiting for an administrator to activate it.',
    reason: 'sign-in.pending',
    params: {},
  })
})

test('starting again removes the refusal', async () => {
  const { browser } = await identity.signIn('newcomer')
  await identity.signIn('nurse', browser)
  expect(await identity.session(browser)).toMatchObject({ state: 'user', user: { sub: 'nurse' } })
})

test('the hint takes precedence over an earlier sign-in at the provider in this browser', async () => {
  const { browser } = await identity.signIn('nurse')
  await identity.signIn('admin', browser)
  expect(await identity.session(browser)).toMatchObject({ user: { sub: 'admin' } })
})

test('every sign-in creates a new token, and the previous one is invalid', async () => {
  const { browser } = await identity.signIn('nurse')
  const before = browser.cookie('casebook_session') ?? ''
  await identity.signIn('nurse', browser)
  expect(browser.cookie('casebook_session')).not.toBe(before)
  const old = new Browser()
  old.setCookie('127.0.0.1', 'casebook_session', before)
  expect(await identity.session(old)).toMatchObject({ state: 'guest' })
})

test('a token planted before sign-in is not used for the session', async () => {
  const browser = new Browser()
  const planted = 'A'.repeat(43)
  browser.setCookie('127.0.0.1', 'casebook_session', planted)
  await identity.signIn('nurse', browser)
  expect(browser.cookie('casebook_session')).not.toBe(planted)
})

test('an answer of the provider used a second time is refused, also with the cookies of the first', async () => {
  const browser = new Browser()
  const callback = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse`, {
    until: (url) => url.pathname === '/auth/callback',
  })
  const kept = new Browser()
  for (const { name, value } of browser.cookies) kept.setCookie('127.0.0.1', name, value)
  await browser.visit(callback.url, { until: home })
  expect(await identity.session(browser)).toMatchObject({ state: 'user' })
  await kept.visit(callback.url, { until: home })
  expect(await identity.session(kept)).toMatchObject({
    state: 'refused',
    details: 'This sign-in has already been used. Start it again.',
  })
})

test('an answer of the provider brought by another browser is refused', async () => {
  const callback = await new Browser().visit(`${identity.origin}/auth/sign-in?login_hint=nurse`, {
    until: (url) => url.pathname === '/auth/callback',
  })
  const other = new Browser()
  await other.visit(callback.url, { until: home })
  const answer = await identity.session(other)
  expect(answer).toMatchObject({ state: 'refused', sub: null })
  expect(answer.details).toContain('another browser')
  // It is also refused with its own sign-in in progress.
  await other.visit(`${identity.origin}/auth/sign-in?login_hint=admin`, {
    until: (url) => url.pathname === '/auth/callback',
  })
  await other.visit(callback.url, { until: home })
  expect(await identity.session(other)).toMatchObject({ state: 'refused' })
})

test('two tabs may sign in at once, whichever comes back first', async () => {
  const browser = new Browser()
  const atCallback = { until: (url: URL) => url.pathname === '/auth/callback' }
  const first = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse&returnTo=/one`, atCallback)
  const second = await browser.visit(`${identity.origin}/auth/sign-in?login_hint=nurse&returnTo=/two`, atCallback)
  expect((await browser.visit(second.url, { until: (url) => url.pathname === '/two' })).url.pathname).toBe('/two')
  expect((await browser.visit(first.url, { until: (url) => url.pathname === '/one' })).url.pathname).toBe('/one')
  expect(await identity.session(browser)).toMatchObject({ state: 'user' })
})

test('unfinished sign-ins do not fill the browser with cookies', async () => {
  const browser = new Browser()
  for (let tab = 0; tab < 12; tab++) await browser.send(`${identity.origin}/auth/sign-in`)
  expect(browser.cookies.filter(({ name }) => name.startsWith('casebook_sign_in_'))).toHaveLength(8)
})

test('a person whom an administrator deactivates is refused on the next call', async () => {
  const { browser } = await identity.signIn('coordinator')
  await asAdmin(`update person set state = 'deactivated' where sub = 'coordinator'`)
  expect(await identity.session(browser)).toEqual({
    state: 'refused',
    sub: 'coordinator',
    details: 'Your account has been deactivated. An administrator can reactivate it.',
    reason: 'sign-in.deactivated',
    params: {},
  })
  expect(await identity.sessions.find(browser.cookie('casebook_session') ?? '')).toBeUndefined()
  await identity.signIn('coordinator', browser)
  expect(await identity.session(browser)).toMatchObject({ state: 'refused' })
  await asAdmin(`update person set state = 'active' where sub = 'coordinator'`)
})

async function asAdmin(statement: string) {
  const client = await identity.pool.connect()
  try {
    await client.query(`begin; set local casebook.actor = 'test'; ${statement}; commit`)
  } finally {
    client.release()
  }
}

test('sign-out ends the session here and at the provider, without a question', async () => {
  const { browser } = await identity.signIn('nurse')
  const token = browser.cookie('casebook_session') ?? ''
  const answer = await browser.fetch(`${identity.origin}/auth/sign-out`, { method: 'POST' })
  const { location } = JSON.parse(answer.body)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(new URL(location).pathname).toBe('/idp/session/end')
  expect(browser.cookie('casebook_session')).toBeUndefined()
  expect(await identity.sessions.find(token)).toBeUndefined()
  const back = await browser.visit(location, { until: home })
  expect(back.url.href).toBe(`${identity.origin}/`)
  expect(browser.cookie('idp_session')).toBeUndefined()
})

test('sign-out by a plain form is redirected', async () => {
  const { browser } = await identity.signIn('nurse')
  const answer = await browser.fetch(`${identity.origin}/auth/sign-out`, {
    method: 'POST',
    body: new URLSearchParams(),
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toContain('/idp/session/end')
})

test('sign-out by a script that names JSON and sends nothing ends the session', async () => {
  const { browser } = await identity.signIn('nurse')
  const headers = { 'content-type': 'application/json', origin: identity.origin }
  const address = `${identity.origin}/auth/sign-out`
  expect((await browser.send(address, { method: 'POST', headers, body: '{' })).status).toBe(400)
  expect((await identity.session(browser)).state).toBe('user')
  expect((await browser.send(address, { method: 'POST', headers })).status).toBe(200)
  expect((await identity.session(browser)).state).toBe('guest')
})

test('sign-out of a certain session leaves another that the browser has by now', async () => {
  const { browser } = await identity.signIn('nurse')
  const leave = async (session: unknown) => {
    const headers = { 'content-type': 'application/json', origin: identity.origin }
    const body = JSON.stringify({ session })
    const answer = await browser.send(`${identity.origin}/auth/sign-out`, { method: 'POST', headers, body })
    return [answer.status, JSON.parse(answer.body).location]
  }
  const first = await identity.session(browser)
  await identity.signIn('coordinator', browser)
  for (const session of [first.user.endsAt, null, 3]) expect(await leave(session)).toEqual([200, null])
  const { state, user } = await identity.session(browser)
  expect([state, user.sub]).toEqual(['user', 'coordinator'])
  expect(await leave(user.endsAt)).toEqual([200, expect.stringContaining('/idp/session/end')])
  expect(await identity.session(browser)).toEqual({ state: 'guest', providerName: expect.any(String) })
  expect(await leave(user.endsAt)).toEqual([200, null])
})

test('sign-out requested by another site is refused', async () => {
  const { browser } = await identity.signIn('nurse')
  const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }, {}]
  for (const headers of foreign) {
    const answer = await browser.send(`${identity.origin}/auth/sign-out`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body).errors[0].extensions.code).toBe('FORBIDDEN')
  }
  expect(await identity.session(browser)).toMatchObject({ state: 'user' })
  const own = await browser.send(`${identity.origin}/auth/sign-out`, {
    method: 'POST',
    headers: { origin: identity.origin },
  })
  expect(own.status).toBe(200)
})

test('the sign-in page of local mode lists the demo people and contains no script', async () => {
  const browser = new Browser()
  const page = await browser.visit(`${identity.origin}/auth/sign-in`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.body).not.toContain('<script')
  const link = /href="([^"]+\/coordinator)"/.exec(page.body)?.[1] ?? ''
  await browser.visit(new URL(link, page.url), { until: home })
  expect(await identity.session(browser)).toMatchObject({ user: { sub: 'coordinator' } })
})

test('a refusal of the provider is quoted on the error screen', async () => {
  const browser = new Browser()
  const start = await browser.send(`${identity.origin}/auth/sign-in`)
  const pushed = new URL(start.headers.get('location') ?? '')
  expect(pushed.pathname).toBe('/idp/auth')
  const waiting = await browser.visit(pushed, { until: () => true })
  expect(waiting.status).toBe(303)
  const callback = new URL('/auth/callback', identity.origin)
  callback.search = '?error=access_denied&error_description=The+person+cancelled&state=unknown'
  await browser.visit(callback, { until: home })
  expect(await identity.session(browser)).toMatchObject({ state: 'refused' })
})
