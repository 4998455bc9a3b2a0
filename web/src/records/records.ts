import { navigation } from '../browser/navigation/navigation.ts'
import { isSameScreen } from '../browser/paths.ts'
import { newKey, write } from '../calls/call.ts'
import { isConnectionLost, onConnectionChange } from '../calls/connection.ts'
import { rereadShown } from '../calls/graphql.ts'
import { sessionMachine } from '../session/session-effects.ts'
import { keptOfTabs, setSessionKey } from './kept/kept-of-tabs.ts'
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

function followPerson(): void {
  const session = sessionMachine.current()
  // While it is not known who is signed in, nothing is erased.
  if (session.phase !== 'loading') setSessionKey(session.phase === 'user' ? session.user.draftKey : undefined)
  records.setPerson(session.phase === 'user' || session.phase === 'ended' ? session.user.sub : undefined)
}

followPerson()
sessionMachine.onChange(followPerson)

onConnectionChange(() => {
  if (!isConnectionLost()) records.lineReturned()
})
