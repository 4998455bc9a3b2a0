import { readStored, writeStored } from './preferences.ts'

/** The prefix of the storage keys of one person's drafts. */
export function draftsOf(sub: string): string {
  return `casebook.draft.${sub}/`
}

const holders = new Set<(sub: string) => void>()

/** Code that keeps a person's data outside of the screens registers here how to remove it at sign-out. */
export function onForget(holder: (sub: string) => void): () => void {
  holders.add(holder)
  return () => holders.delete(holder)
}

/** Removes all data of the person in this window: drafts, and whatever was registered with onForget. */
export function forgetPerson(sub: string): void {
  for (const holder of holders) holder(sub)
  for (const storage of [() => sessionStorage, () => localStorage]) {
    for (const key of keysOf(storage)) if (key.startsWith(draftsOf(sub))) writeStored(storage, key, null)
  }
}

/** The keys of a storage; none if the browser forbids it. */
export function keysOf(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}

const owedKey = 'casebook.sign-out-owed'

/** The session that the person ended while the server was unreachable, possibly on an earlier page or in another window. */
export function readOwed(): string | undefined {
  return readStored(() => localStorage, owedKey) ?? undefined
}

export function writeOwed(session: string | null): void {
  writeStored(() => localStorage, owedKey, session)
}
