import type { Cell } from '../columns/column.ts'
import type { HistoryRow } from '../history-row.ts'

export type TransactionType = 'Insert' | 'Update' | 'Remove' | 'Upsert' | 'Context'

/** A new value of an item, with the change that set it. Without a change if the history does not contain it. */
export type ItemTransaction = { type: TransactionType; value: Cell; by: HistoryRow | undefined }

/** A record's values by item at one moment. Empty for a removed record. */
export type State = ReadonlyMap<string, string>

/** A record as stored in the history. */
export type Kept = { [column: string]: unknown }

/** A change, and the record's values after it. */
export type Step = { after: State; by: HistoryRow }

/** The record after a change; undefined if the change removed it. */
export function recordAfter({ after }: HistoryRow): Kept | undefined {
  const kept = after === null ? undefined : objectOf(after)
  return kept === undefined || isThere(kept.removed_at) ? undefined : kept
}

/** The record before a change; undefined if the change added it. */
export function recordBefore({ before }: HistoryRow): Kept | undefined {
  return before === null ? undefined : objectOf(before)
}

/** The record that a change concerns, removed or not. */
export function recordOf({ before, after }: HistoryRow): Kept {
  return objectOf(after ?? before ?? '{}')
}

function objectOf(json: string): Kept {
  const parsed: unknown = JSON.parse(json)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined
}

/**
 * The changes of each item, oldest first, ending with its present value. `now` is the exported value. If the history
 * ends with another value, an Upsert without a change is added.
 */
export function transactionsOf(steps: readonly Step[], now: State): Map<string, ItemTransaction[]> {
  const items = new Map<string, ItemTransaction[]>()
  let before: State = new Map()
  const step = (after: State, by: HistoryRow | undefined) => {
    for (const item of new Set([...before.keys(), ...after.keys()])) {
      const was = before.get(item)
      const value = after.get(item)
      if (was === value) continue
      const type = by === undefined ? 'Upsert' : was === undefined ? 'Insert' : 'Update'
      const transaction = { type: value === undefined ? 'Remove' : type, value: value ?? null, by } as const
      const known = items.get(item)
      if (known) known.push(transaction)
      else items.set(item, [transaction])
    }
    before = after
  }
  for (const { after, by } of steps) step(after, by)
  step(now, undefined)
  return items
}
