import type { ChannelKind } from '../recording.ts'
import type { CommonSignal } from './common-signals.ts'
import type { Agreement, CorrelateOptions } from './correlate.ts'
import type { TraceOf } from './trace.ts'

/**
 * `sure`: nothing else comes near, and chance would not reach it. `likely`: clearly the best, but to be looked at.
 * `unsure`: the recordings do not tell how their clocks differ.
 */
export type Sureness = 'sure' | 'likely' | 'unsure'

export type Offset = {
  /** Seconds to add to the other's times, so that they agree with those of the one; whole milliseconds. */
  readonly seconds: number
  readonly kind: ChannelKind
  readonly correlation: number
  readonly next: number
  readonly sureness: Sureness
}

/** When a recording began, in epoch seconds by its clock as it is corrected now, and its length in seconds. */
export type Placed = { readonly from: number; readonly length: number }

/** How the files are read and compared: by workers in the browser. */
export type Work = {
  trace(file: 'one' | 'other', of: TraceOf): Promise<Float64Array>
  correlate(one: Float64Array, other: Float64Array, options: CorrelateOptions): Promise<Agreement | undefined>
}

/** Steps a second that a trace may have. */
const rates = [50, 25, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]
/** Steps of both traces together, for the memory of a phone. */
const mostSteps = 2 ** 18
/** Seconds and share of the shorter trace that must overlap. */
const leastSeconds = 20
const leastShare = 0.5
/** Seconds of the stretch by which a coarse offset is made finer, and the coarse steps about it. */
const fineSeconds = 600
const stepsAround = 3

/** How much the clock of the other differs from that of the one, by what both measured. Undefined: too short to tell. */
export async function estimateOffset(
  { kind, channels, rate: fastest }: CommonSignal,
  one: Placed,
  other: Placed,
  { trace, correlate }: Work,
): Promise<Offset | undefined> {
  const possible = rates.filter((rate) => rate <= (fastest ?? 1) * 1.01)
  const rate = possible.find((each) => (one.length + other.length) * each <= mostSteps)
  if (rate === undefined) return undefined
  const whole = (file: 'one' | 'other', { length }: Placed) =>
    trace(file, { channels: channels[file === 'one' ? 0 : 1], rate, from: 0, to: length })
  const [first, second] = await Promise.all([whole('one', one), whole('other', other)])
  const shorter = Math.min(present(first), present(second))
  const fewest = Math.max(leastSeconds * rate, leastShare * shorter)
  const found = await correlate(first, second, { fewest })
  if (!found) return undefined
  const lag = found.lag / rate
  const [finest = rate] = possible
  const sureness = surenessOf(found)
  const finer =
    finest > rate && sureness !== 'unsure'
      ? await refine({ kind, channels, rate: finest }, { first, rate, lag, one, other }, { trace, correlate })
      : undefined
  const { correlation, next } = found
  const seconds = Math.round((one.from - other.from + (finer ?? lag)) * 1000) / 1000
  return { seconds, kind, correlation, next, sureness }
}

/** The lag in seconds to a step of the finest rate, from the stretch in which most happened. Undefined if it does not tell. */
async function refine(
  { channels, rate: finest }: CommonSignal & { readonly rate: number },
  at: { first: Float64Array; rate: number; lag: number; one: Placed; other: Placed },
  { trace, correlate }: Work,
): Promise<number | undefined> {
  const { rate, lag, one, other } = at
  const [low, high] = [Math.max(0, lag), Math.min(one.length, other.length + lag)]
  const from = liveliest(at.first, rate, low, high)
  const to = Math.min(high, from + fineSeconds)
  const around = stepsAround / rate
  const [first, second] = await Promise.all([
    trace('one', { channels: channels[0], rate: finest, from, to }),
    trace('other', { channels: channels[1], rate: finest, from: from - lag - around, to: to - lag + around }),
  ])
  // By the coarse lag, the other begins `around` earlier.
  const near = -around * finest
  const options = { fewest: leastSeconds * finest, near, most: around * finest }
  const found = await correlate(first, second, options)
  if (!found || found.correlation < 2 * found.byChance) return undefined
  return lag + (found.lag - near) / finest
}

/** When the stretch of the trace begins, between `low` and `high` seconds, in which it varies most. */
function liveliest(trace: Float64Array, rate: number, low: number, high: number): number {
  let [best, most] = [low, -1]
  for (let from = low; from === low || from + fineSeconds <= high; from += fineSeconds / 2) {
    const there = trace.subarray(Math.floor(from * rate), Math.ceil((from + fineSeconds) * rate))
    const variation = there.reduce((sum, value, i) => sum + (Math.abs(value - (there[i - 1] ?? value)) || 0), 0)
    if (variation > most) [best, most] = [from, variation]
  }
  return best
}

function present(trace: Float64Array): number {
  return trace.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0)
}

export function surenessOf({ correlation, next, byChance }: Agreement): Sureness {
  if (correlation >= 0.3 && correlation >= 1.5 * next && correlation >= 2 * byChance) return 'sure'
  if (correlation >= 0.2 && correlation >= 1.2 * next && correlation >= 1.5 * byChance) return 'likely'
  return 'unsure'
}
