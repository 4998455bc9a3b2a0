import type { Step } from '../machine/machine.ts'
import type { ClientMessage, Page, ServerMessage, SubscribePayload, SubscriptionResult } from './transport-messages.ts'

type Line =
  /** Nobody listens. */
  | { readonly phase: 'idle' }
  /** From opening the socket until the server acknowledges it. */
  | { readonly phase: 'connecting'; readonly socket: number; readonly attempt: number }
  | { readonly phase: 'open'; readonly socket: number; readonly isPinged: boolean }
  /** Until the next attempt. */
  | { readonly phase: 'waiting'; readonly attempt: number }
  /** The session is over: no socket is opened before a restart. */
  | { readonly phase: 'ended' }

export type LiveState = {
  readonly line: Line
  /** The screens' subscriptions, by their id in the protocol. */
  readonly wanted: ReadonlyMap<string, SubscribePayload>
  /** The socket stays open even without subscriptions, to detect whether the server is available. */
  readonly isHeld: boolean
  /** Whether a socket was open since the start. Only then does a failed attempt mean that a server is gone. */
  readonly hasOpened: boolean
  readonly isLost: boolean
  /** Sockets are numbered, so that messages of an abandoned one are ignored. */
  readonly lastSocket: number
}

export type LiveEvent =
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'unsubscribe'; readonly id: string }
  | { readonly type: 'hold' }
  | { readonly type: 'release' }
  | { readonly type: 'opened'; readonly socket: number; readonly page: Page }
  | { readonly type: 'received'; readonly socket: number; readonly message: ServerMessage }
  | { readonly type: 'closed'; readonly socket: number; readonly code: number }
  /** The timer, set by the last `wait`, expired. */
  | { readonly type: 'timeUp' }
  /** The browser reported that its network went down or came back. */
  | { readonly type: 'networkChanged' }
  | { readonly type: 'end' }
  | { readonly type: 'restart' }

export type LiveCommand =
  | { readonly type: 'open'; readonly socket: number }
  | { readonly type: 'close'; readonly socket: number }
  | { readonly type: 'send'; readonly socket: number; readonly message: ClientMessage }
  /** Resets the single timer; `Infinity` stops it. */
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'deliver'; readonly id: string; readonly result: SubscriptionResult }
  | { readonly type: 'warn'; readonly errors: unknown }
  | { readonly type: 'reread' }
  | { readonly type: 'lost'; readonly isLost: boolean }
  | { readonly type: 'sessionEnded' }

export const initialLive: LiveState = {
  line: { phase: 'idle' },
  wanted: new Map(),
  isHeld: false,
  hasOpened: false,
  isLost: false,
  lastSocket: 0,
}

/** After this long without a message, the server is pinged. It has to respond within the second time. */
export const pingAfterMs = 5_000
export const pongWithinMs = 5_000
/** A socket that is not acknowledged within this time is closed. Slow networks need several round trips. */
export const connectWithinMs = 12_000

/** The first retry waits a quarter of a second. The delay then doubles, up to ten seconds. */
export function retryAfterMs(attempt: number): number {
  return Math.min(250 * 2 ** (attempt - 1), 10_000)
}

type Result = readonly [LiveState, readonly LiveCommand[]]

/** The live socket: one per browser tab, using graphql-transport-ws. */
export const stepLive: Step<LiveState, LiveEvent, LiveCommand> = (state, event) => {
  switch (event.type) {
    case 'subscribe': {
      const next = { ...state, wanted: new Map(state.wanted).set(event.id, event.payload) }
      if (state.line.phase === 'idle') return connect(next, 1)
      return [next, toOpen(state, { type: 'subscribe', id: event.id, payload: event.payload })]
    }
    case 'unsubscribe': {
      if (!state.wanted.has(event.id)) return [state, []]
      const wanted = new Map(state.wanted)
      wanted.delete(event.id)
      return [{ ...state, wanted }, toOpen(state, { type: 'complete', id: event.id })]
    }
    case 'hold': {
      const next = { ...state, isHeld: true }
      return state.line.phase === 'idle' ? connect(next, 1) : [next, []]
    }
    case 'release':
      return [{ ...state, isHeld: false }, []]
    case 'opened':
      if (state.line.phase !== 'connecting' || state.line.socket !== event.socket) return [state, []]
      return [
        state,
        [{ type: 'send', socket: event.socket, message: { type: 'connection_init', payload: event.page } }],
      ]
    case 'received':
      return receive(state, event.socket, event.message)
    case 'closed':
      return closed(state, event.socket, event.code)
    case 'timeUp':
      return timeUp(state)
    case 'networkChanged':
      if (state.line.phase === 'waiting') return connect(state, state.line.attempt)
      if (state.line.phase === 'open' && !state.line.isPinged) return ping(state, state.line.socket)
      return [state, []]
    case 'end':
      return [
        { ...state, line: { phase: 'ended' }, hasOpened: false, isLost: false },
        [...closeLine(state), stop, found],
      ]
    case 'restart': {
      const next: LiveState = { ...state, line: { phase: 'idle' }, hasOpened: false }
      const [after, commands] = isNeeded(next) ? connect(next, 1) : ([next, [stop]] as const)
      return [after, [...closeLine(state), ...commands]]
    }
  }
}

const stop: LiveCommand = { type: 'wait', ms: Number.POSITIVE_INFINITY }
const found: LiveCommand = { type: 'lost', isLost: false }

function isNeeded({ wanted, isHeld }: LiveState): boolean {
  return isHeld || wanted.size > 0
}

function toOpen({ line }: LiveState, message: ClientMessage): LiveCommand[] {
  return line.phase === 'open' ? [{ type: 'send', socket: line.socket, message }] : []
}

function closeLine({ line }: LiveState): LiveCommand[] {
  return line.phase === 'connecting' || line.phase === 'open' ? [{ type: 'close', socket: line.socket }] : []
}

function connect(state: LiveState, attempt: number): Result {
  const socket = state.lastSocket + 1
  return [
    { ...state, lastSocket: socket, line: { phase: 'connecting', socket, attempt } },
    [
      { type: 'open', socket },
      { type: 'wait', ms: connectWithinMs },
    ],
  ]
}

function receive(state: LiveState, socket: number, message: ServerMessage): Result {
  const { line } = state
  if ((line.phase !== 'connecting' && line.phase !== 'open') || line.socket !== socket) return [state, []]
  if (line.phase === 'connecting') {
    if (message.type === 'connection_ack') return acknowledged(state, socket)
    return [state, message.type === 'ping' ? [{ type: 'send', socket, message: { type: 'pong' } }] : []]
  }
  const alive: LiveState = line.isPinged ? { ...state, line: { ...line, isPinged: false } } : state
  return [alive, [...hear(state, socket, message), { type: 'wait', ms: pingAfterMs }]]
}

function acknowledged(state: LiveState, socket: number): Result {
  const subscribes = [...state.wanted].map(
    ([id, payload]): LiveCommand => ({ type: 'send', socket, message: { type: 'subscribe', id, payload } }),
  )
  return [
    { ...state, line: { phase: 'open', socket, isPinged: false }, hasOpened: true, isLost: false },
    [...subscribes, { type: 'wait', ms: pingAfterMs }, ...(state.isLost ? [found, { type: 'reread' } as const] : [])],
  ]
}

function hear({ wanted }: LiveState, socket: number, message: ServerMessage): LiveCommand[] {
  switch (message.type) {
    case 'next':
      if (!wanted.has(message.id)) return []
      return [{ type: 'deliver', id: message.id, result: message.payload }, { type: 'reread' }]
    case 'error':
      return wanted.has(message.id) ? [{ type: 'warn', errors: message.payload }] : []
    case 'ping': {
      // The server confirms each subscription. Changes between the previous read and the confirmation may be missing, so
      // read again.
      const subscribed = message.payload?.subscribed
      const pong: LiveCommand = { type: 'send', socket, message: { type: 'pong' } }
      return subscribed !== undefined && wanted.has(subscribed) ? [pong, { type: 'reread' }] : [pong]
    }
    default:
      return []
  }
}

/** 4401 and 4403 are graphql-transport-ws's Unauthorized and Forbidden: a retry would not help. */
function closed(state: LiveState, socket: number, code: number): Result {
  const { line } = state
  if ((line.phase !== 'connecting' && line.phase !== 'open') || line.socket !== socket) return [state, []]
  if (code === 4401 || code === 4403) {
    return [{ ...state, line: { phase: 'ended' }, isLost: false }, [stop, found, { type: 'sessionEnded' }]]
  }
  if (line.phase === 'connecting') return attemptFailed(state, line.attempt)
  return isNeeded(state) ? wait(state, 1) : [{ ...state, line: { phase: 'idle' } }, [stop]]
}

/** Refreshes after each attempt. If a proxy blocks sockets, the data on screen stays fresh anyway. */
function attemptFailed(state: LiveState, attempt: number): Result {
  if (!isNeeded(state)) return [{ ...state, line: { phase: 'idle' } }, [stop]]
  const isLost = state.hasOpened
  const [next, commands] = wait({ ...state, isLost }, attempt + 1)
  const lost: LiveCommand[] = isLost && !state.isLost ? [{ type: 'lost', isLost }] : []
  return [next, [...commands, ...lost, { type: 'reread' }]]
}

function wait(state: LiveState, attempt: number): Result {
  return [{ ...state, line: { phase: 'waiting', attempt } }, [{ type: 'wait', ms: retryAfterMs(attempt) }]]
}

function timeUp(state: LiveState): Result {
  const { line } = state
  switch (line.phase) {
    case 'idle':
    case 'ended':
      return [state, []]
    case 'waiting':
      return isNeeded(state) ? connect(state, line.attempt) : [{ ...state, line: { phase: 'idle' } }, [stop]]
    case 'connecting': {
      const [next, commands] = attemptFailed(state, line.attempt)
      return [next, [{ type: 'close', socket: line.socket }, ...commands]]
    }
    case 'open': {
      if (!isNeeded(state)) {
        return [{ ...state, line: { phase: 'idle' } }, [{ type: 'close', socket: line.socket }, stop]]
      }
      if (!line.isPinged) return ping(state, line.socket)
      const [next, commands] = connect({ ...state, isLost: true }, 1)
      return [next, [{ type: 'close', socket: line.socket }, ...commands, { type: 'lost', isLost: true }]]
    }
  }
}

function ping(state: LiveState, socket: number): Result {
  return [
    { ...state, line: { phase: 'open', socket, isPinged: true } },
    [
      { type: 'send', socket, message: { type: 'ping' } },
      { type: 'wait', ms: pongWithinMs },
    ],
  ]
}
