/** Repeatable randomness: the same seed gives the same run. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from 0 to below `bound`. */
  below: (bound: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[below(list.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
  }
}
