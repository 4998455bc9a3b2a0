/**
 * Run in the page: the controls that a finger may miss, with how far around their middle a press still means them: on
 * their own words, their label, or the row that they stand for. A link within a sentence is as high as its line.
 */
export function smallTargets(): string[] {
  const least = 44
  scrollTo(0, 0)
  const means = (control: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    if (control.contains(hit) || hit.closest('label')?.control === control) return true
    const row = hit.closest('a, button, input, label') ? null : hit.closest('table[data-opens] > tbody > tr')
    return row?.querySelector('td:first-child a') === control
  }
  /** In pixels from the middle of the control on, which need not be the middle of what takes the press. */
  const reach = (control: HTMLElement, x: number, y: number, across: number, down: number) => {
    let far = 0
    while (far < least && means(control, x + across * far, y + down * far)) far += 1
    return far
  }
  const found = new Set<string>()
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // A phone without a keyboard shows of the heads of a list only the box that chooses all rows.
    if (control.matches('thead *') && !control.matches('th:has(input) *') && control.closest('table[role="table"]'))
      continue
    if (control.matches(':disabled, [aria-disabled="true"], [readonly], [type="file"]')) continue
    const around = control.parentElement?.textContent?.trim() ?? ''
    const said = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
    const isInSentence = control.matches('p *, li *, dd *') && getComputedStyle(control).display.startsWith('inline')
    if (isInSentence && around.length > said.length + 8) continue
    const box = control.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // Beyond the window, scrolled out of the part that scrolls, or passing below the bar of a long form.
    const isPassing = box.bottom > innerHeight - 120 && document.documentElement.scrollHeight > innerHeight
    if (box.width <= 1 || isPassing || !means(control, x, y)) continue
    const [isHigh, isWide] = [22, -22].reduce(
      ([high, wide], far) => [high && means(control, x, y + far), wide && means(control, x + far, y)],
      [true, true],
    )
    if (isHigh && isWide) continue
    const high = reach(control, x, y, 0, -1) + reach(control, x, y, 0, 1)
    const wide = reach(control, x, y, -1, 0) + reach(control, x, y, 1, 0)
    // Where something stands close, a few pixels are its own. What is a word is as wide as the word.
    if (high < least - 4 || wide < 24)
      found.add(`${control.tagName} "${said.slice(0, 30)}" takes a press on ${wide} × ${high} px`)
  }
  return [...found]
}

/** Run in the page: the filled buttons in the window, if there is more than one. */
export function primaryActions(): string[] {
  const look = ':is(:not([data-variant]), [data-variant="filled"])'
  const filled = [...document.querySelectorAll(`.mantine-Button-root${look}:not(:disabled, [data-disabled])`)]
  const seen = filled.filter((button) => {
    const { top, bottom } = button.getBoundingClientRect()
    const isShown = button.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isShown && bottom > 0 && top < innerHeight && !button.closest('[data-quiet]')
  })
  return seen.length > 1 ? seen.map((button) => button.textContent) : []
}

/** Run in the page: what stays at the bottom of a phone and takes more of it than one row of buttons, of chosen rows two. */
export function highBars(): string[] {
  const most = (bar: HTMLElement) => (bar.closest('[data-chosen-bar]') ? 112 : 88)
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((each) => {
      const { position, bottom } = getComputedStyle(each)
      return position === 'sticky' && bottom === '0px' && each.offsetHeight > most(each)
    })
    .map((each) => `${each.offsetHeight} px stay in view: ${each.textContent.slice(0, 60)}`)
}
