/**
 * Collects the keys requested during one turn of the event loop and looks them up in one statement, so that its fixed
 * cost is shared. A lookup always starts after the request it answers.
 */
export function batchedLookup<Value>(find: (keys: string[]) => Promise<ReadonlyMap<string, Value>>) {
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> } | undefined

  return async function read(key: string): Promise<Value | undefined> {
    if (!next) {
      const keys = new Set<string>()
      const { promise: found, resolve } = Promise.withResolvers<ReadonlyMap<string, Value>>()
      next = { keys, found }
      setImmediate(() => {
        next = undefined
        resolve(find([...keys]))
      })
    }
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
