import type { Draft } from '../../machine/entry.ts'
import { openText, sealText } from '../drafts/cipher.ts'
import { draftText, type Kept, parseDraft } from '../drafts/kept.ts'
import type { Tabs } from './open-tabs.ts'
import type { SealedRow, SealedRows } from './sealed-rows.ts'

/** The session in this browser. `key`: 256 bits in hex. `endsAt`: when it ends in any case. */
export type KeptSession = { sub: string; id: string; key: string; endsAt: string }

export type SealedWorld = {
  rows: SealedRows
  tabs: Tabs
  now: () => Date
  /** Runs the work given last once the person pauses, so that each key that is typed does not write. */
  later: (work: () => void) => void
  /** The keys of those of these sessions that are the person's own and still in force, by id. */
  askKeys: (sessions: readonly string[]) => Promise<Readonly<Record<string, string>>>
}

export type SealedKept = Kept & {
  /** Undefined: the session is over, or nothing may be kept; what was kept is erased. */
  setSession: (session: KeptSession | undefined) => void
  /** Writes at once what waits, because the page may be about to go. */
  flush: () => void
}

type Sealed = { sub: string; record: string; draft: Draft }
type Done = (found: ReadonlyMap<string, Draft>) => void

/**
 * Drafts that survive the closing of their tab, encrypted with a key that the server gives for the session and that is
 * stored nowhere in the browser. A tab takes up what closed tabs left behind, and nothing of tabs that are open: also of
 * the person's earlier sessions, as long as the server tells their keys. Storage that fails keeps nothing, and interrupts
 * no work.
 */
export function keepSealed({ rows, tabs, now, later, askKeys }: SealedWorld): SealedKept {
  /** Null before the first one. */
  let given: string | undefined | null = null
  let session: KeptSession | undefined
  /** By record: what is typed now, under which id it is stored, and whether that is yet to be written. */
  const drafts = new Map<string, Sealed & { id: string }>()
  const due = new Map<string, string>()
  let work: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what is erased stays erased. */
  const then = (step: () => Promise<unknown>) => {
    work = work.then(step).catch(() => undefined)
  }

  async function write(id: string, record: string): Promise<void> {
    const own = await tabs.own
    const kept = drafts.get(record)
    // Otherwise it was thrown away meanwhile, and is removed next.
    if (session && kept?.id === id && kept.sub === session.sub) await rows.put(seal(session, id, own, kept))
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

  /** Takes up what these keys open. Returns the other sessions of which something is stored. */
  async function takeUp(sub: string, keys: Readonly<Record<string, string>>, done: Done): Promise<string[]> {
    const own = await tabs.own
    const left: { row: SealedRow; opened: Sealed }[] = []
    const others = new Set<string>()
    for (const row of await rows.all()) {
      if (row.tab !== own && (await tabs.isOpen(row.tab))) continue
      const key = keys[row.session]
      const opened = key === undefined ? undefined : unseal(key, row)
      if (opened?.sub === sub) left.push({ row, opened })
      else if (key === undefined && Date.parse(row.until) > now().getTime()) others.add(row.session)
      // Nothing will ever open it.
      else await rows.remove(row.id)
    }
    const found = new Map<string, Draft>()
    // The newest of a record first. An older one is offered after that was saved or discarded.
    left.sort((one, other) => timeOf(other.opened) - timeOf(one.opened))
    for (const { row, opened } of left) {
      const { record, draft } = opened
      const present = drafts.get(record)
      if (present && present.id !== row.id && row.tab === own) await rows.remove(row.id)
      if (present || session?.sub !== sub) continue
      drafts.set(record, { ...opened, id: row.id })
      found.set(record, draft)
      await rows.put(seal(session, row.id, own, opened))
    }
    done(found)
    return [...others]
  }

  async function load(sub: string, done: Done): Promise<void> {
    if (session?.sub !== sub) return
    const others = await takeUp(sub, { [session.id]: session.key }, done)
    if (others.length === 0) return
    // What is typed meanwhile does not wait for the answer.
    askKeys(others).then(
      (keys) => then(async () => session?.sub === sub && (await takeUp(sub, keys, done))),
      // They are asked for again by the next page.
      () => undefined,
    )
  }

  return {
    setSession(next) {
      if (next?.id === given) return
      given = next?.id
      session = next
      if (!next) then(rows.clear)
      else for (const [record, { id }] of drafts) plan(id, record)
    },
    load: (sub, done) => then(() => load(sub, done)),
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

function seal({ key, id: session, endsAt: until }: KeptSession, id: string, tab: string, one: Sealed): SealedRow {
  const text = JSON.stringify({ sub: one.sub, record: one.record, draft: draftText(one.draft) })
  return { id, tab, session, until, sealed: sealText(key, text, id) }
}

/** Undefined for what was written with another key, or what is no draft. */
function unseal(key: string, { id, sealed }: SealedRow): Sealed | undefined {
  const opened = openText(key, sealed, id)
  if (opened === undefined) return undefined
  const { sub, record, draft: text } = JSON.parse(opened)
  const draft = parseDraft(text)
  return draft && { sub, record, draft }
}
