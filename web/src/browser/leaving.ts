/** After this time, a page that was about to be left is considered to have stayed. */
export const leavesWithinMs = 10_000

/**
 * Returns a function that tells whether the person is leaving the page now. The browser then aborts what the page is
 * loading, and a reload would bring the person back to it.
 */
export function watchLeaving(page: Pick<EventTarget, 'addEventListener'>, now: () => number = Date.now): () => boolean {
  let leftAt = Number.NEGATIVE_INFINITY
  page.addEventListener('beforeunload', () => {
    leftAt = now()
  })
  return () => now() - leftAt < leavesWithinMs
}

const holders = new Set<string>()

/**
 * The browser asks the person before it closes the window as long as anybody holds it, because something would be lost.
 * Each holder lets go for itself.
 */
export function holdWindow(holder: 'chosen' | 'import' | 'uploads', isHeld: boolean): void {
  if (isHeld) holders.add(holder)
  else holders.delete(holder)
  if (holders.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: Event): void {
  event.preventDefault()
}
