import { Fourier } from '../signals/fourier.ts'

/** Where two traces agree best. */
export type Agreement = {
  /** In steps: the step `i` of the other belongs to the step `i + lag` of the one. Between two steps if the peak is. */
  readonly lag: number
  /** Pearson's correlation there, over the steps that both have. */
  readonly correlation: number
  /** The highest correlation elsewhere, beside the peak; 0 if there is none. */
  readonly next: number
  /** The correlation that chance alone is expected to reach somewhere. */
  readonly byChance: number
  /** The steps that both have. */
  readonly steps: number
}

/** `fewest`: steps that both must have. `most`: the greatest lag in either direction, and `near`, about which it counts. */
export type CorrelateOptions = { readonly fewest: number; readonly near?: number; readonly most?: number }

/** Parts with less than this share of the variance of their trace have nothing to compare. */
const leastVariance = 0.01

/**
 * The cross-correlation of two traces of one rate, normalised at each lag by what overlaps there: a missing step (NaN)
 * counts for nothing. Undefined if they overlap nowhere enough.
 */
export function correlate(
  one: Float64Array,
  other: Float64Array,
  { fewest, near = 0, most = Number.POSITIVE_INFINITY }: CorrelateOptions,
): Agreement | undefined {
  const lags = correlations(one, other, fewest)
  const [low, high] = [near - most, near + most]
  const at = (lag: number) => (lag < low || lag > high ? Number.NaN : (lags.values[lag + lags.offset] ?? Number.NaN))
  let [best, tried] = [Number.NaN, 0]
  for (let lag = -lags.offset; lag < one.length; lag++) {
    if (Number.isNaN(at(lag))) continue
    tried++
    if (!(at(lag) <= at(best))) best = lag
  }
  if (Number.isNaN(best)) return undefined
  const correlation = at(best)
  // The peak is as wide as the correlation is above half of it.
  let [from, to] = [best, best]
  while (at(from - 1) > correlation / 2) from--
  while (at(to + 1) > correlation / 2) to++
  let next = 0
  for (let lag = -lags.offset; lag < one.length; lag++) {
    if ((lag < from || lag > to) && at(lag) > next) next = at(lag)
  }
  const steps = lags.counts[best + lags.offset] ?? 0
  const width = to - from + 1
  return {
    lag: best + vertex(at(best - 1), correlation, at(best + 1)),
    correlation,
    next,
    byChance: Math.min(1, Math.sqrt((2 * Math.log(Math.max(2, tried / width)) * width) / Math.max(1, steps))),
    steps,
  }
}

/** Where between two steps the highest point of the parabola through three of them lies. */
function vertex(before: number, peak: number, after: number): number {
  const bend = before - 2 * peak + after
  const shift = (before - after) / (2 * bend)
  return Math.abs(shift) <= 0.5 ? shift : 0
}

type Lags = { values: Float64Array; counts: Float64Array; offset: number }

/** The correlation at each lag, from minus the length of the other on; NaN where there is none. */
function correlations(one: Float64Array, other: Float64Array, fewest: number): Lags {
  const length = 2 ** Math.ceil(Math.log2(Math.max(2, one.length + other.length)))
  const fourier = new Fourier(length)
  const [a, b] = [spectraOf(one, fourier), spectraOf(other, fourier)]
  const [products, counts] = inverse(fourier, a.value, b.value, a.mask, b.mask)
  const [sumsOfOne, sumsOfOther] = inverse(fourier, a.value, b.mask, a.mask, b.value)
  const [squaresOfOne, squaresOfOther] = inverse(fourier, a.square, b.mask, a.mask, b.square)
  const values = new Float64Array(one.length + other.length).fill(Number.NaN)
  const found = new Float64Array(values.length)
  for (let lag = -other.length; lag < one.length; lag++) {
    const i = lag < 0 ? lag + length : lag
    const n = Math.round(counts[i] ?? 0)
    if (n < fewest || n < 2) continue
    const [meanOfOne, meanOfOther] = [(sumsOfOne[i] ?? 0) / n, (sumsOfOther[i] ?? 0) / n]
    const varianceOfOne = (squaresOfOne[i] ?? 0) / n - meanOfOne * meanOfOne
    const varianceOfOther = (squaresOfOther[i] ?? 0) / n - meanOfOther * meanOfOther
    // The traces have a variance of 1.
    if (!(varianceOfOne > leastVariance && varianceOfOther > leastVariance)) continue
    const covariance = (products[i] ?? 0) / n - meanOfOne * meanOfOther
    values[lag + other.length] = Math.max(-1, Math.min(1, covariance / Math.sqrt(varianceOfOne * varianceOfOther)))
    found[lag + other.length] = n
  }
  return { values, counts: found, offset: other.length }
}

type Complex = { readonly real: Float64Array; readonly imaginary: Float64Array }
type Spectra = { readonly value: Complex; readonly square: Complex; readonly mask: Complex }

/** The spectra of a trace brought to a mean of 0 and a variance of 1, of its squares, and of which steps it has. */
function spectraOf(trace: Float64Array, fourier: Fourier): Spectra {
  const there = trace.filter((value) => !Number.isNaN(value))
  const mean = there.reduce((sum, value) => sum + value, 0) / there.length
  const variance = there.reduce((sum, value) => sum + (value - mean) ** 2, 0) / there.length
  const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0
  const spectrumOf = (of: (value: number) => number): Complex => {
    const real = new Float64Array(fourier.length)
    for (const [i, value] of trace.entries()) real[i] = Number.isNaN(value) ? 0 : of((value - mean) * scale)
    const imaginary = new Float64Array(fourier.length)
    fourier.transform(real, imaginary)
    return { real, imaginary }
  }
  return {
    value: spectrumOf((value) => value),
    square: spectrumOf((value) => value * value),
    mask: spectrumOf(() => 1),
  }
}

/** The correlation of a with b as real numbers, and that of c with d, both by one inverse transform. */
function inverse(fourier: Fourier, a: Complex, b: Complex, c: Complex, d: Complex): [Float64Array, Float64Array] {
  const { length } = fourier
  const [real, imaginary] = [new Float64Array(length), new Float64Array(length)]
  for (let i = 0; i < length; i++) {
    const [ar, ai, br, bi] = [a.real[i] ?? 0, a.imaginary[i] ?? 0, b.real[i] ?? 0, b.imaginary[i] ?? 0]
    const [cr, ci, dr, di] = [c.real[i] ?? 0, c.imaginary[i] ?? 0, d.real[i] ?? 0, d.imaginary[i] ?? 0]
    // a·conj(b) + i·c·conj(d), divided by the length.
    real[i] = (ar * br + ai * bi - (ci * dr - cr * di)) / length
    imaginary[i] = (ai * br - ar * bi + (cr * dr + ci * di)) / length
  }
  fourier.transform(imaginary, real)
  return [real, imaginary]
}
