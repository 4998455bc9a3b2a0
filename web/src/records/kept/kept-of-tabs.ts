import { afterPause } from './after-pause.ts'
import { askKeys } from './closed-tabs/ask-keys.ts'
import { browserTabs } from './closed-tabs/open-tabs.ts'
import { type KeptSession, keepSealed, type SealedKept } from './closed-tabs/sealed-kept.ts'
import { browserRows } from './closed-tabs/sealed-rows.ts'
import type { Kept } from './drafts/kept.ts'
import { isSharedComputer, onSharedComputer } from './shared-computer.ts'
import { type KeptPerson, keepInTab } from './tab-kept.ts'

/** About as long as a person pauses. */
const aPause = { pauseMs: 300, longestMs: 2_000 }
/** After a key is drawn. */
const afterKey = { pauseMs: 50, longestMs: 200 }

function startSealed(): SealedKept | undefined {
  // Browsers have these on https and on this machine only.
  if (typeof indexedDB === 'undefined' || !navigator.locks) return undefined
  return keepSealed({
    rows: browserRows(),
    tabs: browserTabs(),
    now: () => new Date(),
    later: afterPause(aPause),
    askKeys,
  })
}

const inTab = keepInTab(afterPause(afterKey))
const sealed = startSealed()

function flush(): void {
  inTab.flush()
  sealed?.flush()
}
window.addEventListener('pagehide', flush)
document.addEventListener('visibilitychange', flush)

/** Drafts of this tab, as they survive a reload, and of all tabs, as they survive their closing. Both are encrypted. */
export const keptOfTabs: Kept = {
  load(sub, done) {
    inTab.load(sub, (found) => {
      // What this tab has itself is newer than what it left in the database.
      for (const [record, draft] of found) sealed?.keep(sub, record, draft)
      done(found)
    })
    sealed?.load(sub, done)
  },
  keep(sub, record, draft) {
    inTab.keep(sub, record, draft)
    sealed?.keep(sub, record, draft)
  },
}

/** Whose text this tab keeps, also after the session has ended: what is typed survives signing in again. */
export function setKeptPerson(person: KeptPerson | undefined): void {
  inTab.setPerson(person)
}

let session: KeptSession | undefined

function followSession(): void {
  sealed?.setSession(isSharedComputer() ? undefined : session)
}

/**
 * The session, undefined once it is over: drafts of closed tabs are kept while it lasts, and never on a computer that is
 * marked as shared.
 */
export function setKeptSession(next: KeptSession | undefined): void {
  session = next
  followSession()
}

if (sealed) onSharedComputer(followSession)
