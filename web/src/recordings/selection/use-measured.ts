import type { Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import { useEffect, useState } from 'react'
import { failureIn, type RecordingReader } from '../reading/recording-reader.ts'
import type { ReadingFailure } from '../worker/protocol.ts'

/** The selection may still be dragged. */
const settleMs = 250

type Measured = { statistics?: readonly Statistics[]; failure?: ReadingFailure }

/** The statistics of a selection, once it is at rest and the whole file has been read. `again` repeats what failed. */
export function useMeasured(
  reader: RecordingReader | undefined,
  isRead: boolean,
  from: number | undefined,
  to: number | undefined,
): Measured & { again: () => void } {
  const [measured, setMeasured] = useState<Measured>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt measures again
  useEffect(() => {
    setMeasured({})
    if (!reader || !isRead || from === undefined || to === undefined) return
    let isOver = false
    const set = (next: Measured) => {
      if (!isOver) setMeasured(next)
    }
    const timer = setTimeout(() => {
      reader.measure(from, to).then(
        (statistics) => set({ statistics }),
        (thrown) => set({ failure: failureIn(thrown) }),
      )
    }, settleMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reader, isRead, from, to, attempt])
  return { ...measured, again: () => setAttempt((before) => before + 1) }
}
