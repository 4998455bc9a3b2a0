import { useEffect } from 'react'
import type { Edges } from '../../browser/presses/uncover-focus.ts'

/** The heading of the part of the page that contains an element, or the page's heading. */
export function headingAround(element: Element | null): HTMLElement | null {
  for (let part = element?.closest('section, [role="dialog"], dialog, main'); part; ) {
    // The heading that names a part may stand elsewhere.
    const named = document.getElementById(part.getAttribute('aria-labelledby') ?? '')
    const heading = named?.matches('h1, h2, h3') ? named : part.querySelector<HTMLElement>('h1, h2, h3')
    if (heading) return heading
    part = part.parentElement?.closest('section, [role="dialog"], dialog, main')
  }
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
}

/** Focuses an element that is not a control, so that reading and tabbing continue from there. */
export function focusPlace(place: HTMLElement | null, { preventScroll = false } = {}): void {
  const target = place?.isConnected ? place : headingAround(null)
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: preventScroll || target.tagName === 'MAIN' })
}

/** Whether nothing has the focus, or only the page's content as a whole, while its heading is not there yet. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.tagName === 'MAIN'
}

/** If the focused element was removed, focuses this element after React has rendered. */
export function keepFocus(place: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (isFocusLost()) focusPlace(place)
  })
}

/** The element that has the focus, the parts of the page around it, innermost first, and where on the page it is. */
type Focused = { readonly element: HTMLElement; readonly around: readonly Element[]; box: Edges }

/** The vertical edges of an element on the page, in pixels. */
function edgesOf(element: Element): Edges {
  const { top, bottom } = element.getBoundingClientRect()
  return { top: top + scrollY, bottom: bottom + scrollY }
}

function partsAround(element: Element): Element[] {
  const around: Element[] = []
  for (let part = element.parentElement; part; part = part.parentElement) around.push(part)
  return around
}

function isInView({ top, bottom }: Edges): boolean {
  return bottom > scrollY && top < scrollY + innerHeight
}

function isGone({ element }: Focused): boolean {
  return !element.isConnected || element.matches(':disabled')
}

/**
 * Keeps the focus on the page: if the focused element disappears or is disabled, and nothing else takes the focus, the
 * heading above its place gets it. Covers every screen, also where a colleague's change removes the element.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Focused | undefined
    function onFocusIn({ target }: FocusEvent) {
      focused =
        target instanceof HTMLElement
          ? { element: target, around: partsAround(target), box: edgesOf(target) }
          : undefined
    }
    function onFocusOut() {
      const left = focused
      // A person who leaves the element on purpose keeps what they chose. Browsers also report an element that is being
      // removed, which is still there at that moment.
      queueMicrotask(() => {
        if (focused === left && left && !isGone(left) && document.activeElement !== left.element) focused = undefined
      })
    }
    // A long list removes rows that are scrolled out of view. Reading continues where it was scrolled to.
    function onScroll() {
      if (!focused?.element.isConnected) return
      focused.box = edgesOf(focused.element)
      if (!isInView(focused.box)) focused = undefined
    }
    function onChange() {
      const gone = focused
      if (!gone || !isGone(gone)) return
      // The page is scrolled before the browser says so: such a row may be gone by then. A page that has become shorter
      // is scrolled to its end instead.
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      if (!isInView(gone.box) && !isAtEnd) {
        focused = undefined
        return
      }
      // The screen's own choice comes first: it is made in the next frame at the latest.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (focused !== gone || !isGone(gone) || !isFocusLost()) return
          focused = undefined
          const part = gone.around.find(({ isConnected }) => isConnected)
          focusPlace(headingAround(part ?? null), { preventScroll: true })
        }),
      )
    }
    const observer = new MutationObserver(onChange)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
}
