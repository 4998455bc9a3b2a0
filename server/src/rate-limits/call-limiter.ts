type Bucket = { left: number; at: number }

const mostKeys = 50_000

/**
 * A limit on frequent calls, kept in this process's memory: so many per minute for each key, at once or spread.
 * `perMinute` 0 means no limit. Uses a monotonic clock: setting the system time back would lock everyone out.
 */
export function makeCallLimiter(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()

  return {
    /**
     * Counts a call. Returns undefined, or the seconds until the next call is accepted. A key may have `share` times as
     * many.
     */
    take(key: string, share = 1): number | undefined {
      if (perMinute === 0) return undefined
      const most = perMinute * share
      const perMs = most / 60_000
      const at = now()
      const bucket = buckets.get(key) ?? { left: most, at }
      // The map's first entry is the least recently used key. A full bucket need not be kept.
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
