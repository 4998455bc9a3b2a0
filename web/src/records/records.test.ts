import { beforeEach, expect, test, vi } from 'vitest'
import { startMachine } from '../machine/machine.ts'
import type { World } from './store.ts'

/** The world that the page's working copies are started in, and what is asked of them. */
const started = vi.hoisted(() => ({ world: undefined as World | undefined, asked: [] as unknown[] }))
const line = vi.hoisted(() => ({ isLost: false, tell: () => {} }))
const person = (sub: string) => ({ phase: 'user', user: { sub } })
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
const { keptOfTabs } = await import('./kept/kept-of-tabs.ts')
const atFirst = [...started.asked]

beforeEach(() => {
  started.asked.length = 0
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
  expect(atFirst).toEqual(['kari'])
  for (const to of [{ phase: 'ended', user: { sub: 'kari' } }, { phase: 'guest' }, person('lars')])
    session.dispatch({ to })
  expect(started.asked).toEqual(['kari', undefined, 'lars'])
})

test('a line that returns is told, one that is lost is not', () => {
  line.isLost = true
  line.tell()
  expect(started.asked).toEqual([])
  line.isLost = false
  line.tell()
  expect(started.asked).toEqual(['line returned'])
})
