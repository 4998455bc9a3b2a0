import { useState } from 'react'

const none: readonly never[] = []

/** The rows of a list that are chosen, to be acted on together. What is gone from the list is chosen no more. */
export function usePicked<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
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
      setPicked(next)
    },
    clear: () => setPicked(new Set()),
  }
}
