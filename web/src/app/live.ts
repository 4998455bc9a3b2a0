import type { Client as LiveClient } from 'graphql-ws'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Document } from './call.ts'
import { rereadShown } from './graphql.ts'
import { announceSessionEnded } from './session-events.ts'

let socket: Promise<LiveClient> | undefined

/** Counts the sockets so far: what listens on a socket that is over listens anew on the next one. */
let era = 0
const eraListeners = new Set<() => void>()

function onEra(listener: () => void): () => void {
  eraListeners.add(listener)
  return () => eraListeners.delete(listener)
}

/** Whether nobody is to listen any more, until a new era begins. */
let isOver = false

/**
 * Closes the socket for good: on signing out, so that the server need not break it off. One that is only being opened is
 * waited for: the browser would complain of a handshake that the server refuses.
 */
export async function closeLive(): Promise<void> {
  isOver = true
  const open = socket
  socket = undefined
  const client = await open
  await Promise.all([...opening])
  await client?.dispose()
}

/** Opens a new socket for whoever listens: after a session ended and was renewed. */
export function restartLive(): void {
  void closeLive()
  isOver = false
  era += 1
  for (const listener of eraListeners) listener()
}

/** Sockets whose handshake is under way. */
const opening = new Set<Promise<void>>()

/** Drops what is sent once the socket closes, of which the browser would complain: whoever listened asks on the next. */
class OpenSocket extends WebSocket {
  constructor(...settings: ConstructorParameters<typeof WebSocket>) {
    super(...settings)
    const settled = new Promise<void>((resolve) => {
      this.addEventListener('open', () => resolve())
      this.addEventListener('close', () => resolve())
    })
    opening.add(settled)
    void settled.then(() => opening.delete(settled))
  }

  override send(data: Parameters<WebSocket['send']>[0]) {
    if (this.readyState === WebSocket.OPEN) super.send(data)
  }
}

/** One socket per browser tab, opened when the first screen listens; its code is loaded then, too. */
function openSocket(): Promise<LiveClient> {
  socket ??= import('graphql-ws').then(({ createClient }) =>
    createClient({
      url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: OpenSocket,
      lazyCloseTimeout: 2_000,
      keepAlive: 15_000,
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: (event) => !isRefusal(event),
      on: {
        connected: (_socket, _payload, wasRetry) => {
          // What changed while nobody listened is not told again.
          if (wasRetry) scheduleReread()
        },
        closed: (event) => {
          if (isRefusal(event)) announceSessionEnded()
        },
      },
    }),
  )
  return socket
}

/** 4401 and 4403 are graphql-transport-ws's Unauthorized and Forbidden: trying again would not help. */
function isRefusal(event: unknown): boolean {
  return event instanceof CloseEvent && (event.code === 4401 || event.code === 4403)
}

let isRereadDue = false

/** Several changes in one breath make one re-read. */
function scheduleReread() {
  if (isRereadDue) return
  isRereadDue = true
  setTimeout(() => {
    isRereadDue = false
    void rereadShown()
  }, 40)
}

/**
 * Listens while the screen is open: `useLive(OnStudiesUpdatesDocument, siteid && { siteid })`. Any word from the server
 * (a change, "read again", a reconnect) makes all that is shown read again; `onChange`, where given, runs as well.
 * A subscription's error is only warned of in the console (product.md 4): focus and writes still re-read.
 */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables | undefined | '',
  onChange?: (data: Data) => void,
): void {
  const latest = useRef(onChange)
  const currentEra = useSyncExternalStore(onEra, () => era)
  useEffect(() => {
    latest.current = onChange
  })
  const key = variables ? JSON.stringify(variables) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the variables, and a new era is a new socket
  useEffect(() => {
    if (!variables) return
    let leave: (() => void) | undefined
    let isLeft = false
    void openSocket().then((client) => {
      if (isLeft || isOver) return
      leave = client.subscribe<Data>(
        { query: document.toString(), variables },
        {
          next: ({ data, errors }) => {
            if (errors) console.warn('Subscription error', errors)
            if (data) latest.current?.(data)
            scheduleReread()
          },
          error: (error) => {
            // The end of the session is told in its own notice.
            if (!isRefusal(error)) console.warn('Subscription error', error)
          },
          complete: () => {},
        },
      )
    })
    return () => {
      isLeft = true
      leave?.()
    }
  }, [document, key, currentEra])
}

/** Reads again when the window comes back to the front or the network returns. Mounted once, by the shell. */
export function useRereadOnReturn(): void {
  useEffect(() => {
    function onReturn() {
      if (document.visibilityState === 'visible') scheduleReread()
    }
    window.addEventListener('focus', onReturn)
    window.addEventListener('online', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('online', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
