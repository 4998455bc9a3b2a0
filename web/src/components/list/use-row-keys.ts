import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Where in a row the keys work: not while something is typed or a menu is open. */
const held = 'a, button, input[type="checkbox"]'
const elsewhere = '[role="menu"], [role="alertdialog"], [aria-expanded="true"]'

/** The control of a row that stands for it: the link in its first cell, else the first control that can be pressed. */
function controlOf(row: Element | null): HTMLElement | null {
  const first = row?.querySelector<HTMLElement>('td:first-child a')
  return first ?? row?.querySelector<HTMLElement>(`:is(${held}):not(:disabled)`) ?? null
}

/** The next row that has such a control, in one direction: what stands between rows, such as an open editor, is passed by. */
function nextRow(row: HTMLElement, isDown: boolean): HTMLElement | undefined {
  let next = row
  for (;;) {
    const sibling = isDown ? next.nextElementSibling : next.previousElementSibling
    if (!(sibling instanceof HTMLElement)) return undefined
    if (sibling.dataset.index !== undefined && controlOf(sibling)) return sibling
    next = sibling
  }
}

/** Focuses the first row of the list around an element. Returns whether there is one. */
export function focusFirstRow(list: Element | null | undefined): boolean {
  const control = controlOf(list?.querySelector('tbody tr[data-index]') ?? null)
  control?.focus()
  return control !== null
}

/**
 * Up and down move between rows. Where rows are chosen (`onChoose`, with their places), X chooses or leaves out the row,
 * Shift with an arrow chooses what it moves over, and M goes to what can be done with it or with all that are chosen.
 */
export function useRowKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  onChoose: ((places: readonly number[], isOn?: boolean) => void) | undefined,
): void {
  const choose = useEffectEvent((places: readonly number[], isOn?: boolean) => onChoose?.(places, isOn))
  useEffect(() => {
    const element = body.current
    if (!element) return
    function onKeyDown(event: KeyboardEvent) {
      const { target, key, shiftKey } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element) || !target.matches(held) || target.closest(elsewhere)) return
      const row = target.closest<HTMLElement>('tr[data-index]')
      if (!row) return
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const next = nextRow(row, key === 'ArrowDown')
        event.preventDefault()
        if (!next) return
        if (shiftKey) choose([Number(row.dataset.index), Number(next.dataset.index)], true)
        controlOf(next)?.focus()
      } else if (key === 'x' || key === 'X') {
        choose([Number(row.dataset.index)])
      } else if (key === 'm' || key === 'M') {
        // While something is chosen the row's own actions are not meant, also before the bar has its buttons.
        const place = document.querySelector('[data-chosen-bar]') ?? row.querySelector('td[data-actions]')
        place?.querySelector<HTMLElement>(':is(button, a):not(:disabled)')?.focus()
      }
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [body])
}
