/** Numbers `from` to `to` that were assigned but not seen, since the time in ms. */
export type Gap = { readonly from: number; readonly to: number; readonly since: number }

/** What remains of the gaps after these numbers, in ascending order, were seen. */
export function withoutSeen(gaps: readonly Gap[], seen: readonly number[]): Gap[] {
  return gaps.flatMap((gap) => {
    const left: Gap[] = []
    let from = gap.from
    for (const number of seen) {
      if (number < from) continue
      if (number > gap.to) break
      if (number > from) left.push({ ...gap, from, to: number - 1 })
      from = number + 1
    }
    if (from <= gap.to) left.push({ ...gap, from })
    return left
  })
}

/** The gaps between a position and later numbers, in ascending order. */
export function gapsAfter(position: number, seen: readonly number[], since: number): Gap[] {
  return seen.flatMap((number, place) => {
    const from = (seen[place - 1] ?? position) + 1
    return from < number ? [{ from, to: number - 1, since }] : []
  })
}
