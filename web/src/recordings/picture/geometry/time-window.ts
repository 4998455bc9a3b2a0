/** The visible part of a recording, in seconds since its start. */
export type TimeWindow = { readonly from: number; readonly to: number }

/** Seconds; a millisecond of signal fills the screen. */
const narrowest = 1e-3

/** The same window, moved and shrunk to fit into a recording of this length. */
export function within({ from, to }: TimeWindow, length: number): TimeWindow {
  const whole = Math.max(length, narrowest)
  const span = Math.min(whole, Math.max(narrowest, to - from))
  const middle = (from + to) / 2
  const start = Math.min(Math.max(0, middle - span / 2), whole - span)
  return { from: start, to: start + span }
}

/** Shows `factor` times as much, keeping `at` (seconds) in place. */
export function zoomed({ from, to }: TimeWindow, at: number, factor: number, length: number): TimeWindow {
  const span = Math.min(Math.max(length, narrowest), Math.max(narrowest, (to - from) * factor))
  const share = to > from ? (at - from) / (to - from) : 0.5
  return within({ from: at - share * span, to: at + (1 - share) * span }, length)
}

/** Moves by a fraction of the visible range. */
export function panned({ from, to }: TimeWindow, share: number, length: number): TimeWindow {
  const by = (to - from) * share
  return within({ from: from + by, to: to + by }, length)
}

/** Shows this range with a small margin. */
export function around(range: TimeWindow, length: number): TimeWindow {
  const margin = (range.to - range.from) * 0.1
  return within({ from: range.from - margin, to: range.to + margin }, length)
}

/**
 * The clock correction in seconds after the activities were dragged by a fraction of the visible range. To the right
 * means that the recorder's clock is ahead.
 */
export function shiftedBy(shift: number, share: number, { from, to }: TimeWindow): number {
  return Math.round((shift - share * (to - from)) * 1000) / 1000
}

/** The narrowest that something is drawn, such as a mark without duration. */
const thinnest = '2px'

/** Where something lies in a lane that shows a range, as CSS. A mark at the very end is inside, too. */
export function placeOf({ from, to }: TimeWindow, shown: TimeWindow) {
  const percent = (time: number) => Math.max(0, Math.min(100, (100 * (time - shown.from)) / (shown.to - shown.from)))
  return {
    left: `min(${percent(from)}%, 100% - ${thinnest})`,
    width: `max(${thinnest}, ${percent(to) - percent(from)}%)`,
  }
}
