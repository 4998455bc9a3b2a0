import { fromBase64, toBase64 } from '../../browser/files.ts'
import { draftsOf, keysOf } from '../../browser/forgetting.ts'
import { readStored, writeStored } from '../../browser/preferences.ts'
import type { Draft } from '../machine/entry.ts'
import { openText, sealText } from './drafts/cipher.ts'
import { draftText, type Kept, parseDraft } from './drafts/kept.ts'

/** Who is signed in. `key`: 256 bits in hex, which the server tells nobody else. */
export type KeptPerson = { sub: string; key: string }

export type TabKept = Kept & {
  setPerson: (person: KeptPerson | undefined) => void
  /** Writes at once what waits, because the page may be about to go. */
  flush: () => void
}

const storage = () => sessionStorage

/**
 * Drafts in session storage: they survive a reload, a sign-in and a crash of the page, not the closing of its tab.
 * Encrypted, because browsers write session storage to the disk. Another person who signs in in the tab has another key.
 * `later` runs the work given last, soon: no key that is typed waits for the encryption.
 */
export function keepInTab(later: (work: () => void) => void): TabKept {
  let present: KeptPerson | undefined
  /** By the name under which it is stored. */
  const due = new Map<string, Draft>()

  function flush(): void {
    for (const [name, draft] of due)
      if (present) writeStored(storage, name, toBase64(sealText(present.key, draftText(draft), name)))
    due.clear()
  }

  function keep(sub: string, record: string, draft: Draft | undefined): void {
    const name = draftsOf(sub) + record
    if (!draft) {
      due.delete(name)
      writeStored(storage, name, null)
    } else if (present?.sub === sub) {
      due.set(name, { ...draft, typedAt: draft.typedAt ?? new Date().toISOString() })
      later(flush)
    }
  }

  return {
    setPerson(person) {
      // Of somebody who has signed out, nothing more is written.
      if (person?.sub !== present?.sub) due.clear()
      present = person
    },
    load(sub, done) {
      const drafts = new Map<string, Draft>()
      for (const name of keysOf(storage)) {
        if (present?.sub !== sub || !name.startsWith(draftsOf(sub))) continue
        const stored = readStored(storage, name) ?? ''
        // Releases until 0.2.0 did not encrypt.
        const isPlain = stored.startsWith('{')
        const draft = parseDraft(isPlain ? stored : (opened(present.key, stored, name) ?? ''))
        if (!draft) continue
        const record = name.slice(draftsOf(sub).length)
        drafts.set(record, draft)
        if (isPlain) keep(sub, record, draft)
      }
      done(drafts)
    },
    keep,
    flush,
  }
}

function opened(key: string, stored: string, name: string): string | undefined {
  try {
    return openText(key, fromBase64(stored), name)
  } catch {
    return undefined
  }
}
