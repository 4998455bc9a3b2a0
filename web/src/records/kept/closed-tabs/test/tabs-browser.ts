import { vi } from 'vitest'
import type { Draft } from '../../../machine/entry.ts'
import { type KeptSession, keepSealed, type SealedKept } from '../sealed-kept.ts'
import type { SealedRow } from '../sealed-rows.ts'

export const endsAt = '2026-11-24T10:00:00.000Z'
export const session: KeptSession = { sub: 'kari', id: 'first', key: 'a1'.repeat(32), endsAt }
export const otherSession: KeptSession = { sub: 'kari', id: 'other', key: 'b2'.repeat(32), endsAt }
export const sessionOfLars: KeptSession = { sub: 'lars', id: 'of lars', key: 'c3'.repeat(32), endsAt }
export const record = 'form/s/visit'

export function typed(weight: string): Draft {
  return { base: { version: 2, fields: { Weight: '70' } }, mine: { Weight: weight }, asked: {} }
}

/** A browser with its database and its tabs. `told`: the keys that the server tells, by session. */
export function newBrowser(told: Record<string, string> = {}) {
  const stored = new Map<string, SealedRow>()
  const openTabs = new Set<string>()
  let hour = 10
  const rows = {
    all: async () => [...stored.values()],
    put: async (row: SealedRow) => stored.set(row.id, row),
    remove: async (id: string) => stored.delete(id),
    clear: async () => stored.clear(),
  }
  const askKeys = vi.fn(async (_sessions: readonly string[]) => told)
  return {
    stored,
    rows,
    askKeys,
    close: (tab: string) => openTabs.delete(tab),
    open(tab: string, later: (work: () => void) => void = (work) => work()): SealedKept {
      openTabs.add(tab)
      const tabs = { own: Promise.resolve(tab), isOpen: async (name: string) => openTabs.has(name) }
      const now = () => new Date(Date.UTC(2026, 10, 23, hour++))
      return keepSealed({ rows, tabs, now, later, askKeys })
    },
  }
}

/** What a page finds first. */
export const found = (kept: SealedKept, sub = 'kari') =>
  new Promise<Record<string, Draft>>((resolve) => kept.load(sub, (drafts) => resolve(Object.fromEntries(drafts))))

export const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
