import { useState } from 'react'

/**
 * A correction of a clock that is being made: the seconds that are wanted, over those that were stored when it began. What
 * a colleague stores meanwhile changes neither: the save is refused once, and says so.
 */
export function useCorrection(stored: number) {
  const [begun, setBegun] = useState<{ wanted: number; over: number }>()
  return {
    /** Seconds to add to the stored correction; not saved yet. */
    shift: begun ? begun.wanted - stored : 0,
    /** The correction that the save replaces. */
    over: begun?.over ?? stored,
    setShift: (seconds: number) =>
      setBegun(seconds === 0 ? undefined : { wanted: stored + seconds, over: begun?.over ?? stored }),
    /** After a refusal: the next save replaces what is stored now. */
    goOn: () => setBegun(begun && { ...begun, over: stored }),
    end: () => setBegun(undefined),
  }
}
