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
