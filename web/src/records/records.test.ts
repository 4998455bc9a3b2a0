import { beforeEach, expect, test, vi } from 'vitest'
import { startMachine } from '../machine/machine.ts'
import type { World } from './store.ts'

/** The world that the page's working copies are started in, and what is asked of them. */
const started = vi.hoisted(() => ({ world: undefined as World | undefined, asked: [] as unknown[] }))
const line = vi.hoisted(() => ({ isLost: false, tell: () => {} }))
const person = (sub: string) => ({ phase: 'user', user: { sub, draftKey: `key of ${sub}` } })
const keys = vi.hoisted(() => [] as unknown[])
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
vi.mock('./kept/kept-of-tabs.ts', () => ({ keptOfTabs, setSessionKey: (key: unknown) => keys.push(key) }))
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
const atFirst = { asked: [...started.asked], keys: [...keys] }

beforeEach(() => {
  for (const noted of [started.asked, keys]) noted.length = 0
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
  for (const to of [{ phase: 'ended', user: { sub: 'kari' } }, { phase: 'guest' }, person('lars')])
    session.dispatch({ to })
  expect(started.asked).toEqual(['kari', undefined, 'lars'])
})

test('what is kept is sealed with the key of who is signed in, and nothing is erased while that is not known', () => {
  expect(atFirst.keys).toEqual(['key of kari'])
  session.dispatch({ to: { phase: 'loading' } })
  expect(keys).toEqual([])
  expect(started.asked).toEqual([undefined])
  session.dispatch({ to: person('lars') })
  session.dispatch({ to: { phase: 'ended', user: { sub: 'lars', draftKey: 'key of lars' } } })
  expect(keys).toEqual(['key of lars', undefined])
})

test('a line that returns is told, one that is lost is not', () => {
  line.isLost = true
  line.tell()
  expect(started.asked).toEqual([])
  line.isLost = false
  line.tell()
  expect(started.asked).toEqual(['line returned'])
})
