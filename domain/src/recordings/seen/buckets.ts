/** The minimum and maximum of one channel's samples in each time interval; NaN if there are none. */
export type Buckets = {
  readonly min: Float64Array
  readonly max: Float64Array
  /** Bits of `gapBefore` and `gapWithin`. */
  readonly gaps: Uint8Array
}

/** There is a gap between the bucket's first sample and the previous one. */
export const gapBefore = 1
/** There is a gap between two samples of the bucket. */
export const gapWithin = 2

export function emptyBuckets(length: number): Buckets {
  return {
    min: new Float64Array(length).fill(Number.NaN),
    max: new Float64Array(length).fill(Number.NaN),
    gaps: new Uint8Array(length),
  }
}

/**
 * Merges each pair of the first `length` buckets of `from` into one bucket of `to`, which may be the same object. A
 * single last one is unchanged.
 */
export function halve(from: Buckets, to: Buckets, length: number): void {
  for (let i = 0; i < length; i += 2) {
    const target = i / 2
    const minA = from.min[i] ?? Number.NaN
    const maxA = from.max[i] ?? Number.NaN
    const gapsA = from.gaps[i] ?? 0
    const isPair = i + 1 < length
    const minB = isPair ? (from.min[i + 1] ?? Number.NaN) : Number.NaN
    const maxB = isPair ? (from.max[i + 1] ?? Number.NaN) : Number.NaN
    const gapsB = from.gaps[i + 1] ?? 0
    // NaN compares as false, so an existing value takes precedence.
    to.min[target] = minB < minA || Number.isNaN(minA) ? minB : minA
    to.max[target] = maxB > maxA || Number.isNaN(maxA) ? maxB : maxA
    to.gaps[target] = Number.isNaN(minA) ? gapsB : joined(gapsA, Number.isNaN(minB) ? 0 : gapsB)
  }
}

/** A gap before the second of two buckets is within the merged one. */
function joined(first: number, second: number): number {
  return first | (second & gapWithin) | (second & gapBefore ? gapWithin : 0)
}
