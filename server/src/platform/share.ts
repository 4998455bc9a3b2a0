/**
 * Equal reads that come at the same time are answered by one. A read that is under way already may have seen the database
 * before the caller's own last write, so that callers who come meanwhile wait for the next one and share that: each
 * answer is of a read which began after it was asked for.
 */
export function makeShare<Answer>() {
  type Turn = { promise: Promise<Answer>; next: PromiseWithResolvers<Answer> | undefined; run: () => Promise<Answer> }
  const turns = new Map<string, Turn>()

  function start(key: string, run: () => Promise<Answer>): Promise<Answer> {
    const turn: Turn = { promise: run(), next: undefined, run }
    turns.set(key, turn)
    const end = () => {
      turns.delete(key)
      if (turn.next) start(key, turn.run).then(turn.next.resolve, turn.next.reject)
    }
    turn.promise.then(end, end)
    return turn.promise
  }

  return function share(key: string, run: () => Promise<Answer>): Promise<Answer> {
    const turn = turns.get(key)
    if (!turn) return start(key, run)
    turn.run = run
    turn.next ??= Promise.withResolvers<Answer>()
    return turn.next.promise
  }
}
