import { useEffect } from 'react'

/** Reads again while something waits for a server, and the window is seen. */
export function useRereadWhile(isWaiting: boolean, reread: () => Promise<unknown>, everyMs = 3_000): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reread(), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, reread, everyMs])
}
