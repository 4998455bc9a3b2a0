import { useState } from 'react'
import { readStored, writeStored } from './preferences.ts'

/**
 * The last selected site, remembered after the session if the person allows it. Off by default, because a tablet may be
 * shared. Stored per person.
 */
const allowedKey = (sub: string) => `casebook.remember-site.${sub}`
const siteKey = (sub: string) => `casebook.last-site.${sub}`

function isAllowed(sub: string): boolean {
  return readStored(() => localStorage, allowedKey(sub)) === 'yes'
}

/** The siteid that this person last selected in this browser, if they allow it to be remembered. */
export function readRememberedSite(sub: string): string | undefined {
  return isAllowed(sub) ? (readStored(() => localStorage, siteKey(sub)) ?? undefined) : undefined
}

/** Stores the selection for the next session, if the person allows it. */
export function rememberSite(sub: string, siteid: string): void {
  if (isAllowed(sub)) writeStored(() => localStorage, siteKey(sub), siteid)
}

/** Whether the person allows the site to be remembered, and a setter. Turning it off removes the stored site. */
export function useRememberSite(sub: string, siteid: string | undefined) {
  const [isOn, setIsOn] = useState(() => isAllowed(sub))
  function choose(next: boolean) {
    writeStored(() => localStorage, allowedKey(sub), next ? 'yes' : null)
    writeStored(() => localStorage, siteKey(sub), next ? (siteid ?? null) : null)
    setIsOn(next)
  }
  return { isOn, choose }
}
