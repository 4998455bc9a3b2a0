import { isBelievableRate } from '../../limits.ts'
import { median } from './time-column.ts'

export type Spacing = {
  /** In Hz. Null if the times are irregular. */
  readonly rate: number | null
  /** Between samples, in seconds. */
  readonly median: number
  /** Two samples further apart than this have a gap between them, in seconds. */
  readonly gap: number
  /** If several samples have the same time: seconds from one such time to the next, over which they are spread. */
  readonly tick: number | null
}

/** Irregular times have a gap after this many seconds without a sample, or this many times the usual interval. */
const irregularGap = 1
const irregularTimes = 5

/** The spacing of the sampled times of a column, in seconds. Works for times rounded to milliseconds. */
export function spacingOf(times: readonly number[]): Spacing | null {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const forward = steps.filter((step) => step > 0)
  if (forward.length === 0) return null
  const ticking = tickingSpacing(times, median(forward))
  if (ticking) return ticking
  const usual = median(forward)
  const quantum = quantumOf(times)
  const near = (step: number) => Math.abs(step - usual) <= usual * 0.1 + Math.min(quantum, usual / 2)
  const even = forward.filter(near)
  const irregular: Spacing = {
    rate: null,
    median: usual,
    gap: Math.max(irregularGap, irregularTimes * usual),
    tick: null,
  }
  if (even.length < 2 || even.length * 10 < steps.length * 8)
    return forward.length === 1 ? { ...irregular, gap: usual * 5 } : irregular
  const span = even.reduce((sum, step) => sum + step, 0)
  const rate = rounded(even.length / span, (quantum * 2) / span + 1e-9)
  if (!isBelievableRate(rate)) return irregular
  const jitter = even.reduce((most, step) => Math.max(most, Math.abs(step - 1 / rate)), 0)
  return { rate, median: usual, gap: 1.5 / rate + Math.min(jitter, 0.5 / rate), tick: null }
}

/** Times written only to the second with 50 samples each, for example. Undefined if they are not. */
function tickingSpacing(times: readonly number[], tick: number): Spacing | null {
  const runs: number[] = []
  let length = 0
  for (const [index, time] of times.entries()) {
    length++
    if (times[index + 1] === time) continue
    runs.push(length)
    length = 0
  }
  // The first and the last group may be incomplete.
  const whole = runs.slice(1, -1)
  const usual = median(whole)
  const even = whole.filter((run) => Math.abs(run - usual) <= Math.max(1, usual * 0.2))
  const ticks = times.filter(
    (time, index) => index > 0 && Math.abs(time - (times[index - 1] ?? 0) - tick) < tick * 1e-3,
  ).length
  if (whole.length < 2 || usual < 3 || even.length * 10 < whole.length * 8 || ticks * 10 < (runs.length - 1) * 9)
    return null
  const samples = even.reduce((sum, run) => sum + run, 0)
  const rate = rounded(samples / (even.length * tick), 1 / samples)
  return isBelievableRate(rate) ? { rate, median: 1 / rate, gap: 1.5 * tick, tick } : null
}

/** The power of ten to which the times are rounded, in seconds; 0 if finer than a nanosecond. */
function quantumOf(times: readonly number[]): number {
  const first = times[0] ?? 0
  for (const quantum of [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6])
    if (times.every((time) => Math.abs((time - first) / quantum - Math.round((time - first) / quantum)) < 0.01))
      return quantum
  return 0
}

/** The roundest rate within the relative tolerance: 102.4 rather than 102.3987. */
function rounded(rate: number, tolerance: number): number {
  for (const digits of [1, 10, 100, 1000]) {
    const round = Math.round(rate * digits) / digits
    if (round > 0 && Math.abs(round - rate) <= rate * tolerance) return round
  }
  return rate
}
