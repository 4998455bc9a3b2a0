import { isBelievableRate } from '../../../limits.ts'

/** From each number to the next. */
export function stepsOf(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
}

/** Of two in the middle, the lower. NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

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
  const steps = stepsOf(times)
  const forward = steps.filter((step) => step > 0)
  if (forward.length === 0) return null
  const usual = median(forward)
  const ticking = tickingSpacing(times, usual)
  if (ticking) return ticking
  const quantum = quantumOf(times)
  // Times in single precision vary by a whole quantum, which grows with them.
  const isBinary = quantum < 1 && Math.log2(quantum) % 1 === 0
  const near = (step: number) => Math.abs(step - usual) <= usual * 0.1 + Math.min(quantum, isBinary ? usual : usual / 2)
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

/** Times written only to the second with 50 samples each, for example. Null if they are not. */
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
  const ticks = stepsOf(times).filter((step) => Math.abs(step - tick) < tick * 1e-3).length
  if (whole.length < 2 || usual < 3 || even.length * 10 < whole.length * 8 || ticks * 10 < (runs.length - 1) * 9)
    return null
  const samples = even.reduce((sum, run) => sum + run, 0)
  const rate = rounded(samples / (even.length * tick), 1 / samples)
  return isBelievableRate(rate) ? { rate, median: 1 / rate, gap: 1.5 * tick, tick } : null
}

/** Those of decimals, and those of single precision after some minutes to days. */
const quanta = [1, 0.1, 2 ** -5, 2 ** -6, 0.01, 2 ** -7, 2 ** -8, 2 ** -9, 1e-3, 2 ** -10, 2 ** -11, 1e-4, 1e-5, 1e-6]

/** To what the times are rounded, in seconds; 0 if finer than a microsecond. */
function quantumOf(times: readonly number[]): number {
  const first = times[0] ?? 0
  const span = (times.at(-1) ?? first) - first
  for (const quantum of quanta) {
    // Of times that are all close together, a long one says nothing.
    if (span < quantum / 2) continue
    if (times.every((time) => Math.abs((time - first) / quantum - Math.round((time - first) / quantum)) < 0.01))
      return quantum
  }
  return 0
}

/** The roundest rate within the relative tolerance: 102.4 rather than 102.3987. Below one, it may be the interval that is round. */
function rounded(rate: number, tolerance: number): number {
  for (const digits of [1, 10, 100, 1000]) {
    const round = Math.round(rate * digits) / digits
    const ofInterval = digits / Math.round(digits / rate)
    const nearest = rate < 1 && Math.abs(ofInterval - rate) <= Math.abs(round - rate) ? ofInterval : round
    if (Math.abs(nearest - rate) <= rate * tolerance) return nearest
  }
  return rate
}

/** Times as the reader uses them: those that go back are omitted. */
export function rising(times: readonly number[]): number[] {
  let last = Number.NEGATIVE_INFINITY
  return times.filter((time) => {
    if (!(time >= last)) return false
    last = time
    return true
  })
}
