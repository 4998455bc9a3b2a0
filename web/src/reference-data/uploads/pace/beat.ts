/** The server takes a sender for gone of whom it heard nothing for two and a half minutes. */
const everyMs = 10_000

/**
 * Says at once, and then every ten seconds, that a file is being sent, until it is stopped. A browser slows the timers of
 * a page that is not looked at, but tells of progress: `due` says it then. One that is not answered is not followed by
 * another.
 */
export function beatOf(say: () => Promise<unknown>, now: () => number): { due: () => void; stop: () => void } {
  let saidAt = Number.NEGATIVE_INFINITY
  let isSaying = false
  let isOver = false

  function due(): void {
    if (isOver || isSaying || now() - saidAt < everyMs) return
    saidAt = now()
    isSaying = true
    say()
      .catch(() => undefined)
      .finally(() => {
        isSaying = false
      })
  }

  const timer = setInterval(due, everyMs)
  due()
  return {
    due,
    stop() {
      isOver = true
      clearInterval(timer)
    },
  }
}
