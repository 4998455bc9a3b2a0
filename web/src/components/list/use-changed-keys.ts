import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The keys of rows that were added or changed by the last answer, for two seconds. Empty after the first answer. */
export function useChangedKeys<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
): ReadonlySet<string> {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const before = useRef<ReadonlyMap<string, string>>(undefined)
  const keyOf = useEffectEvent(rowKey)

  useEffect(() => {
    if (!rows) return
    const now = new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]))
    const known = before.current
    before.current = now
    if (!known) return
    const differing = changedKeys(known, now)
    if (differing.size > 0) setChanged(differing)
  }, [rows])

  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(new Set()), 2_000)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}

/** The keys in `now` that `known` lacks or has with other content. */
export function changedKeys(known: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Set<string> {
  const differing = new Set<string>()
  for (const [key, content] of now) if (known.get(key) !== content) differing.add(key)
  return differing
}
