/** The vertical edges of a rectangle in the window, in pixels. */
export type Edges = { top: number; bottom: number }

/** Room between what has the focus and what covered it, so that the ring around it shows. */
const room = 8

/**
 * How far to scroll, in pixels downwards, so that nothing covers a box: what covers its lower part pushes it up, what
 * covers its upper part pushes it down. A box that is higher than what is left of the window shows its beginning.
 */
export function distanceToUncover(box: Edges, covers: readonly Edges[], height: number): number {
  const above = covers.filter(({ top, bottom }) => (top + bottom) / 2 < height / 2)
  const below = covers.filter(({ top, bottom }) => (top + bottom) / 2 >= height / 2)
  const top = Math.max(0, ...above.map((cover) => cover.bottom)) + room
  const bottom = Math.min(height, ...below.map((cover) => cover.top)) - room
  if (covers.length === 0) {
    // Where the browser scrolled to, the ring around it may be cut off.
    const isFlush = box.bottom > bottom && box.bottom <= height + room && box.top > top
    return isFlush ? Math.min(box.bottom - bottom, box.top - top) : 0
  }
  if (box.top < top) return box.top - top
  return Math.max(0, Math.min(box.bottom - bottom, box.top - top))
}

/** What stays in the window while the page scrolls, and covers part of the element. */
function coversOf(element: Element, { left, right, top, bottom }: DOMRect): Element[] {
  const covers = new Set<Element>()
  for (const x of [left + 2, (left + right) / 2, right - 2]) {
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
      const seen = document.elementFromPoint(x, y)
      if (!seen || seen.contains(element) || element.contains(seen)) continue
      for (let each: Element | null = seen; each && !each.contains(element); each = each.parentElement) {
        const { position } = getComputedStyle(each)
        if (position === 'sticky' || position === 'fixed') covers.add(each)
      }
    }
  }
  return [...covers]
}

function uncover(element: Element): void {
  // A field has the focus together with its label and what is wrong with it.
  const field = element.closest('[data-field], .mantine-InputWrapper-root') ?? element
  const whole = field.getBoundingClientRect()
  const box = whole.height < innerHeight / 2 ? whole : element.getBoundingClientRect()
  const covers = coversOf(field, box).map((cover) => cover.getBoundingClientRect())
  const distance = distanceToUncover(box, covers, innerHeight)
  if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' })
}

/**
 * Scrolls whatever gets the focus by a key or by the app out from under bars that stay in view. A press leaves the page
 * where it is: the button under the pointer must not move before it is released.
 */
export function uncoverFocus(page: Window): void {
  let isPressed = false
  page.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const ended of ['pointerup', 'pointercancel']) page.addEventListener(ended, () => (isPressed = false), true)
  page.addEventListener('focusin', ({ target }) => {
    if (isPressed || !(target instanceof Element)) return
    // Not before the messages that go with a refusal are shown.
    page.requestAnimationFrame(() => {
      if (page.document.activeElement === target) uncover(target)
    })
  })
}
