import type { Change, Notice } from '../records/notices.ts'

type Listener = { push: (change: Change) => void; finish: () => void; readAgain: Change }

/** The number of listeners notified before the event loop turns, because sending takes time. */
const mostAtOnce = 200

/** The subscribers of each topic, in this process. */
export function createLive() {
  const listeners = new Map<string, Set<Listener>>()
  const undelivered: { listener: Listener; change: Change }[] = []
  let isDelivering = false

  /** In the order of the changes, for each listener and overall. */
  function deliver() {
    for (const { listener, change } of undelivered.splice(0, mostAtOnce)) listener.push(change)
    isDelivering = undelivered.length > 0
    if (isDelivering) setImmediate(deliver)
  }

  function notify(listener: Listener, change: Change) {
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
      for (const { topic, change } of notices)
        for (const listener of listeners.get(topic) ?? []) notify(listener, change)
    },
    /** Tells every subscriber to read its data again: an UPDATED of its own topic. */
    publishReadAgain() {
      for (const waiting of listeners.values()) for (const listener of waiting) notify(listener, listener.readAgain)
    },
    /**
     * The changes of a topic as a stream of what `deliver` makes of each. A change of which it makes nothing is skipped.
     * At most 1,000 undelivered changes are kept; a slower reader receives `readAgain` instead. `onEnd` is called once.
     */
    subscribe<T>(
      topic: string,
      readAgain: Change,
      deliver: (change: Change) => T | undefined,
      onEnd?: () => void,
    ): AsyncGenerator<T, void, void> {
      return streamOf((listener) => add(topic, listener), readAgain, deliver, onEnd)
    },
    /** Ends the subscriptions to anything below a removed site or study, after their pending changes. */
    finishBelow(removed: { siteid: string } | { studyid: string }) {
      for (const waiting of [...listeners.values()].flatMap((each) => [...each])) {
        const { siteid, studyid } = waiting.readAgain
        if ('studyid' in removed ? studyid === removed.studyid : siteid === removed.siteid) waiting.finish()
      }
    },
    /** The number of subscriptions. */
    size: () => [...listeners.values()].reduce((sum, waiting) => sum + waiting.size, 0),
  }
}

export type Live = ReturnType<typeof createLive>

/** A complete generator: graphql-ws requires `return` to end it when its socket closes. */
function streamOf<T>(
  add: (listener: Listener) => () => void,
  readAgain: Change,
  deliver: (change: Change) => T | undefined,
  onEnd?: () => void,
): AsyncGenerator<T, void, void> {
  const waiting: Change[] = []
  let wake: (() => void) | undefined
  let ended = false
  let finished = false
  const push = (change: Change) => {
    if (waiting.length >= 1_000) waiting.splice(0, waiting.length, readAgain)
    else waiting.push(change)
    wake?.()
  }
  // Listening begins now, not at the first next(), so that nothing in between is missed.
  const finish = () => {
    finished = true
    wake?.()
  }
  const remove = add({ push, finish, readAgain })

  const end = async (): Promise<IteratorResult<T, void>> => {
    if (!ended) {
      ended = true
      remove()
      onEnd?.()
      wake?.()
    }
    return { done: true, value: undefined }
  }
  return {
    async next() {
      for (;;) {
        if (ended) return { done: true, value: undefined }
        const change = waiting.shift()
        const value = change && deliver(change)
        if (value !== undefined) return { done: false, value }
        if (!change && finished) return end()
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
