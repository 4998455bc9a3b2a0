import { useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './preferences.ts'

const key = 'casebook.siteid'
let siteid: string | undefined = readStored(() => sessionStorage, key) ?? undefined
let isSettled = siteid !== undefined
const listeners = new Set<() => void>()

/** Selects a site for this browser session, or none. */
export function selectSite(next: string | undefined): void {
  if (next === siteid) return
  siteid = next
  writeStored(() => sessionStorage, key, next ?? null)
  for (const listener of listeners) listener()
}

/** The siteid selected for this browser session, or undefined. */
export function useSelectedSiteid(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => siteid,
  )
}

/** Reports that the person's sites are loaded and the initial selection, if any, is made. */
export function settleSite(): void {
  if (isSettled) return
  isSettled = true
  for (const listener of listeners) listener()
}

/** Whether no site is selected, as opposed to not known yet. */
export function useIsSiteToChoose(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isSettled && siteid === undefined,
  )
}

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
