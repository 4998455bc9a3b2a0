import type { Step } from '../machine/machine.ts'

/** The signed-in person from /auth/session: the contract's User, without fields that only the profile needs. */
export type SessionUser = {
  sub: string
  given_name: string | null
  family_name: string | null
  groups: readonly string[]
  is_admin: boolean
  is_hp: boolean
  is_patient: boolean
  /** The zone in which times are typed and shown: an IANA name. */
  studyTimezone: string
  /** Whether the person may take out only what is de-identified. */
  onlyDeidentified: boolean
  /** The server's release of Casebook. */
  release: string
  /**
   * Instants: when the session ends by inactivity, extended by every call that counts as activity, and when it ends in
   * any case.
   */
  idleEndsAt: string
  endsAt: string
  /**
   * The session's id, and the keys for what is typed and not saved: 256 bits in hex. Keys are stored nowhere here. A server
   * of release 0.2.0, which runs beside this one during an upgrade, tells none.
   */
  drafts?: { readonly session: string; readonly sessionKey: string; readonly personKey: string }
}

/** Why somebody did not get in: `details` is the English sentence of `reason`. */
export type Refusal = {
  readonly sub: string | null
  readonly details: string
  readonly reason: string
  readonly params: Readonly<Record<string, string | number>>
}

/** The response of /auth/session. */
export type SessionAnswer =
  | { state: 'guest'; providerName?: string }
  | { state: 'user'; user: SessionUser }
  | ({ state: 'refused' } & Refusal)

export type SessionState =
  /** `isAsking`: an answer is still awaited. On a slow line it takes longer than the time between retries. */
  | { readonly phase: 'loading'; readonly isAsking: boolean }
  | { readonly phase: 'guest'; readonly providerName?: string }
  | ({ readonly phase: 'refused' } & Refusal)
  | { readonly phase: 'user'; readonly user: SessionUser }
  /**
   * The person was signed in on this page and no longer is. What they typed is still on it. `isAnother`: somebody else is
   * signed in in this browser now.
   */
  | { readonly phase: 'ended'; readonly user: SessionUser; readonly isAnother?: true }
  /** The person signed out here, and the server is being asked to end the session. `session` is the session to end. */
  | { readonly phase: 'leaving'; readonly session: string }
  /** The person signed out here, but the server could not be reached yet. */
  | { readonly phase: 'owed'; readonly session: string; readonly isSending: boolean }
  /** Ended on the server; the browser is being redirected to the provider. */
  | { readonly phase: 'left'; readonly location: string }

export type SessionEvent =
  /** The page opens. `owed` is the session that an earlier page could not end. */
  | { readonly type: 'start'; readonly owed: string | undefined }
  | { readonly type: 'sessionRead'; readonly session: SessionAnswer }
  /** No answer arrived: the network is down, or the time was up. */
  | { readonly type: 'lookUnanswered' }
  /** A reason to check who is signed in: a timer, the window's focus, a refused call, another window. */
  | { readonly type: 'lookDue' }
  | { readonly type: 'signOut' }
  /** Another window says that this person signed out. */
  | { readonly type: 'signedOutElsewhere'; readonly sub: string }
  /** The result of the request to end a session. */
  | { readonly type: 'signOutDone'; readonly location: string }
  | { readonly type: 'signOutUnanswered' }
  /** The session to end no longer belongs to this browser. */
  | { readonly type: 'nothingOwed' }
  /** The network returned, or some seconds passed without a response. */
  | { readonly type: 'retryDue' }

/** What windows of one browser tell each other: who signed out, or that somebody signed in or out. */
export type WindowWord = { readonly left: string } | 'changed'

export type SessionCommand =
  | { readonly type: 'look' }
  /** Removes all data of this person from this window: cached reads, drafts, uploads. */
  | { readonly type: 'forget'; readonly sub: string }
  | { readonly type: 'closeLive' }
  | { readonly type: 'restartLive'; readonly sub: string }
  | { readonly type: 'reread' }
  /** Somebody else has signed in: no data of the previous person may stay. */
  | { readonly type: 'reload' }
  | { readonly type: 'markOwed'; readonly session: string }
  | { readonly type: 'unmarkOwed' }
  /** Ends this session on the server, and no other: somebody else may have signed in meanwhile. */
  | { readonly type: 'endOnServer'; readonly session: string }
  | { readonly type: 'notifyWindows'; readonly what: WindowWord }
  | { readonly type: 'go'; readonly location: string }

type Result = readonly [SessionState, readonly SessionCommand[]]

export const stepSession: Step<SessionState, SessionEvent, SessionCommand> = (state, event) => {
  switch (event.type) {
    case 'start':
      if (event.owed === undefined) return lookFirst()
      return sendAgain({ phase: 'owed', session: event.owed, isSending: false })
    case 'sessionRead':
      return sessionRead(state, event.session)
    case 'lookUnanswered':
      return state.phase === 'loading' ? [{ phase: 'loading', isAsking: false }, []] : [state, []]
    case 'lookDue':
      if (state.phase === 'loading') return lookFirst()
      return isSignedOutHere(state) ? sendAgain(state) : [state, [{ type: 'look' }]]
    case 'signOut':
      return signOut(state)
    case 'signedOutElsewhere':
      return signedOutElsewhere(state, event.sub)
    case 'signOutDone':
      if (state.phase !== 'leaving' && state.phase !== 'owed') return [state, []]
      return [
        { phase: 'left', location: event.location },
        [{ type: 'unmarkOwed' }, { type: 'notifyWindows', what: 'changed' }, { type: 'go', location: event.location }],
      ]
    case 'signOutUnanswered':
      if (state.phase !== 'leaving' && state.phase !== 'owed') return [state, []]
      return [{ phase: 'owed', session: state.session, isSending: false }, []]
    case 'nothingOwed':
      if (state.phase !== 'leaving' && state.phase !== 'owed') return [state, []]
      return lookFirst({ type: 'unmarkOwed' })
    case 'retryDue':
      if (state.phase !== 'loading') return sendAgain(state)
      return state.isAsking ? [state, []] : lookFirst()
  }
}

function lookFirst(...before: readonly SessionCommand[]): Result {
  return [{ phase: 'loading', isAsking: true }, [...before, { type: 'look' }]]
}

function isSignedOutHere({ phase }: SessionState): boolean {
  return phase === 'leaving' || phase === 'owed' || phase === 'left'
}

function sendAgain(state: SessionState): Result {
  if (state.phase !== 'owed' || state.isSending) return [state, []]
  const { session } = state
  return [{ phase: 'owed', session, isSending: true }, [{ type: 'endOnServer', session }]]
}

/** The mark is set first, so that closing the window before the server responds loses nothing. */
function signOut(state: SessionState): Result {
  if (state.phase !== 'user' && state.phase !== 'ended') return [state, []]
  const { sub, endsAt: session } = state.user
  return [
    { phase: 'leaving', session },
    [
      { type: 'markOwed', session },
      { type: 'forget', sub },
      { type: 'closeLive' },
      { type: 'notifyWindows', what: { left: sub } },
      { type: 'endOnServer', session },
    ],
  ]
}

/**
 * The other window calls the server; this one checks that it succeeded. Somebody else who signed out takes nothing from a
 * page that does not know of them yet, or that their sign-in left behind: what its own person typed stays.
 */
function signedOutElsewhere(state: SessionState, left: string): Result {
  if (state.phase !== 'user' && state.phase !== 'ended') return [state, []]
  const { sub, endsAt: session } = state.user
  if (left !== sub) return [state, [{ type: 'look' }]]
  return [{ phase: 'owed', session, isSending: false }, [{ type: 'forget', sub }, { type: 'closeLive' }]]
}

function sessionRead(state: SessionState, session: SessionAnswer): Result {
  // A response from before the sign-out signs nobody in again.
  if (isSignedOutHere(state)) return [state, []]
  if (state.phase !== 'user' && state.phase !== 'ended') {
    if (session.state !== 'user') return [signedOut(session), []]
    return [{ phase: 'user', user: session.user }, [{ type: 'restartLive', sub: session.user.sub }]]
  }
  if (session.state !== 'user') {
    if (state.phase === 'ended') return [state.isAnother ? { phase: 'ended', user: state.user } : state, []]
    return [{ phase: 'ended', user: state.user }, [{ type: 'closeLive' }]]
  }
  const { user } = session
  if (user.sub !== state.user.sub) return another(state)
  if (state.phase === 'user') return [isSame(state.user, user) ? state : { phase: 'user', user }, []]
  return [{ phase: 'user', user }, [{ type: 'restartLive', sub: user.sub }, { type: 'reread' }]]
}

/** The page is loaded anew once. If the person keeps it, because a file is being sent, it says whose it is. */
function another(state: SessionState & { phase: 'user' | 'ended' }): Result {
  if (isOfAnother(state)) return [state, []]
  const next: SessionState = { phase: 'ended', user: state.user, isAnother: true }
  return [next, [...(state.phase === 'user' ? [{ type: 'closeLive' } as const] : []), { type: 'reload' }]]
}

/** Whether the page is one person's while somebody else is signed in. */
export function isOfAnother(state: SessionState): state is SessionState & { phase: 'ended'; isAnother: true } {
  return state.phase === 'ended' && state.isAnother === true
}

function signedOut(session: Exclude<SessionAnswer, { state: 'user' }>): SessionState {
  if (session.state === 'refused') {
    const { sub, details, reason, params } = session
    return { phase: 'refused', sub, details, reason, params }
  }
  return { phase: 'guest', ...(session.providerName !== undefined && { providerName: session.providerName }) }
}

function isSame(a: SessionUser, b: SessionUser): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
