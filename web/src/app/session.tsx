import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { forgetReadings, rereadShown } from './graphql.ts'
import { closeLive, restartLive } from './live.ts'
import { onSessionEnded } from './session-events.ts'

/** The signed-in person as /auth/session tells it: the contract's User without what only the profile needs. */
export type SessionUser = {
  sub: string
  given_name: string | null
  family_name: string | null
  groups: readonly string[]
  is_admin: boolean
  is_hp: boolean
  is_patient: boolean
  /** In which times are typed and shown: an IANA name. */
  studyTimezone: string
  /** Instants: of the idle time's end, put off by every call that counts as activity, and of the session itself. */
  idleEndsAt: string
  endsAt: string
}

export type Session =
  | { state: 'loading' }
  | { state: 'guest'; providerName?: string }
  | { state: 'user'; user: SessionUser }
  | { state: 'refused'; sub: string | null; details: string }

type SessionContextValue = {
  session: Session
  /** The person was signed in on this page and no longer is: what they typed is still on it. */
  isEnded: boolean
  /** Asks the server again who sits here. */
  refresh: () => Promise<void>
  /** Counts as activity: puts off the idle end. */
  stay: () => Promise<void>
  signOut: () => Promise<void>
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** How often an open page looks whether its session is about to end; this look is no activity. */
const lookEveryMs = 30_000

async function fetchSession(): Promise<Session> {
  const answer = await fetch('/auth/session', { headers: { accept: 'application/json' } })
  if (answer.status === 401) return { state: 'guest' }
  if (!answer.ok) throw new Error(`/auth/session answered ${answer.status}`)
  const session: Session = await answer.json()
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'loading' })
  const [isEnded, setIsEnded] = useState(false)
  const hasEnded = useRef(false)
  const known = useRef<Session>(session)

  const refresh = useCallback(async () => {
    let next: Session
    try {
      next = await fetchSession()
    } catch {
      // No answer is not a sign-out; the connection notice speaks of it, and the next look comes soon.
      return
    }
    const before = known.current
    if (before.state === 'user' && next.state !== 'user') {
      hasEnded.current = true
      setIsEnded(true)
      return
    }
    if (before.state === 'user' && next.state === 'user' && before.user.sub !== next.user.sub) {
      // Somebody else signed in meanwhile: nothing of the former person may stay on this page.
      location.reload()
      return
    }
    known.current = next
    setSession((shown) => (JSON.stringify(shown) === JSON.stringify(next) ? shown : next))
    if (hasEnded.current) {
      hasEnded.current = false
      setIsEnded(false)
      restartLive()
      void rereadShown()
    }
  }, [])

  const stay = useCallback(async () => {
    await fetch('/auth/stay', { method: 'POST' }).catch(() => undefined)
    await refresh()
  }, [refresh])

  const signOut = useCallback(async () => {
    await closeLive()
    const answer = await fetch('/auth/sign-out', { method: 'POST', headers: { accept: 'application/json' } })
    const { location: next }: { location?: string } = await answer.json().catch(() => ({}))
    channel?.postMessage('changed')
    forgetReadings()
    location.assign(next ?? '/')
  }, [])

  useEffect(() => {
    void refresh()
    const timer = setInterval(() => void refresh(), lookEveryMs)
    const offEnded = onSessionEnded(() => void refresh())
    const onFocus = () => void refresh()
    const onWord = () => void refresh()
    window.addEventListener('focus', onFocus)
    channel?.addEventListener('message', onWord)
    return () => {
      clearInterval(timer)
      offEnded()
      window.removeEventListener('focus', onFocus)
      channel?.removeEventListener('message', onWord)
    }
  }, [refresh])

  const value = useMemo(
    () => ({ session, isEnded, refresh, stay, signOut }),
    [session, isEnded, refresh, stay, signOut],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Tells the browser's other windows that somebody signed in or out. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('casebook-session')

export function announceSessionChanged(): void {
  channel?.postMessage('changed')
}

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession outside of SessionProvider')
  return value
}

/** The signed-in person. Only below the signed-in shell. */
export function useUser(): SessionUser {
  const { session } = useSession()
  if (session.state !== 'user') throw new Error('useUser while nobody is signed in')
  return session.user
}

/** Whether the person is in one of the groups; what may be called is the server's to refuse, this only hides. */
export function useIsInGroup(...groups: string[]): boolean {
  const user = useUser()
  return groups.some((group) => user.groups.includes(group))
}

/** The address that starts a sign-in and comes back to the path. */
export function signInAddress(returnTo: string): string {
  return `/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`
}
