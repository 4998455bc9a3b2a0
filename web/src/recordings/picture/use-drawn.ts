import { useEffect, useState } from 'react'
import { type Lane, shownAtFirst } from './geometry/lanes.ts'

/** Which channels of a recording are drawn: those of its first lanes, until somebody chooses. `most`: of how many lanes. */
export function useDrawn(lanes: readonly Lane[], most?: number) {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => shownAtFirst(lanes, most))
  useEffect(() => setDrawn(shownAtFirst(lanes, most)), [lanes, most])
  function onDraw(channel: number, isDrawn: boolean) {
    const next = new Set(drawn)
    if (isDrawn) next.add(channel)
    else next.delete(channel)
    setDrawn(next)
  }
  return [drawn, onDraw] as const
}
