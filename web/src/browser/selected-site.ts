import { useSyncExternalStore } from 'react'
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
