import { MantineProvider } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { componentsEn } from '../../components/messages.en.ts'
import { draftsEn } from '../messages.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const known = { drafts: draftsEn, components: componentsEn }

function framed(element: ReactNode, more: object = {}) {
  const messages = { ...known, ...more }
  return (
    <MantineProvider env="test">
      <IntlProvider locale="en-GB" timeZone="Europe/Oslo" messages={messages as never}>
        <main>{element}</main>
      </IntlProvider>
    </MantineProvider>
  )
}

const open = new Set<() => Promise<void>>()

/** Takes everything away that is drawn. Call it after each test. */
export async function closeAll(): Promise<void> {
  for (const close of open) await close()
}

/** Draws an element into the document, as the app would. `more`: texts besides those of editors and components. */
export async function draw(element: ReactNode, more?: object) {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  await act(async () => root.render(framed(element, more)))
  /** Waits for what an act led to, including answers that are there already. */
  const doing = (what: () => void) =>
    act(async () => {
      what()
      await new Promise((resolve) => setTimeout(resolve))
    })
  const find = (selector: string): HTMLElement => {
    const found = place.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector} in ${place.innerHTML}`)
    return found
  }
  const button = (name: string): HTMLElement => {
    const all = [...place.querySelectorAll('button')]
    const found = all.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)
    if (!found) throw new Error(`There is no button ${name} among ${all.map((each) => each.textContent).join(', ')}`)
    return found
  }
  const close = async () => {
    open.delete(close)
    await act(async () => root.unmount())
    place.remove()
  }
  open.add(close)
  return {
    place,
    text: () => find('main').textContent ?? '',
    doing,
    find,
    button,
    press: (name: string) => doing(() => button(name).click()),
    redraw: (next: ReactNode) => act(async () => root.render(framed(next, more))),
    close,
  }
}

/** Draws a component that only uses a hook. `result` tells what the hook returned last. */
export async function drawHook<Result>(use: () => Result) {
  let result: Result | undefined
  let using = use
  function Using() {
    result = using()
    return null
  }
  const screen = await draw(<Using />)
  return {
    ...screen,
    result: () => result as Result,
    again(next: () => Result) {
      using = next
      return screen.redraw(<Using />)
    },
  }
}
