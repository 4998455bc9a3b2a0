import type { Item } from '@casebook/domain/recordings/seen/tracks.ts'
import type { TimeWindow } from '../geometry/time-window.ts'

/** Into so many parts a lane is divided: of equal items within one of them, one is drawn. */
const parts = 1000
const most = 4 * parts

/** The items of a lane that are drawn over a range: all, or of many as many as can be told apart. */
export function thinned(items: readonly Item[], shown: TimeWindow): Item[] {
  const inside = items.filter(({ from, to }) => to >= shown.from && from <= shown.to)
  if (inside.length <= parts) return inside
  const width = (shown.to - shown.from) / parts
  const seen = new Set<string>()
  const kept = inside.filter(({ from, to, text }) => {
    if (to - from >= width) return true
    const key = `${Math.floor((from - shown.from) / width)} ${text}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  // The legend begins with the most frequent: rare ones are drawn over them.
  return kept.toSorted((a, b) => a.text - b.text).slice(-most)
}
