import { useState } from 'react'

const none: readonly never[] = []
const nothing: ReadonlySet<string> = new Set()

/**
 * The rows of a list that are chosen, to be acted on together. What is gone from the list is chosen no more. `of` says whose
 * list it is: the same key in another list is another record.
 */
export function usePicked<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string, of = '') {
  const [held, setHeld] = useState({ of, keys: nothing })
  const picked = held.of === of ? held.keys : nothing
  const chosen = (rows ?? none).filter((row) => picked.has(keyOf(row)))
  return {
    chosen,
    picked: new Set(chosen.map(keyOf)),
    onPick(keys: readonly string[], isOn: boolean) {
      const next = new Set(picked)
      for (const key of keys) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      setHeld({ of, keys: next })
    },
    clear: () => setHeld({ of, keys: nothing }),
  }
}
