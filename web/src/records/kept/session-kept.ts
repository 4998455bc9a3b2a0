import { draftsOf, keysOf } from '../../browser/forgetting.ts'
import { readStored, writeStored } from '../../browser/preferences.ts'
import { draftText, type Kept, parseDraft } from './kept.ts'

const storage = () => sessionStorage

/** Drafts in session storage: they survive a reload, a sign-in and a crash of the page, not the closing of its tab. */
export const sessionKept: Kept = {
  load(sub, done) {
    const prefix = draftsOf(sub)
    const drafts = keysOf(storage).flatMap((key) => {
      const draft = key.startsWith(prefix) ? parseDraft(readStored(storage, key) ?? '') : undefined
      return draft ? [[key.slice(prefix.length), draft] as const] : []
    })
    done(new Map(drafts))
  },
  keep(sub, record, draft) {
    const text = draft && draftText({ ...draft, typedAt: draft.typedAt ?? new Date().toISOString() })
    writeStored(storage, draftsOf(sub) + record, text ?? null)
  },
}
