import { useEffect, useEffectEvent } from 'react'
import type { Document } from '../calls/call.ts'
import { announceSessionEnded, setConnectionLost } from '../calls/connection.ts'
import { rereadShown } from '../calls/graphql.ts'
import { presentCalls } from '../calls/session-calls.ts'
import { startMachine } from '../machine/machine.ts'
import { initialLive, type LiveCommand, stepLive } from './live-socket.ts'
import { readServerMessage, type SubscriptionResult } from './transport-messages.ts'

const machine = startMachine(stepLive, initialLive, run)
const sockets = new Map<number, WebSocket>()
const handlers = new Map<string, (result: SubscriptionResult) => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

function run(command: LiveCommand): void {
  switch (command.type) {
    case 'open':
      openSocket(command.socket)
      break
    case 'close':
      closeSocket(sockets.get(command.socket))
      break
    case 'send': {
      const socket = sockets.get(command.socket)
      // A closing socket accepts no messages. The next one sends everything again.
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command.message))
      break
    }
    case 'wait':
      clearTimeout(timer)
      // Random jitter, so that a thousand browsers do not reconnect at the same moment.
      timer = Number.isFinite(command.ms) ? setTimeout(timeUp, command.ms * (0.8 + 0.4 * Math.random())) : undefined
      break
    case 'deliver':
      handlers.get(command.id)?.(command.result)
      break
    case 'warn':
      warn(command.errors)
      break
    case 'reread':
      scheduleReread()
      break
    case 'lost':
      setConnectionLost(command.isLost)
      break
    case 'sessionEnded':
      announceSessionEnded()
      break
  }
}

/**
 * Only logged: a focused window and the person's own writes still refresh. Of a record that was removed while it was
 * shown, the screen's own reads tell.
 */
function warn(errors: unknown) {
  const isRemoved = Array.isArray(errors) && errors.every((error) => error?.extensions?.code === 'NOT_FOUND')
  if (!isRemoved) console.warn('Subscription error', errors)
}

function timeUp() {
  machine.dispatch({ type: 'timeUp' })
}

function openSocket(number: number) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws')
  sockets.set(number, socket)
  socket.addEventListener('open', () => machine.dispatch({ type: 'opened', socket: number, page: presentCalls().page }))
  socket.addEventListener('message', ({ data }) => {
    const message = readServerMessage(String(data))
    if (message) machine.dispatch({ type: 'received', socket: number, message })
  })
  socket.addEventListener('close', ({ code }) => {
    sockets.delete(number)
    machine.dispatch({ type: 'closed', socket: number, code })
  })
}

/** A connecting socket is closed once it is open, because the browser reports an aborted handshake as an error. */
function closeSocket(socket: WebSocket | undefined) {
  if (!socket) return
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close(1000))
  else socket.close(1000)
}

/**
 * Closes the socket until `restartLive`: at sign-out, so that the server need not close it, nor refuse one that still
 * connects. Resolves when it is closed, or after some seconds if the network is down.
 */
export async function closeLive(): Promise<void> {
  machine.dispatch({ type: 'end' })
  const open = [...sockets.values()].map(
    (socket) => new Promise<void>((resolve) => socket.addEventListener('close', () => resolve())),
  )
  await Promise.race([Promise.all(open), new Promise((resolve) => setTimeout(resolve, 5_000))])
}

/** Opens a new socket for the current subscriptions, after a session began or was renewed. */
export function restartLive(): void {
  machine.dispatch({ type: 'restart' })
}

let isRereadDue = false

/** Several changes in a short time cause one refresh. */
function scheduleReread() {
  if (isRereadDue) return
  isRereadDue = true
  setTimeout(() => {
    isRereadDue = false
    void rereadShown()
  }, 40)
}

/**
 * Subscribes while the screen is open: `useLive(OnStudiesUpdatesDocument, siteid && { siteid })`. Any message of the
 * server (a change, "read again", the subscription's confirmation) refreshes everything shown; `onChange`, if given,
 * runs as well.
 */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables | undefined | '',
  onChange?: (data: Data) => void,
): void {
  const tell = useEffectEvent((data: Data) => onChange?.(data))
  const key = variables ? JSON.stringify(variables) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the variables
  useEffect(() => {
    if (!variables) return
    lastId += 1
    const id = String(lastId)
    handlers.set(id, ({ data, errors }) => {
      if (errors) warn(errors)
      // The server's answer has the type of this document.
      if (data) tell(data as Data)
    })
    machine.dispatch({ type: 'subscribe', id, payload: { query: document.toString(), variables } })
    return () => {
      handlers.delete(id)
      machine.dispatch({ type: 'unsubscribe', id })
    }
  }, [document, key])
}

/**
 * Keeps the socket open, so that an idle page notices a lost server, and refreshes when the window becomes visible or
 * the network returns. Mounted once, by the shell.
 */
export function useLiveConnection(): void {
  useEffect(() => {
    function onReturn() {
      if (document.visibilityState === 'visible') scheduleReread()
    }
    function onNetwork() {
      machine.dispatch({ type: 'networkChanged' })
      if (navigator.onLine) onReturn()
    }
    machine.dispatch({ type: 'hold' })
    window.addEventListener('focus', onReturn)
    window.addEventListener('online', onNetwork)
    window.addEventListener('offline', onNetwork)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      machine.dispatch({ type: 'release' })
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('online', onNetwork)
      window.removeEventListener('offline', onNetwork)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
