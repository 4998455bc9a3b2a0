let listeners: (() => void)[] = []

/** Makes this process look for waiting exports immediately. */
export function wakeExports(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that stops listening. */
export function onExportsWoken(listener: () => void): () => void {
  listeners.push(listener)
  return () => {
    listeners = listeners.filter((one) => one !== listener)
  }
}
