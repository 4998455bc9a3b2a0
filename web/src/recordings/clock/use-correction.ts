import { useCallback, useState } from 'react'
import { failuresOf } from '../../calls/failures.ts'
import { toMillisecond } from './typed-seconds.ts'

/** The seconds that are wanted, over those that were stored when the correction began. */
type Begun = { readonly wanted: number; readonly over: number }

/** A correction of a clock that may be being made. */
export type Correction = {
  /** Seconds to add to the stored correction; not saved yet. */
  readonly shift: number
  /** The correction that the save replaces. */
  readonly over: number
  readonly setShift: (seconds: number) => void
  /** After a save that failed: if a colleague's correction refused it, the next one replaces that. */
  readonly onRefused: (thrown: unknown) => void
  readonly end: () => void
}

/**
 * Corrections of clocks that are being made, by file. What a colleague stores meanwhile changes neither what is wanted nor
 * what it replaces: the save is refused once, and says so. What is returned changes when a correction does.
 */
export function useCorrections() {
  const [begun, setBegun] = useState<Readonly<Record<string, Begun | undefined>>>({})
  return useCallback(
    (id: string, stored: number): Correction => {
      const set = (next: (before: Begun | undefined) => Begun | undefined) =>
        setBegun((before) => ({ ...before, [id]: next(before[id]) }))
      const own = begun[id]
      return {
        shift: own ? toMillisecond(own.wanted - stored) : 0,
        over: own?.over ?? stored,
        setShift(seconds) {
          const wanted = toMillisecond(stored + seconds)
          set((before) => (wanted === stored ? undefined : { wanted, over: before?.over ?? stored }))
        },
        onRefused(thrown) {
          // Without an answer, what is stored now may be what this save should be refused for.
          if (failuresOf(thrown).some(({ code }) => code === 'CONFLICT'))
            set((before) => before && { ...before, over: stored })
        },
        end: () => set(() => undefined),
      }
    },
    [begun],
  )
}

/** The correction of one clock. */
export function useCorrection(stored: number): Correction {
  return useCorrections()('', stored)
}
