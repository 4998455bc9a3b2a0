/** Within this many seconds after a start, the person who sees it may not know of it yet. */
const justNow = 60

/**
 * Whether stopping asks first: somebody else began it just now. `now` is in epoch seconds by this browser's clock; a
 * start that seems to lie ahead of it is just now, too.
 */
export function asksToStop(
  { startTime, startedBy }: { startTime: number; startedBy: string },
  ownName: string,
  now: number,
): boolean {
  return startedBy !== ownName && now - startTime < justNow
}
