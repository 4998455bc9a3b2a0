import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ SESSION_IDLE_MINUTES: '30', SESSION_HOURS: '12' })
})
afterAll(() => identity.stop())
beforeEach(() => identity.pool.query('delete from session'))

type Drafts = { personKey: string; session: string; sessionKey: string }

async function signIn(name: string, at = identity) {
  const { browser } = await at.signIn(name)
  return { browser, drafts: await draftsOf(browser, at) }
}

async function draftsOf(browser: Browser, at = identity): Promise<Drafts> {
  return (await at.session(browser)).user.drafts as Drafts
}

async function ask(browser: Browser, sessions: unknown, headers: Record<string, string> = {}) {
  const answer = await browser.fetch(`${identity.origin}/auth/draft-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ sessions }),
  })
  return { ...answer, keys: JSON.parse(answer.body).keys as Record<string, string> }
}

async function change(statement: string) {
  const client = await identity.pool.connect()
  try {
    await client.query(`begin; set local casebook.actor = 'test'; ${statement}; commit`)
  } finally {
    client.release()
  }
}

const oneKey = /^[0-9a-f]{64}$/

test('each session has a key, and each person has one in all of their sessions', async () => {
  const [one, other, coordinator] = [await signIn('nurse'), await signIn('nurse'), await signIn('coordinator')]
  for (const { drafts } of [one, other, coordinator])
    for (const text of Object.values(drafts)) expect(text).toMatch(oneKey)
  expect(await draftsOf(one.browser)).toEqual(one.drafts)
  expect(other.drafts.personKey).toBe(one.drafts.personKey)
  expect(coordinator.drafts.personKey).not.toBe(one.drafts.personKey)
  const all = [one, other, coordinator].flatMap(({ drafts: { session, sessionKey } }) => [session, sessionKey])
  expect(new Set([...all, one.drafts.personKey, coordinator.drafts.personKey]).size).toBe(8)
})

test('servers of one installation tell the same keys, and its database does not have them', async () => {
  const second = await startIdentity({}, identity.runtimeUrl)
  const { browser, drafts } = await signIn('nurse')
  const there = new Browser()
  there.setCookie('127.0.0.1', 'casebook_session', browser.cookie('casebook_session') ?? '')
  expect(await draftsOf(there, second)).toEqual(drafts)
  await second.stop()
  const { rows } = await identity.pool.query(
    `select (select json_agg(s) from session s)::text || (select json_agg(p) from person p)::text as text`,
  )
  const stored: string = rows[0].text
  expect(stored).toContain(drafts.session)
  for (const key of [drafts.sessionKey, drafts.personKey]) expect(stored).not.toContain(key)
})

test('a person who signed in anew is told the keys of their own sessions that are in force', async () => {
  const [before, after] = [await signIn('nurse'), await signIn('nurse')]
  const answer = await ask(after.browser, [before.drafts.session, after.drafts.session])
  expect(answer.status).toBe(200)
  expect(answer.keys).toEqual({
    [before.drafts.session]: before.drafts.sessionKey,
    [after.drafts.session]: after.drafts.sessionKey,
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await after.browser.fetch(`${identity.origin}/auth/session`)).headers.get('cache-control')).toBe('no-store')
})

test('nobody is told a key of somebody else’s session', async () => {
  const nurse = await signIn('nurse')
  for (const name of ['coordinator', 'admin']) {
    const other = await signIn(name)
    expect((await ask(other.browser, [nurse.drafts.session])).keys).toEqual({})
  }
  expect((await ask(new Browser(), [nurse.drafts.session])).keys).toEqual({})
  const forged = new Browser()
  forged.setCookie('127.0.0.1', 'casebook_session', nurse.drafts.session.slice(0, 43))
  expect((await ask(forged, [nurse.drafts.session])).keys).toEqual({})
})

test('the key of a session is told no more once it was signed out, ended, idle or over', async () => {
  const leave = async (browser: Browser) => browser.fetch(`${identity.origin}/auth/sign-out`, { method: 'POST' })
  const moved = (column: string, interval: string, id: string) =>
    identity.pool.query(`update session set ${column} = ${column} - interval '${interval}' where sessionid = '${id}'`)
  const ends: ((before: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>)[] = [
    ({ browser }) => leave(browser),
    ({ browser }) => identity.signIn('nurse', browser),
    ({ drafts }) => identity.sessions.end([drafts.session]),
    ({ drafts }) => moved('last_active_at', '31 minutes', drafts.session),
    ({ drafts }) => moved('created_at', '12 hours', drafts.session),
    () => change(`update person set sessions_ended_at = clock_timestamp() where sub = 'nurse'`),
  ]
  for (const end of ends) {
    const before = await signIn('nurse')
    const after = await signIn('nurse')
    expect(Object.keys((await ask(after.browser, [before.drafts.session])).keys)).toEqual([before.drafts.session])
    await end(before)
    const present = (await identity.session(after.browser)).state === 'user' ? after : await signIn('nurse')
    expect((await ask(present.browser, [before.drafts.session])).keys).toEqual({})
  }
})

test('a person who is deactivated is told no key, not even of sessions that others would still find', async () => {
  const before = await signIn('nurse')
  const after = await signIn('nurse')
  await change(`update person set state = 'deactivated' where sub = 'nurse'`)
  expect((await ask(after.browser, [before.drafts.session, after.drafts.session])).keys).toEqual({})
  expect(JSON.stringify(await identity.session(after.browser))).not.toContain(before.drafts.personKey)
  await change(`update person set state = 'active' where sub = 'nurse'`)
  const back = await signIn('nurse')
  expect(back.drafts.personKey).toBe(before.drafts.personKey)
})

test('another site is told nothing, and what names no session asks for none', async () => {
  const { browser, drafts } = await signIn('nurse')
  const foreign = await ask(browser, [drafts.session], { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.keys]).toEqual([403, undefined])
  for (const sessions of [undefined, null, {}, 'x', [null, 1, "' or true --", drafts.session.toUpperCase()]])
    expect((await ask(browser, sessions)).keys).toEqual({})
  const bare = await browser.fetch(`${identity.origin}/auth/draft-keys`, { method: 'POST' })
  expect([bare.status, bare.body]).toEqual([200, '{"keys":{}}'])
})

test('of very many sessions the first fifty are looked up, and asking is no activity', async () => {
  const { browser, drafts } = await signIn('nurse')
  await identity.pool.query(`update session set last_active_at = last_active_at - interval '10 minutes'`)
  const { idleEndsAt } = (await identity.session(browser)).user
  const unknown = Array.from({ length: 10_000 }, (_, n) => n.toString(16).padStart(64, '0'))
  expect((await ask(browser, [...unknown.slice(0, 49), drafts.session])).keys).toHaveProperty(drafts.session)
  expect((await ask(browser, [...unknown, drafts.session])).keys).toEqual({})
  expect((await identity.session(browser)).user.idleEndsAt).toBe(idleEndsAt)
})
