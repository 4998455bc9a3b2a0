/**
 * The function that this returns runs the work that it was given last, once no other was given for a pause, and after the
 * longest time in any case.
 */
export function afterPause({ pauseMs, longestMs }: { pauseMs: number; longestMs: number }): (work: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  return (work) => {
    const now = performance.now()
    if (timer === undefined) since = now
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        timer = undefined
        work()
      },
      Math.max(0, Math.min(pauseMs, since + longestMs - now)),
    )
  }
}
