// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const done: string[] = []
vi.mock('../calls/graphql.ts', () => ({
  forgetReadings: () => done.push('forget readings'),
  rereadShown: async () => done.push('read again'),
}))
vi.mock('../live/live.ts', () => ({
  closeLive: async () => done.push('close the socket'),
  restartLive: () => done.push('open a socket'),
}))
vi.mock('../calls/errors.ts', () => ({
  reportError: (thrown: { reason?: string }) => done.push(`tell ${thrown.reason}`),
}))
vi.mock('../browser/forgetting.ts', () => ({
  forgetPerson: (sub: string) => done.push(`forget ${sub}`),
  readOwed: () => owed,
  writeOwed: (session: string | null) => {
    owed = session ?? undefined
  },
}))
let isLeaving = false
vi.mock('../browser/leaving.ts', () => ({ leavesWithinMs: 10, watchLeaving: () => () => isLeaving }))

let owed: string | undefined
const posted: unknown[] = []
let tellWindow = (_word: unknown) => undefined as unknown
vi.stubGlobal(
  'BroadcastChannel',
  class extends EventTarget {
    constructor() {
      super()
      tellWindow = (data) => this.dispatchEvent(Object.assign(new Event('message'), { data }))
    }
    postMessage(what: unknown) {
      posted.push(what)
    }
  },
)
const goTo = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
const loadAnew = vi.spyOn(location, 'reload').mockImplementation(() => undefined)

type Asked = { path: string; body: unknown; signal: AbortSignal; answer: (body: unknown, status?: number) => void }
let asked: (Asked & { lose: () => void })[] = []
vi.stubGlobal('fetch', (path: string, { body, signal }: { body?: string; signal: AbortSignal }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  signal.addEventListener('abort', () => reject(new Error('aborted')))
  const answer = (said: unknown, status = 200) => resolve(new Response(JSON.stringify(said), { status }))
  const lose = () => reject(new TypeError('Failed to fetch'))
  asked.push({ path, body: body && JSON.parse(body), signal, answer, lose })
  return promise
})

const kari = { sub: 'kari', groups: ['hp'], endsAt: '2026-11-23T20:00:00Z', idleEndsAt: '2026-11-23T18:00:00Z' }
const userAnswer = (more = {}) => ({ state: 'user', user: { ...kari, ...more } })

/** The room anew: its state is that of a page. */
async function openPage() {
  vi.resetModules()
  const { SessionProvider, useSession } = await import('./session.tsx')
  const { draw, ...drawn } = await import('../records/test/screen.tsx')
  closeAll = drawn.closeAll
  const shown: { now: ReturnType<typeof useSession> | undefined } = { now: undefined }
  function Page() {
    shown.now = useSession()
    return null
  }
  const screen = await draw(
    <SessionProvider>
      <Page />
    </SessionProvider>,
  )
  return {
    ...screen,
    phase: () => shown.now?.session.phase,
    session: () => {
      if (!shown.now) throw new Error('The page is not drawn')
      return shown.now
    },
    /** Answers the newest request. */
    answer: (body: unknown, status?: number) => screen.doing(() => asked.at(-1)?.answer(body, status)),
    lose: () => screen.doing(() => asked.at(-1)?.lose()),
  }
}

async function openSignedIn() {
  const page = await openPage()
  await page.answer(userAnswer())
  return page
}

/** Somebody else has signed in, and the page is still there. */
async function openPageOfAnother() {
  const page = await openSignedIn()
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  await page.answer(userAnswer({ sub: 'ola' }))
  return page
}

beforeEach(() => {
  done.length = 0
  posted.length = 0
  asked = []
  owed = undefined
  vi.clearAllMocks()
  isLeaving = false
  sessionStorage.clear()
})
let closeAll: () => Promise<void>
afterEach(() => closeAll())

test('a page asks who is signed in, and again when its window is looked at or another window tells of a change', async () => {
  const page = await openPage()
  expect(asked.map(({ path }) => path)).toEqual(['/auth/session'])
  await page.answer(userAnswer())
  expect(page.phase()).toBe('user')
  expect(done).toEqual(['open a socket'])
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  expect(asked).toHaveLength(2)
  await page.doing(() => tellWindow('changed'))
  expect(asked).toHaveLength(3)
  // Only the answer to the newest question counts.
  expect(asked[1]?.signal.aborted).toBe(true)
  await page.answer({ state: 'guest' }, 401)
  expect(page.phase()).toBe('ended')
  await page.close()
  window.dispatchEvent(new Event('focus'))
  expect(asked).toHaveLength(3)
})

test('no answer is not a sign-out, and is asked again when the network returns', async () => {
  const page = await openPage()
  await page.lose()
  expect(page.phase()).toBe('loading')
  await page.doing(() => window.dispatchEvent(new Event('online')))
  expect(asked).toHaveLength(2)
  await page.answer({}, 503)
  expect(page.phase()).toBe('loading')
  await page.doing(() => window.dispatchEvent(new Event('online')))
  await page.answer(userAnswer())
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  await page.lose()
  expect(page.phase()).toBe('user')
})

test('staying replaces a question on its way, and asks who is signed in if it was not answered', async () => {
  const page = await openSignedIn()
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  await page.doing(() => void page.session().stay())
  expect(asked.at(-1)?.path).toBe('/auth/stay')
  await page.answer(userAnswer({ idleEndsAt: '2026-11-23T19:00:00Z' }))
  expect(page.session().session).toMatchObject({ user: { idleEndsAt: '2026-11-23T19:00:00Z' } })
  expect(asked[1]?.signal.aborted).toBe(true)
  await page.doing(() => void page.session().stay())
  await page.lose()
  expect(asked.at(-1)?.path).toBe('/auth/session')
})

test('signing out forgets the person at once, then ends the session, and follows the provider', async () => {
  const page = await openSignedIn()
  await page.doing(() => page.session().signOut())
  expect(done).toEqual(['open a socket', 'forget kari', 'forget readings', 'close the socket'])
  expect(posted).toEqual([{ left: 'kari' }])
  expect(owed).toBe(kari.endsAt)
  expect(asked.at(-1)).toMatchObject({ path: '/auth/sign-out', body: { session: kari.endsAt } })
  await page.answer({ location: 'https://id.example/logout' })
  expect(goTo).toHaveBeenCalledWith('https://id.example/logout')
  expect(owed).toBeUndefined()
})

test('what is being written reaches the server before the session is ended there', async () => {
  const page = await openSignedIn()
  const { presentCalls } = await import('../calls/session-calls.ts')
  const { promise, resolve } = Promise.withResolvers<void>()
  presentCalls().writing.add(promise)
  await page.doing(() => page.session().signOut())
  expect(presentCalls().over.signal.aborted).toBe(true)
  expect(asked.at(-1)?.path).not.toBe('/auth/sign-out')
  await page.doing(() => resolve())
  expect(asked.at(-1)?.path).toBe('/auth/sign-out')
  await page.answer({ location: null })
  await page.answer(userAnswer({ sub: 'ola' }))
  expect(presentCalls().over.signal.aborted).toBe(false)
})

test('a sign-out without network is owed, also by the next page, until the server has ended the session', async () => {
  const page = await openSignedIn()
  await page.doing(() => page.session().signOut())
  await page.lose()
  expect(page.phase()).toBe('owed')
  await page.close()
  const next = await openPage()
  expect(next.phase()).toBe('owed')
  expect(asked.at(-1)?.path).toBe('/auth/sign-out')
  await next.answer({}, 500)
  await next.doing(() => window.dispatchEvent(new Event('online')))
  await next.answer({ location: null })
  expect(owed).toBeUndefined()
  expect(asked.at(-1)?.path).toBe('/auth/session')
})

test('what another window signs out is forgotten here, and somebody else who signs in gets a page of their own', async () => {
  const page = await openSignedIn()
  await page.doing(() => tellWindow({ left: 'ola' }))
  expect(page.phase()).toBe('user')
  expect(done).not.toContain('forget kari')
  await page.doing(() => tellWindow({ left: 'kari' }))
  expect(page.phase()).toBe('owed')
  expect(done).toContain('forget kari')
})

test('somebody else who signs in gets a page of their own, once, and is told why', async () => {
  const page = await openPageOfAnother()
  const { presentCalls } = await import('../calls/session-calls.ts')
  expect(loadAnew).toHaveBeenCalledTimes(1)
  // Until then it is the page of the one who was here, and sends as theirs.
  expect(page.session().session).toMatchObject({ phase: 'ended', user: { sub: 'kari' }, isAnother: true })
  expect(presentCalls().sub).toBe('kari')
  expect(done).toEqual(['open a socket', 'close the socket'])
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  await page.answer(userAnswer({ sub: 'ola' }))
  expect(loadAnew).toHaveBeenCalledTimes(1)
  await page.close()
  const next = await openPage()
  await next.answer(userAnswer({ sub: 'ola' }))
  await vi.waitFor(() => expect(done.at(-1)).toBe('tell session.another'))
  expect(sessionStorage).toHaveLength(0)
})

test('who kept their page and is back is not told that another person signed in', async () => {
  const page = await openPageOfAnother()
  await page.doing(() => window.dispatchEvent(new Event('focus')))
  await page.answer(userAnswer())
  expect(sessionStorage).toHaveLength(0)
  await page.close()
  // Back by way of the provider: the next page is their own.
  await (await openPageOfAnother()).close()
  const next = await openPage()
  await next.answer(userAnswer())
  await next.close()
  const left = await openPageOfAnother()
  await left.doing(() => left.session().signOut())
  expect(sessionStorage).toHaveLength(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(done.filter((what) => what.startsWith('tell'))).toEqual([])
})

test.each([false, true])('a page being left is loaded anew if it stays another’s (not: %s)', async (isBack) => {
  isLeaving = true
  const page = await openPageOfAnother()
  if (isBack) {
    await page.doing(() => window.dispatchEvent(new Event('focus')))
    await page.answer(userAnswer())
    expect(page.phase()).toBe('user')
  }
  expect(loadAnew).not.toHaveBeenCalled()
  isLeaving = false
  if (isBack) await new Promise((resolve) => setTimeout(resolve, 50))
  else await vi.waitFor(() => expect(loadAnew).toHaveBeenCalled())
  expect(loadAnew).toHaveBeenCalledTimes(isBack ? 0 : 1)
})
