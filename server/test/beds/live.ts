import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Person } from './casebook.ts'
import { documentOf } from './operations.ts'

export type Change = {
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
}

type Headers = Record<string, string>

/** The headers of a browser that opens a socket to its own origin, or of a script with a token. */
export function handshakeHeaders({ browser, origin }: Person): Headers {
  if (browser.always.authorization) return { ...browser.always }
  const token = browser.cookie('casebook_session')
  return { origin, ...(token && { cookie: `casebook_session=${token}` }) }
}

const address = (origin: string) => `${origin.replace('http', 'ws')}/graphql`

/** The HTTP status of a socket's handshake: 101 if it opens. */
export function handshake(origin: string, headers: Headers, path = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${address(origin)}${path}`, 'graphql-transport-ws', { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

/** A browser's single socket, with any number of subscriptions. `connectionParams` are what it begins with. */
export function openLive(person: Person, connectionParams: Record<string, unknown> = {}) {
  const headers = handshakeHeaders(person)
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol, { headers })
    }
  }
  const frames: unknown[] = []
  const client = createClient({
    url: address(person.origin),
    webSocketImpl: BrowserSocket,
    retryAttempts: 0,
    connectionParams,
    on: { message: (message) => frames.push(message) },
  })

  function watch(name: string, variables: Record<string, unknown> = {}, query = documentOf(name)) {
    const changes: Change[] = []
    const codes: unknown[] = []
    const state: { ended: string | undefined; code: unknown } = { ended: undefined, code: undefined }
    const stop = client.subscribe(
      { query, variables },
      {
        next({ data, errors }) {
          for (const error of errors ?? []) codes.push(error.extensions?.code ?? error.message)
          const change = data?.[name]
          if (isChange(change)) changes.push(change)
        },
        error(why) {
          state.ended = 'closed'
          state.code = why instanceof Error || !isObject(why) ? why : why.code
          if (Array.isArray(why)) for (const error of why) codes.push(error.extensions?.code ?? error.message)
        },
        complete() {
          state.ended = 'completed'
        },
      },
    )
    return { changes, codes, state, stop }
  }
  return { watch, frames, close: () => client.dispose() }
}

export type Watched = ReturnType<ReturnType<typeof openLive>['watch']>

/** Waits until `holds` returns true; throws after this many milliseconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isChange(value: unknown): value is Change {
  return isObject(value) && 'action' in value && 'id' in value
}
