import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialLive, type LiveCommand, type LiveEvent, stepLive } from './live-socket.ts'
import type { ServerMessage } from './transport-messages.ts'

/** The machine's environment: the sockets, what the server received on each, and the timer. */
function makeWorld() {
  const sockets = new Map<number, { isAcknowledged: boolean; subscribed: Set<string> }>()
  const everOpened: number[] = []
  let state = initialLive
  let timer = Number.POSITIVE_INFINITY
  let shownLost = false
  let isEnded = false

  function run(command: LiveCommand) {
    if (command.type === 'open') {
      expect(isEnded, 'nothing is opened once the session is over').toBe(false)
      sockets.set(command.socket, { isAcknowledged: false, subscribed: new Set() })
      everOpened.push(command.socket)
    }
    if (command.type === 'close') expect(sockets.delete(command.socket), 'only an open socket is closed').toBe(true)
    if (command.type === 'wait') timer = command.ms
    if (command.type === 'lost') shownLost = command.isLost
    if (command.type === 'sessionEnded') isEnded = true
    if (command.type !== 'send') return
    const socket = sockets.get(command.socket)
    if (!socket) throw new Error('sent on a socket that is closed')
    const { message } = command
    if (message.type === 'subscribe') {
      expect(socket.isAcknowledged, 'subscribed before the acknowledgement').toBe(true)
      expect(socket.subscribed.has(message.id), 'subscribed twice').toBe(false)
      socket.subscribed.add(message.id)
    }
    if (message.type === 'complete') socket.subscribed.delete(message.id)
  }

  function dispatch(event: LiveEvent) {
    if (event.type === 'closed') sockets.delete(event.socket)
    if (event.type === 'received' && event.message.type === 'connection_ack') {
      const socket = sockets.get(event.socket)
      if (socket) socket.isAcknowledged = true
    }
    if (event.type === 'restart') isEnded = false
    if (event.type === 'end') isEnded = true
    const [next, commands] = stepLive(state, event)
    state = next
    for (const command of commands) run(command)
    check()
  }

  function check() {
    const { line, wanted, isHeld, isLost } = state
    const isNeeded = isHeld || wanted.size > 0
    expect(sockets.size, 'one socket at most').toBeLessThanOrEqual(1)
    const isOnLine = line.phase === 'connecting' || line.phase === 'open'
    expect([...sockets.keys()]).toEqual(isOnLine ? [line.socket] : [])
    if (line.phase === 'open') expect(sockets.get(line.socket)?.subscribed).toEqual(new Set(wanted.keys()))
    if (line.phase === 'idle') expect(isNeeded, 'what is needed is never left idle').toBe(false)
    expect(Number.isFinite(timer), 'a timer runs exactly while something is due').toBe(
      line.phase !== 'idle' && line.phase !== 'ended',
    )
    expect(shownLost, 'what is said of the connection').toBe(isLost)
  }

  return { dispatch, state: () => state, sockets, everOpened, isEnded: () => isEnded }
}

type World = ReturnType<typeof makeWorld>
type Action = (world: World) => void

const ids = fc.constantFrom('1', '2', '3')
const payload = { query: '', variables: {} }
/** Mostly the present socket, sometimes an abandoned one. */
const which = (age: number, { everOpened }: World) => everOpened.at(-1 - age) ?? 1
const ages = fc.constantFrom(0, 0, 0, 1, 2)
const codes = fc.constantFrom(1000, 1006, 1012, 4403)

const actions: fc.Arbitrary<Action> = fc.oneof(
  ids.map(
    (id): Action =>
      (world) => {
        if (!world.state().wanted.has(id)) world.dispatch({ type: 'subscribe', id, payload })
      },
  ),
  ids.map(
    (id): Action =>
      (world) =>
        world.dispatch({ type: 'unsubscribe', id }),
  ),
  fc.constantFrom('hold', 'release', 'timeUp', 'networkChanged', 'end', 'restart').map(
    (type): Action =>
      (world) =>
        world.dispatch({ type }),
  ),
  ages.map(
    (age): Action =>
      (world) =>
        world.dispatch({ type: 'opened', socket: which(age, world), page: {} }),
  ),
  fc.tuple(ages, codes).map(
    ([age, code]): Action =>
      (world) =>
        world.dispatch({ type: 'closed', socket: which(age, world), code }),
  ),
  fc.tuple(ages, fc.constantFrom('connection_ack', 'connection_ack', 'pong')).map(
    ([age, type]): Action =>
      (world) =>
        world.dispatch({ type: 'received', socket: which(age, world), message: { type } }),
  ),
  fc.tuple(ages, ids, fc.constantFrom('next', 'error', 'complete', 'ping')).map(
    ([age, id, type]): Action =>
      (world) =>
        world.dispatch({ type: 'received', socket: which(age, world), message: serverMessage(type, id) }),
  ),
)

function serverMessage(type: 'next' | 'error' | 'complete' | 'ping', id: string): ServerMessage {
  if (type === 'ping') return { type, payload: { subscribed: id } }
  return type === 'complete' ? { type, id } : { type, id, payload: {} }
}

test('for any order of events, at most one socket carries exactly the wanted subscriptions', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 60 }), (run) => {
      const world = makeWorld()
      for (const act of run) act(world)
    }),
    { numRuns: 1_000 },
  )
})

test('from any state, a responding server is found again and subscribed to', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 40 }), (run) => {
      const world = makeWorld()
      for (const act of run) act(world)
      if (world.isEnded()) world.dispatch({ type: 'restart' })
      world.dispatch({ type: 'hold' })
      for (let tick = 0; tick < 3 && world.state().line.phase !== 'open'; tick += 1) {
        if (world.state().line.phase === 'waiting') world.dispatch({ type: 'timeUp' })
        const socket = which(0, world)
        world.dispatch({ type: 'opened', socket, page: {} })
        world.dispatch({ type: 'received', socket, message: { type: 'connection_ack' } })
      }
      expect(world.state().line.phase).toBe('open')
      expect(world.state().isLost).toBe(false)
    }),
    { numRuns: 500 },
  )
})
