// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { holdPresses } from './held-presses.ts'

afterEach(() => {
  document.body.replaceChildren()
})

function buttonAt(name: string, top: number) {
  const button = document.createElement('button')
  button.textContent = name
  const place = { top }
  button.getBoundingClientRect = () => new DOMRect(0, place.top, 80, 30)
  const press = vi.fn()
  button.addEventListener('click', press)
  document.body.append(button)
  return { button, place, press }
}

/** As a browser clicks the button that has the focus when Enter is pressed. */
function pressEnter(button: HTMLElement) {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 })
  Object.defineProperty(click, 'isTrusted', { value: true })
  button.dispatchEvent(click)
}

test('a button that its focus scrolled into view while an answer was shown takes its key', () => {
  const { button, place, press } = buttonAt('OK', innerHeight + 400)
  holdPresses()
  place.top = 300
  button.focus()
  pressEnter(button)
  expect(press).toHaveBeenCalledOnce()
})

test('a button that says something else while it has the focus takes no key', () => {
  const { button, press } = buttonAt('Start', 100)
  button.focus()
  holdPresses()
  button.textContent = 'Stop'
  pressEnter(button)
  expect(press).not.toHaveBeenCalled()
})

test('a button that appears and is given the focus takes no key', () => {
  holdPresses()
  const { button, press } = buttonAt('Stop', 100)
  button.focus()
  pressEnter(button)
  expect(press).not.toHaveBeenCalled()
})
