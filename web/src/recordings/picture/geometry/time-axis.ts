import { timezoneOffset } from '@casebook/domain/activities/activity-time.ts'
import { elapsedText, fractionText } from '../../../texts/elapsed-text.ts'

/** Seconds between ticks. */
export const tickSteps = [
  1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900,
  1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000,
]

/** How times of a recording are shown: as clock time in a zone if its start is known, else as time since its start. */
export type TimeFormat = {
  /** Epoch seconds of the start of the recording, or null if unknown. */
  readonly origin: number | null
  readonly zone: string
}

/** The ticks, in seconds since the start: at round values of the displayed clock. */
export function ticksBetween(from: number, to: number, step: number, { origin, zone }: TimeFormat): number[] {
  const shift = origin === null ? 0 : origin - offsetAt(origin + from, zone)
  const first = Math.ceil((from + shift) / step)
  const last = Math.floor((to + shift) / step)
  const ticks: number[] = []
  for (let tick = first; tick <= last && ticks.length < 1000; tick++) ticks.push(tick * step - shift)
  return ticks
}

/** A clock time, as precise as `step` (seconds) requires: `09:50`, `09:50:12`, `09:50:12.340`. */
export function timeText(at: number, step: number, { origin, zone }: TimeFormat): string {
  const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9))
  const scale = 10 ** digits
  if (origin === null) return elapsedText(Math.round(at * scale) / scale, digits)
  // A whole second lasts until the next one; a trace of rounding in the sum does not make it another.
  const rounded = digits === 0 ? Math.floor(origin + at + 1e-6) : Math.round((origin + at) * scale) / scale
  const local = rounded - offsetAt(rounded, zone)
  if (step >= 86_400) return dateText(local).slice(5)
  return `${step >= 60 ? clockText(local, 0).slice(0, 5) : clockText(local, digits)}`
}

/** Date and time of day, to the millisecond if `digits` is 3. */
export function dateTimeText(at: number, digits: number, { origin, zone }: TimeFormat): string {
  if (origin === null) return elapsedText(at, digits)
  const scale = 10 ** digits
  const rounded = Math.round((origin + at) * scale) / scale
  const local = rounded - offsetAt(rounded, zone)
  return `${dateText(local)} ${clockText(local, digits)}`
}

/** From one time to another: the second with its day only if that is another one. */
export function periodText(from: number, to: number, digits: number, timeFormat: TimeFormat): string {
  const [start, end] = [dateTimeText(from, digits, timeFormat), dateTimeText(to, digits, timeFormat)]
  const day = start.slice(0, start.indexOf(' ') + 1)
  return `${start} – ${day !== '' && end.startsWith(day) ? end.slice(day.length) : end}`
}

/** Of a time with a fraction. */
function offsetAt(seconds: number, zone: string): number {
  return timezoneOffset(Math.floor(seconds), zone)
}

function dateText(local: number): string {
  return new Date(Math.floor(local) * 1000).toISOString().slice(0, 10)
}

function clockText(local: number, digits: number): string {
  const whole = Math.floor(local + 1e-9)
  const text = new Date(whole * 1000).toISOString().slice(11, 19)
  return digits === 0 ? text : `${text}.${fractionText(local - whole, digits)}`
}
