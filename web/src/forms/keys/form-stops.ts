export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function isControl(target: EventTarget): target is Control {
  return (
    (target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement) &&
    !target.disabled
  )
}

/** A radio button or a check box. */
export function isAnswer(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')
}

/** The field around a control. */
export function fieldOf(control: Element): Element {
  return control.closest('[data-field]') ?? control
}

/** A list that is open takes Enter itself. Older browsers don't say whether it is. */
export function isOpenList(control: Element): boolean {
  if (!(control instanceof HTMLSelectElement) || !CSS.supports('selector(:open)')) return false
  return control.matches(':open')
}

const stop = ':is(input:not([type=hidden]), select, textarea):not(:disabled)'

/**
 * Where Enter goes from a control: to the next one, or back to the one before, among those in view. All answers of a
 * field are one stop, at the chosen one.
 */
export function nextStop(place: Element, from: Control, isBack: boolean): Control | undefined {
  const partOf = (control: Element) => (isAnswer(control) ? fieldOf(control) : control)
  const stops = new Map<Element, Control>()
  for (const each of place.querySelectorAll<Control>(stop)) {
    if (each.closest('details:not([open])')) continue
    const part = partOf(each)
    if (!stops.has(part) || (isAnswer(each) && each.type === 'radio' && each.checked)) stops.set(part, each)
  }
  const own = partOf(from)
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const others = [...stops].filter(([part]) => part !== own).map(([, control]) => control)
  const beyond = others.filter((each) => (from.compareDocumentPosition(each) & side) !== 0)
  return isBack ? beyond.at(-1) : beyond[0]
}

/** Scrolls to a field of a form, and focuses it. */
export function goTo(form: HTMLFormElement | null, name: string) {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  unfold(field)
  if (!field) return
  scrollToMiddle(field)
  field.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
}

/** What was far from the window had a guessed height, which becomes the right one within a few frames. */
function scrollToMiddle(field: Element, frames = 4) {
  field.scrollIntoView({ block: 'center' })
  if (frames > 1) requestAnimationFrame(() => scrollToMiddle(field, frames - 1))
}

/** Opens the section in which this stands. */
export function unfold(part: Element | null | undefined) {
  const section = part?.closest('details')
  if (section) section.open = true
}
