/** The most entries that are kept, also while no screen shows them: for links that were pointed at and for going back. */
const mostKept = 100

type Kept = { listeners: { size: number }; forget: () => void }

/** Looks an entry up or makes it. Then drops those that nobody shows and that were not looked up for the longest time. */
export function entryIn<Entry extends Kept>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const known = entries.get(key)
  if (known?.listeners.size) return known
  const entry = known ?? make()
  // The latest is last. A screen that is being rendered does not listen yet.
  entries.delete(key)
  entries.set(key, entry)
  for (const [oldest, kept] of entries) {
    if (entries.size <= mostKept) break
    if (kept.listeners.size === 0) {
      kept.forget()
      entries.delete(oldest)
    }
  }
  return entry
}
