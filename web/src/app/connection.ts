import { useSyncExternalStore } from 'react'

let isLost = false
const listeners = new Set<() => void>()

/** Says whether the last call got an answer; the shell shows a notice and reads again while it did not. */
export function setConnectionLost(lost: boolean): void {
  if (lost === isLost) return
  isLost = lost
  for (const listener of listeners) listener()
}

export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
  )
}
