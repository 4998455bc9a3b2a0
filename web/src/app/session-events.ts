/** A word between the calls, which notice that a session ended, and the session provider, which acts on it. */
const listeners = new Set<() => void>()

export function announceSessionEnded(): void {
  for (const listener of listeners) listener()
}

export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
