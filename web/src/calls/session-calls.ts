/** What this window sends while one person is signed in. */
export type SessionCalls = {
  /** Nothing more is sent, and nobody waits for what is read. */
  readonly over: AbortController
  /** The writes on their way. */
  readonly writing: Set<Promise<unknown>>
}

function begun(): SessionCalls {
  return { over: new AbortController(), writing: new Set() }
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

/** Somebody is signed in. */
export function beginCalls(): void {
  if (present.over.signal.aborted) present = begun()
}
