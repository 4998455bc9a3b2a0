import { afterPause } from './after-pause.ts'
import type { Kept } from './kept.ts'
import { browserTabs } from './open-tabs.ts'
import { keepSealed, type SealedKept } from './sealed-kept.ts'
import { browserRows } from './sealed-rows.ts'
import { sessionKept } from './session-kept.ts'
import { isSharedComputer, onSharedComputer } from './shared-computer.ts'

function startSealed(): SealedKept | undefined {
  // Browsers have these on https and on this machine only.
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle || !navigator.locks) return undefined
  const sealed = keepSealed({
    rows: browserRows(),
    tabs: browserTabs(),
    now: () => new Date(),
    later: afterPause(),
  })
  window.addEventListener('pagehide', sealed.flush)
  document.addEventListener('visibilitychange', sealed.flush)
  return sealed
}

const sealed = startSealed()

/** Drafts of this tab, as they survive a reload, and encrypted ones, which survive its closing. */
export const keptOfTabs: Kept = {
  load(sub, done) {
    sessionKept.load(sub, (found) => {
      // What this tab has itself is newer than what it left in the database.
      for (const [record, draft] of found) sealed?.keep(sub, record, draft)
      done(found)
    })
    sealed?.load(sub, done)
  },
  keep(sub, record, draft) {
    sessionKept.keep(sub, record, draft)
    sealed?.keep(sub, record, draft)
  },
}

let sessionKey: string | undefined

function followKey(): void {
  sealed?.setKey(isSharedComputer() ? undefined : sessionKey)
}

/**
 * The key of the session, undefined if there is none: drafts of closed tabs are kept while it lasts, and never on a
 * computer that is marked as shared.
 */
export function setSessionKey(key: string | undefined): void {
  sessionKey = key
  followKey()
}

if (sealed) onSharedComputer(followKey)
