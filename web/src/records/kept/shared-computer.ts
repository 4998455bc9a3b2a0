import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../browser/preferences.ts'

const key = 'casebook.shared-computer'
const listeners = new Set<() => void>()

/** Whether somebody has marked this computer as shared. The mark is this browser's, whoever signs in. */
export function isSharedComputer(): boolean {
  return readStored(() => localStorage, key) === 'yes'
}

export function markSharedComputer(isShared: boolean): void {
  writeStored(() => localStorage, key, isShared ? 'yes' : null)
  for (const listener of listeners) listener()
}

/** Hears of the mark from this window and from others. Returns a function that ends it. */
export function onSharedComputer(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = (event: StorageEvent) => event.key === key && listener()
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useSharedComputer(): boolean {
  return useSyncExternalStore(onSharedComputer, isSharedComputer)
}
