/** How long a thing that somebody else's change put on the screen takes no press. */
const heldMs = 1_000

const pressable =
  'button, a[href], summary, tr, label, input[type="checkbox"], input[type="radio"], [role="button"], [role="option"]'

/** Something that can be pressed, as it was shown at one moment: what it said, and where it was in the window. */
export type Shown = { name: string; left: number; top: number; right: number; bottom: number }

/**
 * What a change put where a press meant something else: `said` is new or says something else, `moved` was elsewhere. One
 * whose middle is still where it stood before has not moved.
 */
export function findChanged<Thing>(
  before: ReadonlyMap<Thing, Shown>,
  after: ReadonlyMap<Thing, Shown>,
): Map<Thing, 'said' | 'moved'> {
  const changed = new Map<Thing, 'said' | 'moved'>()
  for (const [thing, now] of after) {
    const was = before.get(thing)
    if (was?.name !== now.name) changed.set(thing, 'said')
    else if (!isWithin(was, (now.left + now.right) / 2, (now.top + now.bottom) / 2)) changed.set(thing, 'moved')
  }
  return changed
}

export function isWithin({ left, top, right, bottom }: Omit<Shown, 'name'>, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** What can be pressed, and with `isEverywhere` also what is out of view: scrolling to it makes it nothing new. */
function look(isEverywhere: boolean): Map<Element, Shown> {
  const shown = new Map<Element, Shown>()
  for (const element of document.querySelectorAll(pressable)) {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (right === left || (!isEverywhere && (bottom < 0 || top > innerHeight))) continue
    // A row is the same row whatever its cells say.
    const name = element.tagName === 'TR' ? '' : (element.getAttribute('aria-label') ?? element.textContent ?? '')
    shown.set(element, { name, left, top, right, bottom })
  }
  return shown
}

/** The screen before a change that was not compared yet. */
let before: ReadonlyMap<Element, Shown> | undefined
const held = new Set<Element>()
/** Had the focus when it came to say something else. */
let heldForKeys: Element | undefined

function setHeld(element: Element, isHeld: boolean): void {
  element.toggleAttribute('data-held', isHeld)
  if (!(element instanceof HTMLElement)) return
  // Shows no hand, and takes no press by a pointer.
  if (isHeld) element.style.setProperty('pointer-events', 'none')
  else element.style.removeProperty('pointer-events')
}

/**
 * Call this before the screen shows what others changed. What then appears, says something else or moves takes no press
 * by a pointer for a second, and what says something else while it has the focus takes none by a key: the press was
 * meant for what was there before.
 */
export function holdPresses(): void {
  if (typeof document === 'undefined' || document.hidden || before) return
  before = look(true)
  requestAnimationFrame(compare)
}

function compare(): void {
  if (!before) return
  const changed = findChanged(before, look(false))
  before = undefined
  for (const [element, how] of changed) {
    held.add(element)
    if (how === 'said' && element === document.activeElement) heldForKeys = element
    setHeld(element, true)
  }
  setTimeout(() => {
    for (const element of changed.keys()) {
      held.delete(element)
      if (heldForKeys === element) heldForKeys = undefined
      setHeld(element, false)
    }
  }, heldMs)
}

function isHeld({ target, detail, clientX, clientY }: MouseEvent): boolean {
  // A click by key has no place.
  if (detail === 0) return heldForKeys !== undefined && target === heldForKeys
  // What would have taken the press: bars that stay in view lie over what is held, and a button in a row that moved may be
  // where it was.
  for (const element of held) setHeld(element, false)
  const pressed = document.elementFromPoint(clientX, clientY)?.closest(pressable)
  for (const element of held) setHeld(element, true)
  return pressed !== null && pressed !== undefined && held.has(pressed)
}

if (typeof addEventListener === 'function') {
  addEventListener(
    'click',
    (event) => {
      compare()
      if (!event.isTrusted || held.size === 0 || !isHeld(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
