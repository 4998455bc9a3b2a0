import { expect, test } from 'vitest'
import { initialLive, type LiveEvent, type LiveState, stepLive } from './live-socket.ts'

type Phase = LiveState['line']['phase']
type Type = LiveEvent['type']

const payload = { query: 'subscription { onSitesUpdates { id } }', variables: {} }
const wanted = new Map([['1', payload]])
const before: LiveState = { ...initialLive, wanted, lastSocket: 1, hasOpened: true }
const connecting = { ...before, line: { phase: 'connecting', socket: 1, attempt: 1 } } as const
const open = { ...before, line: { phase: 'open', socket: 1, isPinged: false } } as const
const waiting = { ...before, line: { phase: 'waiting', attempt: 1 } } as const
const unneeded = { wanted: new Map() }

/** A state of each phase, and others that answer differently. */
const states = {
  idle: { ...before, ...unneeded, line: { phase: 'idle' } },
  connecting,
  lostConnecting: { ...connecting, isLost: true },
  unneededConnecting: { ...connecting, ...unneeded },
  open,
  pingedOpen: { ...open, line: { ...open.line, isPinged: true } },
  heldOpen: { ...open, ...unneeded, isHeld: true },
  unneededOpen: { ...open, ...unneeded },
  waiting,
  unneededWaiting: { ...waiting, ...unneeded },
  ended: { ...before, line: { phase: 'ended' } },
} satisfies { [P in Phase]: LiveState & { line: { phase: P } } } & Record<string, LiveState>

const received = { type: 'received', socket: 1 } as const

/** An event of each type, and others of it. */
const events = {
  subscribe: { type: 'subscribe', id: '2', payload },
  unsubscribe: { type: 'unsubscribe', id: '1' },
  hold: { type: 'hold' },
  release: { type: 'release' },
  opened: { type: 'opened', socket: 1, page: {} },
  received: { ...received, message: { type: 'next', id: '1', payload: { data: {} } } },
  acknowledged: { ...received, message: { type: 'connection_ack' } },
  pinged: { ...received, message: { type: 'ping', payload: { subscribed: '1' } } },
  closed: { type: 'closed', socket: 1, code: 1006 },
  refused: { type: 'closed', socket: 1, code: 4401 },
  timeUp: { type: 'timeUp' },
  networkChanged: { type: 'networkChanged' },
  end: { type: 'end' },
  restart: { type: 'restart' },
} satisfies { [T in Type]: LiveEvent & { type: T } } & Record<string, LiveEvent>

/** The result of each event in each state: the phase, then the commands. '-' changes nothing. */
const transitions: Record<keyof typeof states, Record<keyof typeof events, string>> = {
  idle: {
    subscribe: 'connecting open wait',
    unsubscribe: '-',
    hold: 'connecting open wait',
    release: '-',
    opened: '-',
    received: '-',
    acknowledged: '-',
    pinged: '-',
    closed: '-',
    refused: '-',
    timeUp: '-',
    networkChanged: '-',
    end: 'ended wait lost',
    restart: 'idle wait',
  },
  connecting: {
    subscribe: 'connecting',
    unsubscribe: 'connecting',
    hold: 'connecting',
    release: '-',
    opened: 'connecting connection_init',
    received: '-',
    acknowledged: 'open subscribe wait',
    pinged: 'connecting pong',
    closed: 'waiting wait lost reread',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'waiting close wait lost reread',
    networkChanged: '-',
    end: 'ended close wait lost',
    restart: 'connecting close open wait',
  },
  lostConnecting: {
    subscribe: 'connecting',
    unsubscribe: 'connecting',
    hold: 'connecting',
    release: '-',
    opened: 'connecting connection_init',
    received: '-',
    acknowledged: 'open subscribe wait lost reread',
    pinged: 'connecting pong',
    closed: 'waiting wait reread',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'waiting close wait reread',
    networkChanged: '-',
    end: 'ended close wait lost',
    restart: 'connecting close open wait',
  },
  unneededConnecting: {
    subscribe: 'connecting',
    unsubscribe: '-',
    hold: 'connecting',
    release: '-',
    opened: 'connecting connection_init',
    received: '-',
    acknowledged: 'open wait',
    pinged: 'connecting pong',
    closed: 'idle wait',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'idle close wait',
    networkChanged: '-',
    end: 'ended close wait lost',
    restart: 'idle close wait',
  },
  open: {
    subscribe: 'open subscribe',
    unsubscribe: 'open complete',
    hold: 'open',
    release: '-',
    opened: '-',
    received: 'open deliver reread wait',
    acknowledged: 'open wait',
    pinged: 'open pong reread wait',
    closed: 'waiting wait',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'pinged ping wait',
    networkChanged: 'pinged ping wait',
    end: 'ended close wait lost',
    restart: 'connecting close open wait',
  },
  pingedOpen: {
    subscribe: 'pinged subscribe',
    unsubscribe: 'pinged complete',
    hold: 'pinged',
    release: '-',
    opened: '-',
    received: 'open deliver reread wait',
    acknowledged: 'open wait',
    pinged: 'open pong reread wait',
    closed: 'waiting wait',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'connecting close open wait lost',
    networkChanged: '-',
    end: 'ended close wait lost',
    restart: 'connecting close open wait',
  },
  heldOpen: {
    subscribe: 'open subscribe',
    unsubscribe: '-',
    hold: '-',
    release: 'open',
    opened: '-',
    received: 'open wait',
    acknowledged: 'open wait',
    pinged: 'open pong wait',
    closed: 'waiting wait',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'pinged ping wait',
    networkChanged: 'pinged ping wait',
    end: 'ended close wait lost',
    restart: 'connecting close open wait',
  },
  unneededOpen: {
    subscribe: 'open subscribe',
    unsubscribe: '-',
    hold: 'open',
    release: '-',
    opened: '-',
    received: 'open wait',
    acknowledged: 'open wait',
    pinged: 'open pong wait',
    closed: 'idle wait',
    refused: 'ended wait lost sessionEnded',
    timeUp: 'idle close wait',
    networkChanged: 'pinged ping wait',
    end: 'ended close wait lost',
    restart: 'idle close wait',
  },
  waiting: {
    subscribe: 'waiting',
    unsubscribe: 'waiting',
    hold: 'waiting',
    release: '-',
    opened: '-',
    received: '-',
    acknowledged: '-',
    pinged: '-',
    closed: '-',
    refused: '-',
    timeUp: 'connecting open wait',
    networkChanged: 'connecting open wait',
    end: 'ended wait lost',
    restart: 'connecting open wait',
  },
  unneededWaiting: {
    subscribe: 'waiting',
    unsubscribe: '-',
    hold: 'waiting',
    release: '-',
    opened: '-',
    received: '-',
    acknowledged: '-',
    pinged: '-',
    closed: '-',
    refused: '-',
    timeUp: 'idle wait',
    networkChanged: 'connecting open wait',
    end: 'ended wait lost',
    restart: 'idle wait',
  },
  ended: {
    subscribe: 'ended',
    unsubscribe: 'ended',
    hold: 'ended',
    release: '-',
    opened: '-',
    received: '-',
    acknowledged: '-',
    pinged: '-',
    closed: '-',
    refused: '-',
    timeUp: '-',
    networkChanged: '-',
    end: 'ended wait lost',
    restart: 'connecting open wait',
  },
}

const cases = Object.entries(transitions).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => [state, event, expected] as const),
) as [keyof typeof states, keyof typeof events, string][]

test.each(cases)('%s: %s leads to %s', (name, event, expected) => {
  const state: LiveState = states[name]
  const [next, commands] = stepLive(state, events[event])
  if (expected === '-') return expect([next, commands]).toEqual([state, []])
  const phase = next.line.phase === 'open' && next.line.isPinged ? 'pinged' : next.line.phase
  const types = commands.map((command) => (command.type === 'send' ? command.message.type : command.type))
  expect([phase, ...types].join(' ')).toBe(expected)
  expect(next).not.toEqual(commands.length === 0 ? state : undefined)
})
