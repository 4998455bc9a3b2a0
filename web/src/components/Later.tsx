import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Whether a screen was drawn whole since the page was loaded. */
let isWarm = false

/**
 * Draws its content in a step of its own, which gives way to presses and keys. For the parts of a large screen: on a
 * phone, drawing all of it at once would hold the first press up for half a second. Later screens are drawn at once: their
 * code has run before, and what is left and returned to must be as it was, with the place that it was scrolled to.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(isWarm)
  useEffect(() => {
    if (isTime) isWarm = true
    else startTransition(() => setIsTime(true))
  }, [isTime])
  return isTime ? children : null
}
