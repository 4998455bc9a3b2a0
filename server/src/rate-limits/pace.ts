const mostKeys = 50_000

/**
 * Slows down, in this process, who takes more than `perSecond` in the long run: `atOnce` is free of it. `perSecond` 0
 * means no limit.
 */
export function makePace({ atOnce, perSecond }: { atOnce: number; perSecond: number }, now = () => performance.now()) {
  const taken = new Map<string, { amount: number; at: number }>()

  return {
    /** Counts what was taken. Returns the milliseconds to wait before more is taken. */
    take(key: string, amount: number): number {
      if (perSecond === 0) return 0
      const at = now()
      const before = taken.get(key)
      const left = before ? Math.max(0, before.amount - ((at - before.at) / 1000) * perSecond) : 0
      // The map's first entry is the one that took least recently.
      taken.delete(key)
      const oldest = taken.size >= mostKeys ? taken.keys().next().value : undefined
      if (oldest !== undefined) taken.delete(oldest)
      taken.set(key, { amount: left + amount, at })
      return Math.max(0, ((left + amount - atOnce) / perSecond) * 1000)
    },
  }
}

export type Pace = ReturnType<typeof makePace>
