import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { onSessionEnded } from '../calls/connection.ts'
import { followSession, look, sessionMachine, stay } from './session-effects.ts'
import type { SessionState, SessionUser } from './session-state.ts'

type SessionContextValue = {
  session: SessionState
  /** Asks the server again who is signed in. */
  refresh: () => Promise<void>
  /** Counts as activity: extends the idle timeout. */
  stay: () => Promise<void>
  /** Removes this person's data from the browser at once. The session is ended on the server as soon as it is reachable. */
  signOut: () => void
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

function signOut() {
  sessionMachine.dispatch({ type: 'signOut' })
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(sessionMachine.onChange, sessionMachine.current)
  useEffect(() => {
    const offEnded = onSessionEnded(() => sessionMachine.dispatch({ type: 'lookDue' }))
    const unfollow = followSession()
    return () => {
      offEnded()
      unfollow()
    }
  }, [])
  const value = useMemo(() => ({ session, refresh: look, stay, signOut }), [session])
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession outside of SessionProvider')
  return value
}

/** The signed-in person, also after their session ended while their page is open. Only below the shell. */
export function useUser(): SessionUser {
  const { session } = useSession()
  if (session.phase !== 'user' && session.phase !== 'ended') throw new Error('useUser while nobody is signed in')
  return session.user
}

/** Whether the person is in one of the groups. This only hides elements; the server decides what may be called. */
export function useIsInGroup(...groups: string[]): boolean {
  const user = useUser()
  return groups.some((group) => user.groups.includes(group))
}

/** The address that starts a sign-in and returns to the path. */
export function signInAddress(returnTo: string): string {
  return `/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`
}
