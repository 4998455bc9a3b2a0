/** Fewer values do not tell what is usual. */
const fewest = 5
/** The distance from the median, in robust standard deviations, from where a value is an outlier (Iglewicz and Hoaglin 1993). */
const limit = 3.5
/** What makes the median and the mean of absolute deviations a standard deviation of normal values. */
const [perMedian, perMean] = [1.4826, 1.2533]

/** What is usual among values. Outside of `low` and `high` they are outliers; both are null if there are too few to tell. */
export type Usual = { readonly median: number; readonly low: number | null; readonly high: number | null }

/** Undefined without values. */
export function usualOf(values: readonly number[]): Usual | undefined {
  if (values.length === 0) return undefined
  const median = medianOf(values)
  if (values.length < fewest) return { median, low: null, high: null }
  const deviations = values.map((value) => Math.abs(value - median))
  // If more than half are equal, the median of the deviations is 0 and would make every other value an outlier.
  const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length
  const spread = perMedian * medianOf(deviations) || perMean * mean
  return { median, low: median - limit * spread, high: median + limit * spread }
}

export function isOutlier(value: number, { low, high }: Usual): boolean {
  return low !== null && high !== null && (value < low || value > high)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
