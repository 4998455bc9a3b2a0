import { useSyncExternalStore } from 'react'
import { type Failure, failuresOf } from './failures.ts'

let isLost = false
const listeners = new Set<() => void>()

/** Records whether the last call got a response. If not, the shell shows a notice and retries. */
export function setConnectionLost(lost: boolean): void {
  if (lost === isLost) return
  isLost = lost
  for (const listener of listeners) listener()
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isConnectionLost(): boolean {
  return isLost
}

export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(onConnectionChange, isConnectionLost)
}

/** Tells the rest of the app about an ended session or a lost connection. Returns the failure. */
export function noteFailure(thrown: unknown): Failure {
  const [failure] = failuresOf(thrown)
  if (!failure) throw thrown
  if (failure.code === 'UNAUTHENTICATED') announceSessionEnded()
  setConnectionLost(failure.code === 'NETWORK')
  return failure
}

/** Reports an ended session or a lost connection to the rest of the app, then rethrows. */
export function passOn(thrown: unknown): never {
  noteFailure(thrown)
  throw thrown
}

/** Calls detect that a session ended; the session provider reacts. */
const endListeners = new Set<() => void>()

export function announceSessionEnded(): void {
  for (const listener of endListeners) listener()
}

export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}
