import { useEffect } from 'react'

const lookEveryMs = 3_000

/** Reads again every few seconds while something waits to be measured. */
export function useRereadWhile(isWaiting: boolean, reread: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reread(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, reread])
}
