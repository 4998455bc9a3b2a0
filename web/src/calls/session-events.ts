/** Calls detect that a session ended; the session provider reacts. */
const listeners = new Set<() => void>()

export function announceSessionEnded(): void {
  for (const listener of listeners) listener()
}

export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
