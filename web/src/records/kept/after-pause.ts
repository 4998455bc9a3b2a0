/** About as long as a person pauses. */
export const pauseMs = 300
/** So long at most waits what is typed without a pause. */
export const longestMs = 2_000

/** The function that this returns runs the work that it was given last, once no other was given for a pause. */
export function afterPause(): (work: () => void) => void {
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
