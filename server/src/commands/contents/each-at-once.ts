/**
 * Processes the items with bounded concurrency. After the first failure, it waits for those in progress and then
 * rejects.
 */
export async function eachAtOnce<T>(most: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let failure: { error: unknown } | undefined
  async function worker() {
    for (let next = iterator.next(); !next.done && !failure; next = iterator.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
  if (failure) throw failure.error
}
