import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './preferences.ts'

const key = 'casebook.siteid'
let siteid: string | undefined = readStored(() => sessionStorage, key) ?? undefined
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
