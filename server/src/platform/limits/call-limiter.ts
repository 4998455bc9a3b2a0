type Bucket = { left: number; at: number }

const mostKeys = 50_000

/**
 * A limit on frequent calls, kept in this process's memory: so many in a minute for each key, all at once or spread.
 * `perMinute` 0 means no limit. Time is taken from a clock that nobody sets: one put back would lock everybody out.
 */
export function makeCallLimiter(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()

  return {
    /** Counts a call; answers nothing, or in how many seconds the next one is taken. A key may have `share` times as many. */
    take(key: string, share = 1): number | undefined {
      if (perMinute === 0) return undefined
      const most = perMinute * share
      const perMs = most / 60_000
      const at = now()
      const bucket = buckets.get(key) ?? { left: most, at }
      // The key used longest ago is the first of the map; a full bucket need not be remembered.
      buckets.delete(key)
      const oldest = buckets.size >= mostKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      buckets.set(key, bucket)
      bucket.left = Math.min(most, bucket.left + (at - bucket.at) * perMs)
      bucket.at = at
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMs / 1000))
      bucket.left -= 1
      return undefined
    },
  }
}

export type CallLimiter = ReturnType<typeof makeCallLimiter>
