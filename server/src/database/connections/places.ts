/** Lets work run at most `most` at a time. The rest waits, in the order in which it was given. */
export function makePlaces(most: number) {
  let taken = 0
  const waiting: (() => void)[] = []

  return async function inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (taken < most) taken += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
}

export type InPlace = ReturnType<typeof makePlaces>
