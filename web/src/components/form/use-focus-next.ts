import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus after the button that was pressed has disappeared or another row stands in its place. Returns a
 * function that is told where to: the first that is found in `place` and enabled after the next drawing.
 */
export function useFocusNext(place: RefObject<HTMLElement | null>): (...selectors: string[]) => void {
  const wanted = useRef<readonly string[]>([])
  useEffect(() => {
    const selectors = wanted.current
    wanted.current = []
    for (const selector of selectors) {
      const found = [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
      const first = found.find((each) => !each.hasAttribute('disabled'))
      if (first) return first.focus()
    }
  })
  return (...selectors) => {
    wanted.current = selectors
  }
}
