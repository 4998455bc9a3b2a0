/** What this window sends while one person is signed in. */
export type SessionCalls = {
  /** Nothing more is sent, and nobody waits for what is read. */
  readonly over: AbortController
  /** The writes on their way. */
  readonly writing: Set<Promise<unknown>>
  /** Who it is: the server refuses what is sent with the cookie of somebody else. */
  readonly sub: string | undefined
  /** Names them, on each call and when the socket begins. */
  readonly page: Readonly<Record<string, string>>
}

function begun(sub?: string): SessionCalls {
  const page: SessionCalls['page'] = sub ? { 'casebook-person': encodeURIComponent(sub) } : {}
  return { over: new AbortController(), writing: new Set(), sub, page }
}

let present = begun()

/** A call belongs to the session in which it was made, however long it is repeated. */
export function presentCalls(): SessionCalls {
  return present
}

/**
 * Nothing more is sent until `beginCalls`, and reads on their way are abandoned. Resolves when the writes on their way
 * are answered or given up. The session can be ended then: nothing arrives at the server after its end.
 */
export function endCalls(): Promise<unknown> {
  present.over.abort()
  return Promise.allSettled(present.writing)
}

/** Somebody is signed in, and the page is theirs. */
export function beginCalls(sub: string): void {
  if (present.over.signal.aborted || present.sub !== sub) present = begun(sub)
}
