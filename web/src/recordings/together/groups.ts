import type { Span } from '@casebook/domain/recordings/seen/recorded-span.ts'

/** Seconds without a recording from which on those before and after it stand on axes of their own. */
const farApart = 86_400

/** Recordings that overlap or follow each other within a day, each group on an axis of its own. The earliest group first. */
export function groupsOf<S extends Span>(spans: readonly S[]): S[][] {
  const groups: S[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    if (span.from - end < farApart) groups.at(-1)?.push(span)
    else groups.push([span])
    end = Math.max(end, span.to)
  }
  return groups
}
