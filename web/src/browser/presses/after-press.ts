let isPressed = false
const waiting: (() => void)[] = []

/** Runs what waits once the release has become a click. */
function release(): void {
  isPressed = false
  if (waiting.length > 0) {
    setTimeout(() => {
      for (const work of waiting.splice(0)) work()
    })
  }
}

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', () => (isPressed = true), true)
  addEventListener('pointerup', release, true)
  addEventListener('pointercancel', release, true)
}

/**
 * Runs work at once, or after the click if a mouse button is down. Pressing a button takes the focus from an input; a
 * message that then appeared or disappeared would move the button away from under the mouse before it is released.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
