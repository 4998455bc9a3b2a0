import { gapBefore, gapWithin } from '@casebook/domain/recordings/seen/buckets.ts'
import type { View } from '@casebook/domain/recordings/seen/pyramid.ts'
import type { TimeWindow } from './time-window.ts'

/** In uPlot's format: ascending x; for each channel a value, null for a gap, undefined for no sample there. */
export type LaneData = {
  readonly x: number[]
  readonly ys: (number | null | undefined)[][]
  /** The times at which no channel of the lane was recorded. */
  readonly gaps: readonly TimeWindow[]
}

/**
 * The points to draw for a lane's channels. An interval with several samples becomes two points, its minimum and
 * maximum, so that every peak is drawn. A gap interrupts the line.
 */
export function laneData(views: readonly View[]): LaneData {
  const points = new Map<number, (number | null | undefined)[]>()
  const put = (x: number, channel: number, value: number | null) => {
    const row = points.get(x)
    if (row) row[channel] = value
    else {
      const fresh: (number | null | undefined)[] = new Array(views.length).fill(undefined)
      fresh[channel] = value
      points.set(x, fresh)
    }
  }
  for (const [channel, { times, min, max, gaps, width }] of views.entries()) {
    const quarter = width / 4
    for (let i = 0; i < times.length; i++) {
      const time = times[i] ?? 0
      const least = min[i] ?? 0
      const greatest = max[i] ?? 0
      const flags = gaps[i] ?? 0
      if (flags & gapBefore && i > 0) put(time - quarter * 2, channel, null)
      if (least === greatest) put(time, channel, least)
      else {
        put(time - quarter, channel, least)
        put(time + quarter, channel, greatest)
      }
    }
  }
  const x = [...points.keys()].sort((a, b) => a - b)
  const ys = views.map((view, channel) => interrupted(x, view, (time) => points.get(time)?.[channel]))
  return { x, ys, gaps: commonGaps(views) }
}

/** Null at every point of other channels within a gap: a line is drawn over points that are only undefined. */
function interrupted(x: readonly number[], view: View, pointAt: (time: number) => number | null | undefined) {
  const gaps = gapsOf(view)
  let next = 0
  return x.map((time) => {
    while ((gaps[next]?.to ?? Number.POSITIVE_INFINITY) < time) next++
    const value = pointAt(time)
    return value === undefined && time >= (gaps[next]?.from ?? Number.POSITIVE_INFINITY) ? null : value
  })
}

/** The parts that lie in a gap of every channel. */
function commonGaps(views: readonly View[]): TimeWindow[] {
  const [first = [], ...others] = views.filter(({ times }) => times.length > 0).map(gapsOf)
  return others.reduce(overlapsOf, first)
}

/** The overlaps of two lists of windows, each in ascending order. */
function overlapsOf(some: readonly TimeWindow[], others: readonly TimeWindow[]): TimeWindow[] {
  const found: TimeWindow[] = []
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    const [one, other] = [some[i], others[j]]
    if (!one || !other) break
    const from = Math.max(one.from, other.from)
    const to = Math.min(one.to, other.to)
    if (from < to) found.push({ from, to })
    if (one.to < other.to) i++
    else j++
  }
  return found
}

function gapsOf({ times, gaps, width }: View): TimeWindow[] {
  const found: TimeWindow[] = []
  for (let i = 0; i < times.length; i++) {
    const flags = gaps[i] ?? 0
    const time = times[i] ?? 0
    const before = times[i - 1]
    if (flags & gapBefore && before !== undefined) found.push({ from: before + width / 2, to: time - width / 2 })
    // A gap within an interval is drawn as wide as the interval.
    if (flags & gapWithin) found.push({ from: time - width / 2, to: time + width / 2 })
  }
  return found
}

/** The minimum and maximum at a time, from the nearest interval with samples. Undefined within a gap or outside. */
export function valueAt({ times, min, max, gaps, width }: View, at: number): { min: number; max: number } | undefined {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  const after = times[low]
  const before = times[low - 1]
  if (after === undefined) return undefined
  const isBefore = before !== undefined && Math.abs(at - before) < Math.abs(after - at)
  const index = isBefore ? low - 1 : low
  // There is a gap between the two neighbours, and the time is inside it.
  const isInGap = ((gaps[low] ?? 0) & gapBefore) !== 0 && Math.abs((times[index] ?? 0) - at) > width
  const isOutside = at > (times.at(-1) ?? 0) + width || at < (times[0] ?? 0) - width
  if (isOutside || (isInGap && before !== undefined)) return undefined
  return { min: min[index] ?? 0, max: max[index] ?? 0 }
}
