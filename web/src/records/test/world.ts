import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import type { Draft, Planned, Stored } from '../machine/entry.ts'
import { type EditedRecord, startRecords } from '../store.ts'

export const record = 'form/s/visit'
export const at = new Date('2026-10-20T09:30:00Z')
export const kari = { by: 'Kari', at: '2026-10-20T09:00:00Z' }
export const first: Stored = { version: 1, fields: { weight: '70' } }
export const draft: Draft = { base: first, mine: { weight: '75' }, asked: {} }

/** A world that notes what is asked of it, and answers when the test says so. */
export function newWorld() {
  const calls: {
    planned: Planned
    lane: string
    key: string
    answer: (data: unknown) => void
    fail: (thrown: unknown) => void
  }[] = []
  const reads: { done: () => void; fail: (thrown: unknown) => void }[] = []
  const kept: [sub: string, record: string, draft: Draft | undefined][] = []
  const leaving = { isSo: false }
  const loads = new Map<string, (drafts: ReadonlyMap<string, Draft>) => void>()
  const records = startRecords({
    call: (planned, lane, key) =>
      new Promise((answer, fail) => {
        calls.push({ planned, lane, key, answer, fail })
      }),
    readAgain: () =>
      new Promise((done, fail) => {
        reads.push({ done: () => done(), fail })
      }),
    kept: {
      load: (sub, done) => loads.set(sub, done),
      keep: (...given) => kept.push(given),
    },
    now: () => at,
    isOnTheWay: () => leaving.isSo,
    seed: 'page-',
  })
  return { records, calls, reads, kept, loads, leaving }
}

/** Where the record is read: its state changes when the test says so. */
export function newSource(stored: Stored | undefined) {
  let current = stored
  const listeners = new Set<() => void>()
  const asked: (Fields | undefined)[] = []
  return {
    listeners,
    asked,
    source: {
      key: 'query',
      current(mine: Fields | undefined) {
        asked.push(mine)
        return current
      },
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    read(next: Stored | undefined) {
      current = next
      for (const listener of listeners) listener()
    },
  }
}

export const plan = (fields: Fields, over: number | null): Planned => ({
  mutation: { query: 'save', variables: { fields, over } },
})

export function describeRecord(more: Partial<EditedRecord> = {}): EditedRecord {
  return { record, lane: 'subject/s', blank: { weight: '' }, plan, ...more }
}

/** Lets promises settle. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
