import { useSyncExternalStore } from 'react'

let isLost = false
const listeners = new Set<() => void>()

/** Records whether the last call got a response. If not, the shell shows a notice and retries. */
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
