import type { Draft } from '../machine/entry.ts'
import { draftText, type Kept, parseDraft } from './kept.ts'
import type { Tabs } from './open-tabs.ts'
import type { SealedRow, SealedRows } from './sealed-rows.ts'

export type SealedWorld = {
  rows: SealedRows
  tabs: Tabs
  now: () => Date
  /** Runs the work given last once the person pauses, so that each key that is typed does not write. */
  later: (work: () => void) => void
}

export type SealedKept = Kept & {
  /** The key of the session, in base64url. Undefined: there is none, or nothing may be kept; what was kept is erased. */
  setKey: (key: string | undefined) => void
  /** Writes at once what waits, because the page may be about to go. */
  flush: () => void
}

type Sealed = { sub: string; record: string; draft: Draft }

/**
 * Drafts that survive the closing of their tab, encrypted with a key that the server gives for the session and that is
 * stored nowhere in the browser. A tab takes up what closed tabs left behind, and nothing of tabs that are open. Storage
 * that fails keeps nothing, and interrupts no work.
 */
export function keepSealed({ rows, tabs, now, later }: SealedWorld): SealedKept {
  /** Null before the first one. */
  let given: string | undefined | null = null
  let key: Promise<CryptoKey> | undefined
  /** By record: what is typed now, under which id it is stored, and whether that is yet to be written. */
  const drafts = new Map<string, Sealed & { id: string }>()
  const due = new Map<string, string>()
  let work: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what is erased stays erased. */
  const then = (step: () => Promise<unknown>) => {
    work = work.then(step).catch(() => undefined)
  }

  async function write(id: string, record: string): Promise<void> {
    const kept = drafts.get(record)
    // Otherwise it was thrown away meanwhile, and is removed next.
    if (key && kept?.id === id) await rows.put(await seal(await key, id, await tabs.own, kept))
  }

  function flush(): void {
    const written = [...due]
    due.clear()
    for (const [id, record] of written) then(() => write(id, record))
  }

  function plan(id: string, record: string): void {
    due.set(id, record)
    later(flush)
  }

  async function takeUp(sub: string, done: (found: ReadonlyMap<string, Draft>) => void): Promise<void> {
    if (!key) return
    const own = await tabs.own
    const left: { row: SealedRow; opened: Sealed }[] = []
    for (const row of await rows.all()) {
      if (row.tab !== own && (await tabs.isOpen(row.tab))) continue
      const opened = await unseal(await key, row)
      if (opened?.sub === sub) left.push({ row, opened })
      else await rows.remove(row.id)
    }
    const found = new Map<string, Draft>()
    // The newest of a record first. An older one is offered after that was saved or discarded.
    left.sort((one, other) => timeOf(other.opened) - timeOf(one.opened))
    for (const { row, opened } of left) {
      const { record, draft } = opened
      const present = drafts.get(record)
      if (present && row.tab === own) await rows.remove(row.id)
      if (present) continue
      drafts.set(record, { ...opened, id: row.id })
      found.set(record, draft)
      await rows.put(await seal(await key, row.id, own, opened))
    }
    done(found)
  }

  return {
    setKey(next) {
      if (next === given) return
      given = next
      if (next === undefined) {
        key = undefined
        then(rows.clear)
        return
      }
      key = importKey(next)
      for (const [record, { id }] of drafts) plan(id, record)
    },
    load: (sub, done) => then(() => takeUp(sub, done)),
    keep(sub, record, draft) {
      const before = drafts.get(record)
      if (draft) {
        const id = before?.id ?? crypto.randomUUID()
        drafts.set(record, { sub, record, id, draft: { ...draft, typedAt: draft.typedAt ?? now().toISOString() } })
        plan(id, record)
      } else if (before) {
        drafts.delete(record)
        then(() => rows.remove(before.id))
      }
    },
    flush,
  }
}

function timeOf({ draft: { typedAt } }: Sealed): number {
  return Date.parse(typedAt ?? '') || 0
}

function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function seal(key: CryptoKey, id: string, tab: string, { sub, record, draft }: Sealed): Promise<SealedRow> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = JSON.stringify({ sub, record, draft: draftText(draft) })
  return {
    id,
    tab,
    iv,
    sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)),
  }
}

/** Undefined for what this session did not write, or what is no draft. */
async function unseal(key: CryptoKey, { iv, sealed }: SealedRow): Promise<Sealed | undefined> {
  try {
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
    const { sub, record, draft: text } = JSON.parse(new TextDecoder().decode(opened))
    const draft = parseDraft(text)
    return draft && typeof sub === 'string' && typeof record === 'string' ? { sub, record, draft } : undefined
  } catch {
    return undefined
  }
}
