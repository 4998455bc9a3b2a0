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

const control = ':is(input:not([type=hidden]), select, textarea):not(:disabled)'

/** Fields of a long form that are not drawn yet: whoever comes there comes to its fields. */
const waiting = '[data-waiting]'

/**
 * Where Enter goes from a control: to the next one, or back to the one before, among those in view. All answers of a
 * field are one stop, at the chosen one.
 */
export function nextStop(place: Element, from: Element, isBack: boolean): HTMLElement | undefined {
  const partOf = (stop: Element) => (isAnswer(stop) ? fieldOf(stop) : stop)
  const stops = new Map<Element, HTMLElement>()
  for (const each of place.querySelectorAll<HTMLElement>(`${control}, ${waiting}`)) {
    if (each.closest('details:not([open]), [hidden]')) continue
    const part = partOf(each)
    if (!stops.has(part) || (isAnswer(each) && each.type === 'radio' && each.checked)) stops.set(part, each)
  }
  const own = partOf(from)
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const others = [...stops].filter(([part]) => part !== own).map(([, stop]) => stop)
  const beyond = others.filter((each) => (from.compareDocumentPosition(each) & side) !== 0)
  return isBack ? beyond.at(-1) : beyond[0]
}

/**
 * Goes on from a run of fields that has just been drawn, to which Tab or Enter came: to its first field, or back to its
 * last one, or beyond it if nothing in it can be focused.
 */
export function enterRun(run: HTMLElement | null, isBack: boolean): void {
  const all = [...(run?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [])]
  const stops = all.filter((each) => !each.matches(':disabled, [hidden] *') && each.tabIndex >= 0)
  const first = isBack ? stops.at(-1) : stops[0]
  const form = run?.closest('[data-draft], section')
  const next = first ?? (run && form && nextStop(form, run, isBack))
  if (!next) return
  const chosen = isAnswer(next) && fieldOf(next).querySelector<HTMLElement>('input[type=radio]:checked')
  arriveAt(chosen || next)
}

/** Focuses a field. Its text is selected, as after Tab. */
export function arriveAt(stop: HTMLElement): void {
  stop.focus()
  if (stop instanceof HTMLInputElement) stop.select()
}

/** Scrolls to a field of a form, and focuses it. */
export function goTo(form: HTMLElement | null, name: string) {
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
