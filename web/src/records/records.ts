import { navigation } from '../browser/navigation/navigation.ts'
import { isSameScreen } from '../browser/paths.ts'
import { newKey, write } from '../calls/call.ts'
import { isConnectionLost, onConnectionChange } from '../calls/connection.ts'
import { rereadShown } from '../calls/graphql.ts'
import { sessionMachine } from '../session/session-effects.ts'
import type { SessionState } from '../session/session-state.ts'
import { keptOfTabs, setKeptPerson, setKeptSession } from './kept/kept-of-tabs.ts'
import { startRecords } from './store.ts'

/** The working copies of this page. */
export const records = startRecords({
  call: ({ mutation }, lane, key) => write(mutation, { lane, key }),
  readAgain: rereadShown,
  kept: keptOfTabs,
  now: () => new Date(),
  isOnTheWay: () => navigation.isOnTheWay(isSameScreen),
  seed: `${newKey()}-`,
})

/**
 * When a session has ended that this browser had. A page of nobody yet erases nothing: after a crash, the session goes on
 * without the browser knowing it.
 */
const hasEnded: ReadonlySet<SessionState['phase']> = new Set(['ended', 'leaving', 'owed', 'left'])

function followPerson(): void {
  const session = sessionMachine.current()
  const user = session.phase === 'user' || session.phase === 'ended' ? session.user : undefined
  if (!user) setKeptPerson(undefined)
  else if (user.drafts) setKeptPerson({ sub: user.sub, key: user.drafts.personKey })
  if (hasEnded.has(session.phase)) setKeptSession(undefined)
  else if (user?.drafts) {
    const { sub, endsAt, drafts } = user
    setKeptSession({ sub, id: drafts.session, key: drafts.sessionKey, endsAt })
  }
  records.setPerson(user?.sub)
}

followPerson()
sessionMachine.onChange(followPerson)

onConnectionChange(() => {
  if (!isConnectionLost()) records.lineReturned()
})
