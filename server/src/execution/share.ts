/** The number of waiting callers answered before the event loop turns, because sending a large answer to each takes time. */
const mostAtOnce = 10

/**
 * Equal reads that arrive together share one read. A read in progress may have begun before the caller's own last
 * write, so later callers wait for the next read and share that one. Every answer comes from a read that began after
 * the question.
 */
export function makeShare<Answer>() {
  type Waiting = PromiseWithResolvers<Answer>
  type Turn = { promise: Promise<Answer>; waiting: Waiting[]; run: () => Promise<Answer> }
  const turns = new Map<string, Turn>()

  function start(key: string, run: () => Promise<Answer>): Promise<Answer> {
    const turn: Turn = { promise: run(), waiting: [], run }
    turns.set(key, turn)
    const end = () => {
      turns.delete(key)
      const { waiting } = turn
      if (waiting.length === 0) return
      start(key, turn.run).then(
        (answer) => settleAll(waiting, ({ resolve }) => resolve(answer)),
        (error) => settleAll(waiting, ({ reject }) => reject(error)),
      )
    }
    turn.promise.then(end, end)
    return turn.promise
  }

  function settleAll(waiting: readonly Waiting[], settleOne: (to: Waiting) => void) {
    for (const each of waiting.slice(0, mostAtOnce)) settleOne(each)
    if (waiting.length > mostAtOnce) setImmediate(() => settleAll(waiting.slice(mostAtOnce), settleOne))
  }

  return function share(key: string, run: () => Promise<Answer>): Promise<Answer> {
    const turn = turns.get(key)
    if (!turn) return start(key, run)
    turn.run = run
    const waiting = Promise.withResolvers<Answer>()
    turn.waiting.push(waiting)
    return waiting.promise
  }
}
