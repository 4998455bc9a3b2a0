import { describe, expect, test } from 'vitest'
import { initialLive, type LiveCommand, type LiveEvent, type LiveState, retryAfterMs, stepLive } from './live-socket.ts'

const studies = { query: 'subscription { onStudiesUpdates(siteid: "oslo") { id } }', variables: {} }
const subscribe: LiveEvent = { type: 'subscribe', id: '1', payload: studies }
const ack = (socket = 1): LiveEvent => ({ type: 'received', socket, message: { type: 'connection_ack' } })
const opened = (socket = 1): LiveEvent => ({ type: 'opened', socket, page: { 'casebook-person': 'kari' } })
const closed = (code = 1006, socket = 1): LiveEvent => ({ type: 'closed', socket, code })
const stands = (socket = 1): LiveEvent => ({
  type: 'received',
  socket,
  message: { type: 'ping', payload: { subscribed: '1' } },
})
const timeUp: LiveEvent = { type: 'timeUp' }

/** The state after the events, and the commands of the last one. */
function after(...events: LiveEvent[]): { state: LiveState; commands: readonly LiveCommand[]; types: string[] } {
  let state = initialLive
  let commands: readonly LiveCommand[] = []
  for (const event of events) [state, commands] = stepLive(state, event)
  const types = commands.map((command) => (command.type === 'send' ? `send ${command.message.type}` : command.type))
  return { state, commands, types }
}
const toOpen = [subscribe, opened(), ack()]

describe('opening', () => {
  test('the first subscription opens a socket, which begins with whose page it is', () => {
    expect(after(subscribe).types).toEqual(['open', 'wait'])
    expect(after(subscribe, opened()).commands).toEqual([
      { type: 'send', socket: 1, message: { type: 'connection_init', payload: { 'casebook-person': 'kari' } } },
    ])
  })
  test('subscriptions are sent once the server acknowledges', () => {
    const { types, state } = after(...toOpen)
    expect(types).toEqual(['send subscribe', 'wait'])
    expect(state.line).toEqual({ phase: 'open', socket: 1, isPinged: false })
  })
  test('holding opens it, too, and an open one sends at once', () => {
    expect(after({ type: 'hold' }).types).toEqual(['open', 'wait'])
    expect(after({ type: 'hold' }, opened(), ack(), subscribe).types).toEqual(['send subscribe'])
  })
  test('a subscription added while it is being opened waits for it', () => {
    expect(after({ type: 'hold' }, subscribe).types).toEqual([])
  })
  test('one that is not acknowledged in time is given up', () => {
    const { state, types } = after(subscribe, opened(), timeUp)
    expect(types).toEqual(['close', 'wait', 'reread'])
    expect(state.line).toEqual({ phase: 'waiting', attempt: 2 })
  })
})

describe('listening', () => {
  test('a refresh follows a confirmed subscription, not a requested one', () => {
    expect(after(...toOpen).types).not.toContain('reread')
    expect(after(...toOpen, stands()).types).toEqual(['send pong', 'reread', 'wait'])
  })
  test('a ping about nothing, or about an unwanted subscription, is only answered', () => {
    expect(after(...toOpen, { type: 'received', socket: 1, message: { type: 'ping' } }).types).toEqual([
      'send pong',
      'wait',
    ])
    expect(after(...toOpen, { type: 'unsubscribe', id: '1' }, stands()).types).toEqual(['send pong', 'wait'])
  })
  test('a change is delivered and refreshes the screen', () => {
    const next: LiveEvent = { type: 'received', socket: 1, message: { type: 'next', id: '1', payload: { data: {} } } }
    expect(after(...toOpen, next).types).toEqual(['deliver', 'reread', 'wait'])
    expect(after(...toOpen, { type: 'unsubscribe', id: '1' }, next).types).toEqual(['wait'])
  })
  test('an error is logged as a warning and retried on the next socket', () => {
    const error: LiveEvent = { type: 'received', socket: 1, message: { type: 'error', id: '1', payload: [] } }
    expect(after(...toOpen, error).types).toEqual(['warn', 'wait'])
    expect(after(...toOpen, error, closed(), timeUp, opened(2), ack(2)).types).toContain('send subscribe')
  })
  test('a removed subscription is completed; an unneeded socket is closed at the next tick', () => {
    expect(after(...toOpen, { type: 'unsubscribe', id: '1' }).types).toEqual(['send complete'])
    expect(after(...toOpen, { type: 'unsubscribe', id: '1' }, timeUp).state.line).toEqual({ phase: 'idle' })
    expect(after({ type: 'hold' }, opened(), ack(), { type: 'release' }, timeUp).types).toEqual(['close', 'wait'])
  })
})

describe('an unavailable server', () => {
  test('a silent one is pinged; without an answer the connection is lost and retried', () => {
    expect(after(...toOpen, timeUp).types).toEqual(['send ping', 'wait'])
    const { state, types } = after(...toOpen, timeUp, timeUp)
    expect(types).toEqual(['close', 'open', 'wait', 'lost'])
    expect(state.isLost).toBe(true)
  })
  test('any message counts as an answer', () => {
    expect(after(...toOpen, timeUp, { type: 'received', socket: 1, message: { type: 'pong' } }).state.line).toEqual({
      phase: 'open',
      socket: 1,
      isPinged: false,
    })
  })
  test('a closed socket is reopened; only a second failure is reported', () => {
    expect(after(...toOpen, closed()).commands).toEqual([{ type: 'wait', ms: retryAfterMs(1) }])
    expect(after(...toOpen, closed(), timeUp, closed(1006, 2)).types).toEqual(['wait', 'lost', 'reread'])
  })
  test('if no socket ever opened, nothing is reported, but the screen is refreshed', () => {
    expect(after(subscribe, closed()).types).toEqual(['wait', 'reread'])
  })
  test('its return is reported, and everything refreshed', () => {
    const { types, state } = after(...toOpen, timeUp, timeUp, opened(2), ack(2))
    expect(types).toEqual(['send subscribe', 'wait', 'lost', 'reread'])
    expect(state.isLost).toBe(false)
  })
  test('the delays grow to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(retryAfterMs)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })
  test('a reported network change ends a delay, or sends a ping', () => {
    expect(after(...toOpen, closed(), { type: 'networkChanged' }).types).toEqual(['open', 'wait'])
    expect(after(...toOpen, { type: 'networkChanged' }).types).toEqual(['send ping', 'wait'])
    expect(after(...toOpen, timeUp, { type: 'networkChanged' }).types).toEqual([])
  })
})

describe('the session', () => {
  test.each([4401, 4403])('close code %i ends it: no further attempt', (code) => {
    const { state, types } = after(...toOpen, closed(code))
    expect(types).toEqual(['wait', 'lost', 'sessionEnded'])
    expect(state.line).toEqual({ phase: 'ended' })
    expect(after(...toOpen, closed(code), timeUp).types).toEqual([])
  })
  test('after its end a new subscription waits for a restart, then is sent', () => {
    expect(after(...toOpen, { type: 'end' }).types).toEqual(['close', 'wait', 'lost'])
    expect(after({ type: 'end' }, subscribe).types).toEqual([])
    expect(after({ type: 'end' }, subscribe, { type: 'restart' }).types).toEqual(['open', 'wait'])
    expect(after(...toOpen, { type: 'end' }, { type: 'restart' }, opened(2), ack(2)).types).toContain('send subscribe')
  })
  test('a restart without subscriptions opens nothing, and one with an open socket replaces it', () => {
    expect(after({ type: 'end' }, { type: 'restart' }).state.line).toEqual({ phase: 'idle' })
    expect(after(...toOpen, { type: 'restart' }).types).toEqual(['close', 'open', 'wait'])
  })
})

test('messages of an abandoned socket change nothing', () => {
  const before = after(...toOpen, closed(), timeUp)
  for (const late of [opened(), ack(), stands(), closed(), closed(4403)]) {
    expect(stepLive(before.state, late)).toEqual([before.state, []])
  }
})
