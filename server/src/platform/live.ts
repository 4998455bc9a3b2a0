import type { Change, Notice } from './topics.ts'

type Listener = { push: (change: Change) => void; readAgain: Change }

/** So many hear of a change before the event loop turns: sending takes a while for each. */
const mostAtOnce = 200

/** Who waits for which topic, in this process. */
export function createLive() {
  const listeners = new Map<string, Set<Listener>>()
  const undelivered: { listener: Listener; change: Change }[] = []
  let isDelivering = false

  /** In the order of the changes, for each listener and for all of them. */
  function deliver() {
    for (const { listener, change } of undelivered.splice(0, mostAtOnce)) listener.push(change)
    isDelivering = undelivered.length > 0
    if (isDelivering) setImmediate(deliver)
  }

  function tell(listener: Listener, change: Change) {
    undelivered.push({ listener, change })
    if (isDelivering) return
    isDelivering = true
    queueMicrotask(deliver)
  }

  function add(topic: string, listener: Listener) {
    const waiting = listeners.get(topic) ?? new Set()
    waiting.add(listener)
    listeners.set(topic, waiting)
    return () => {
      waiting.delete(listener)
      if (waiting.size === 0) listeners.delete(topic)
    }
  }

  return {
    publish(notices: Notice[]) {
      for (const { topic, change } of notices) for (const listener of listeners.get(topic) ?? []) tell(listener, change)
    },
    /** Tells every subscriber to read again what it shows: an UPDATED of the thing it subscribed to. */
    publishReadAgain() {
      for (const waiting of listeners.values()) for (const listener of waiting) tell(listener, listener.readAgain)
    },
    /**
     * The changes of a topic as they come. `mayReceive` is asked at each delivery; what it says no to is left out.
     * At most 1,000 undelivered changes are kept; a reader slower than that gets `readAgain` in their place.
     */
    subscribe(
      topic: string,
      readAgain: Change,
      mayReceive: (change: Change) => boolean,
    ): AsyncGenerator<Change, void, void> {
      return changesOf((listener) => add(topic, listener), readAgain, mayReceive)
    },
    /** How many subscriptions stand. */
    size: () => [...listeners.values()].reduce((sum, waiting) => sum + waiting.size, 0),
  }
}

export type Live = ReturnType<typeof createLive>

function changesOf(
  add: (listener: Listener) => () => void,
  readAgain: Change,
  mayReceive: (change: Change) => boolean,
): AsyncGenerator<Change, void, void> {
  const waiting: Change[] = []
  let wake: (() => void) | undefined
  let ended = false
  const push = (change: Change) => {
    if (waiting.length >= 1_000) waiting.splice(0, waiting.length, readAgain)
    else waiting.push(change)
    wake?.()
  }
  // Listening begins now, not at the first next(): nothing between the two may be missed.
  const remove = add({ push, readAgain })

  const end = async (): Promise<IteratorResult<Change, void>> => {
    ended = true
    remove()
    wake?.()
    return { done: true, value: undefined }
  }
  return {
    async next() {
      for (;;) {
        if (ended) return { done: true, value: undefined }
        const change = waiting.shift()
        if (change && mayReceive(change)) return { done: false, value: change }
        if (!change) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          wake = undefined
        }
      }
    },
    return: end,
    async throw(error) {
      await end()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: async () => {
      await end()
    },
  }
}
