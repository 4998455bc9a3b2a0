import { useState } from 'react'

/**
 * The record that an editor was opened with, kept after a colleague removes it, so that typed text survives. `id` is
 * the edited record, or undefined; `found` is the list's entry for it. `isGone` once a loaded list (`isRead`) lacks it.
 */
export function useKept<Row>(id: string | undefined, found: Row | undefined, isRead: boolean) {
  const [kept, setKept] = useState({ id, row: found })
  const isOther = kept.id !== id
  if (isOther || (found !== undefined && found !== kept.row)) setKept({ id, row: found })
  const row = found ?? (isOther ? undefined : kept.row)
  return { row, isGone: row !== undefined && found === undefined && isRead }
}
