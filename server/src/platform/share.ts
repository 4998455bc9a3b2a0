/** So many of those who wait are answered before the event loop turns: sending a large answer takes a while for each. */
const mostAtOnce = 10

/**
 * Equal reads that come at the same time are answered by one. A read that is under way already may have seen the database
 * before the caller's own last write, so that callers who come meanwhile wait for the next one and share that: each
 * answer is of a read which began after it was asked for.
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
        (answer) => handOut(waiting, ({ resolve }) => resolve(answer)),
        (error) => handOut(waiting, ({ reject }) => reject(error)),
      )
    }
    turn.promise.then(end, end)
    return turn.promise
  }

  function handOut(waiting: readonly Waiting[], give: (to: Waiting) => void) {
    for (const each of waiting.slice(0, mostAtOnce)) give(each)
    if (waiting.length > mostAtOnce) setImmediate(() => handOut(waiting.slice(mostAtOnce), give))
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
