import { beforeEach, expect, test, vi } from 'vitest'
import { startMachine } from '../machine/machine.ts'
import type { World } from './store.ts'

/** The world that the page's working copies are started in, and what is asked of them. */
const started = vi.hoisted(() => ({ world: undefined as World | undefined, asked: [] as unknown[] }))
const line = vi.hoisted(() => ({ isLost: false, tell: () => {} }))
const userOf = (sub: string) => ({
  sub,
  endsAt: 'tonight',
  drafts: { session: `session of ${sub}`, sessionKey: `key of ${sub}`, personKey: `own key of ${sub}` },
})
const person = (sub: string) => ({ phase: 'user', user: userOf(sub) })
const sessionOf = (sub: string) => ({ sub, id: `session of ${sub}`, key: `key of ${sub}`, endsAt: 'tonight' })
const sessions = vi.hoisted(() => [] as unknown[])
const people = vi.hoisted(() => [] as unknown[])
const keptOfTabs = vi.hoisted(() => ({ load: () => {}, keep: () => {} }))
const session = startMachine<unknown, { to: unknown }, never>(
  (_state, { to }) => [to, []],
  person('kari'),
  () => {},
)
const written = vi.fn((..._all: unknown[]) => Promise.resolve('answer'))
const reread = async () => {}

vi.mock('./store.ts', () => ({
  startRecords(world: World) {
    started.world = world
    return {
      setPerson: (sub: unknown) => started.asked.push(sub),
      lineReturned: () => started.asked.push('line returned'),
    }
  },
}))
vi.mock('./kept/kept-of-tabs.ts', () => ({
  keptOfTabs,
  setKeptPerson: (given: unknown) => people.push(given),
  setKeptSession: (given: unknown) => sessions.push(given),
}))
vi.mock('../session/session-effects.ts', () => ({ sessionMachine: session }))
vi.mock('../browser/navigation/navigation.ts', () => ({ navigation: { isOnTheWay: () => true } }))
vi.mock('../calls/graphql.ts', () => ({ rereadShown: reread }))
vi.mock('../calls/call.ts', () => ({ newKey: () => 'page', write: written }))
vi.mock('../calls/connection.ts', () => ({
  isConnectionLost: () => line.isLost,
  onConnectionChange(listener: () => void) {
    line.tell = listener
  },
}))

await import('./records.ts')
const atFirst = { asked: [...started.asked], sessions: [...sessions], people: [...people] }

beforeEach(() => {
  for (const noted of [started.asked, sessions, people]) noted.length = 0
})

test('writes are sent in their lane with their key, and everything on screen is read again', async () => {
  const { world } = started
  const mutation = { query: 'query', variables: {} }
  expect(await world?.call({ mutation }, 'subject/s', 'page-1')).toBe('answer')
  expect(written).toHaveBeenCalledExactlyOnceWith(mutation, { lane: 'subject/s', key: 'page-1' })
  expect(world).toMatchObject({ readAgain: reread, kept: keptOfTabs, seed: 'page-' })
  expect(world?.isOnTheWay()).toBe(true)
  expect(Math.abs(Date.now() - (world?.now().getTime() ?? 0))).toBeLessThan(10_000)
})

test('they are those of who is signed in, also while a session that ended is renewed', () => {
  expect(atFirst.asked).toEqual(['kari'])
  for (const to of [{ phase: 'ended', user: userOf('kari') }, { phase: 'guest' }, person('lars')])
    session.dispatch({ to })
  expect(started.asked).toEqual(['kari', undefined, 'lars'])
})

test('a tab keeps with the key of who is signed in, also after their session has ended', () => {
  expect(atFirst.people).toEqual([{ sub: 'kari', key: 'own key of kari' }])
  session.dispatch({ to: { phase: 'ended', user: userOf('kari') } })
  expect(people).toEqual([{ sub: 'kari', key: 'own key of kari' }])
  session.dispatch({ to: { phase: 'leaving', session: 'tonight' } })
  expect(people.at(-1)).toBeUndefined()
})

test.each(['ended', 'leaving', 'owed', 'left'])('what outlives its tab is erased once the session is %s', (phase) => {
  expect(atFirst.sessions).toEqual([sessionOf('kari')])
  session.dispatch({ to: person('lars') })
  expect(sessions).toEqual([sessionOf('lars')])
  session.dispatch({ to: { phase, user: userOf('lars') } })
  expect(sessions).toEqual([sessionOf('lars'), undefined])
})

test.each(['loading', 'guest', 'refused'])('a page of nobody yet (%s) erases nothing', (phase) => {
  session.dispatch({ to: { phase } })
  expect(sessions).toEqual([])
  expect(started.asked).toEqual([undefined])
})

test('a server of an earlier release, which tells no keys, changes nothing of what is kept', () => {
  session.dispatch({ to: person('kari') })
  session.dispatch({ to: { phase: 'user', user: { sub: 'kari', endsAt: 'tonight' } } })
  expect([people, sessions]).toEqual([[{ sub: 'kari', key: 'own key of kari' }], [sessionOf('kari')]])
  expect(started.asked.at(-1)).toBe('kari')
})

test('a line that returns is told, one that is lost is not', () => {
  line.isLost = true
  line.tell()
  expect(started.asked).toEqual([])
  line.isLost = false
  line.tell()
  expect(started.asked).toEqual(['line returned'])
})
