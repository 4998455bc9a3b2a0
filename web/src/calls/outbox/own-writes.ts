/** Counts the beginnings and ends of this person's writes, to tell what they may have changed on the screen. */
export function countWrites() {
  let onTheWay = 0
  let moment = 0
  let lastEnd = 0
  return {
    /** A write begins. Call the returned function when its outcome is known, or will not be. */
    begin(): () => void {
      onTheWay += 1
      return () => {
        onTheWay -= 1
        moment += 1
        lastEnd = moment
      }
    },
    now: () => moment,
    /** Whether an own write may explain what was read after what was read at that moment. */
    mayExplain: (since: number) => onTheWay > 0 || lastEnd > since,
  }
}

export const ownWrites = countWrites()
