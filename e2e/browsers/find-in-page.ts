/** An element by its role and accessible name. */
export interface Wanted {
  role: Role
  name: string | RegExp
  /** Searches only inside this element. */
  within?: Wanted
}

const selectors = {
  button: 'button, [role="button"]',
  combobox: 'select',
  dialog: 'dialog[open], [role="dialog"]',
  file: 'input[type="file"]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  region: 'section',
  table: 'table',
  textbox: 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea',
} as const

export type Role = keyof typeof selectors

type Step = { selector: string; name: string; isPattern: boolean }

/** The steps to the element as JSON, from the outermost container inwards. */
export function stepsTo({ role, name, within }: Wanted): Step[] {
  const isPattern = name instanceof RegExp
  const own = { selector: selectors[role], name: isPattern ? name.source : name, isPattern }
  return [...(within ? stepsTo(within) : []), own]
}

/** Runs in the page: finds the first visible element by the steps, comparing accessible names. */
export const findScript = `(steps) => {
  const textOf = (id) => document.getElementById(id)?.textContent ?? ''
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ??
      (element.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' ') ||
        [...(element.labels ?? [])].map((label) => label.textContent).join(' ') ||
        element.textContent ||
        ''))
      .replace(/\\s*\\*$/, '').replace(/\\s+/g, ' ').trim()
  const isShown = (element) => element.type === 'file' || element.checkVisibility()
  let around = [document]
  for (const { selector, name, isPattern } of steps) {
    const fits = (element) => (isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name)
    around = around
      .flatMap((each) => [...each.querySelectorAll(selector)])
      .filter((element) => isShown(element) && fits(element))
  }
  return around[0] ?? null
}`
