import { useEffect, useEffectEvent } from 'react'

/** Elements that may be open above a page. Escape closes them first. */
const above = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Escape leaves the page of a form, unless an element handled the key. Typed text stays as a draft. */
export function useEscape(leave: () => void): void {
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector(above)) return
      event.preventDefault()
      leaveNow()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
