import { parameters } from './parameters.ts'

/**
 * Whether a stretch of ten seconds tells a heart rate (Orphanidou 2015): the rate is one that people have, no interval is
 * too long or unlike the others, and the beats look alike.
 *
 * `signal` is the sample with this index; samples outside of what is known are NaN.
 */
export function isUsable(beats: readonly number[], rate: number, signal: (index: number) => number): boolean {
  const intervals = beats.slice(1).map((beat, i) => (beat - (beats[i] ?? 0)) / rate)
  if (intervals.length < 2) return false
  const mean = intervals.reduce((sum, each) => sum + each, 0) / intervals.length
  const bpm = 60 / mean
  const [shortest, longest] = [Math.min(...intervals), Math.max(...intervals)]
  if (bpm < parameters.lowest_bpm || bpm > parameters.highest_bpm) return false
  if (longest > parameters.longest_interval_seconds || longest / shortest >= parameters.interval_ratio) return false
  return meanCorrelation(beats, rate, intervals, signal) >= parameters.template_correlation
}

/** How alike the beats are to their mean, each in a window as long as the median interval. */
function meanCorrelation(
  beats: readonly number[],
  rate: number,
  intervals: readonly number[],
  signal: (index: number) => number,
): number {
  const median = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0
  const half = Math.round((median * rate) / 2)
  const cut = beats
    .map((beat) => Float64Array.from({ length: 2 * half + 1 }, (_, i) => signal(beat - half + i)))
    .filter((each) => !each.some(Number.isNaN))
  if (cut.length < 2) return 0
  const template = cut[0]?.map((_, i) => cut.reduce((sum, each) => sum + (each[i] ?? 0), 0) / cut.length)
  return template ? cut.reduce((sum, each) => sum + correlation(each, template), 0) / cut.length : 0
}

/** Pearson's. Zero for what does not vary. */
export function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [(a[i] ?? 0) - meanA, (b[i] ?? 0) - meanB]
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}
