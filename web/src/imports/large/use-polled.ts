import { useEffect } from 'react'

const lookEveryMs = 1_000

/** Reads again every second while something is under way and the window is seen. */
export function usePolled(isUnderWay: boolean, reread: () => Promise<void>): void {
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reread(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isUnderWay, reread])
}
