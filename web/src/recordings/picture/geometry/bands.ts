import type { TimeWindow } from './time-window.ts'

/** An activity over a recording, in seconds since the start of the recording. */
export type Band = TimeWindow & {
  readonly key: string
  readonly name: string
  /** The file belongs to this activity. */
  readonly isOwn: boolean
}

export type NamedActivity = {
  /** keyOfOccurrence. */
  key: string
  name: string
  startTime: number
  stopTime: number
}

/** The activities in chronological order. `own`: the key of the file's activity. `origin`: epoch seconds of the start of the recording. */
export function bandsOf(activities: readonly NamedActivity[], own: string, origin: number): Band[] {
  return activities
    .map(({ key, name, startTime, stopTime }) => ({
      key,
      name,
      isOwn: key === own,
      from: startTime - origin,
      to: stopTime - origin,
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
}

/** The band before or after the visible range, by its middle, or undefined. One in the middle counts until it fills the range. */
export function nextBand(bands: readonly Band[], { from, to }: TimeWindow, step: 1 | -1): Band | undefined {
  const middle = (from + to) / 2
  const near = (to - from) * 1e-6
  const isNext = (band: Band) => {
    const distance = ((band.from + band.to) / 2 - middle) * step
    return distance > near || (distance >= -near && (band.to - band.from) * 1.5 < to - from)
  }
  return step > 0 ? bands.find(isNext) : bands.findLast(isNext)
}
