let listeners: (() => void)[] = []

/** Makes this process look for waiting imports immediately. */
export function wakeImports(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that stops listening. */
export function onImportsWoken(listener: () => void): () => void {
  listeners.push(listener)
  return () => {
    listeners = listeners.filter((one) => one !== listener)
  }
}
