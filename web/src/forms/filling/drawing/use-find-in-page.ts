import { useEffect } from 'react'

/** Draws what is waiting when somebody begins to search in the page: the browser finds only what is drawn. */
export function useFindInPage(drawAll: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isFind(event)) drawAll()
    }
    // Before anything else can stop it.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [drawAll])
}

function isFind({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  return key === 'F3' || ((ctrlKey || metaKey) && /^[fg]$/i.test(key))
}
