// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSharedComputer, markSharedComputer, onSharedComputer, useSharedComputer } from './shared-computer.ts'

const key = 'casebook.shared-computer'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Another window of this browser stored something. */
function storedElsewhere(changed: string) {
  window.dispatchEvent(new StorageEvent('storage', { key: changed }))
}

test('the mark is kept in this browser until it is taken off', () => {
  expect(isSharedComputer()).toBe(false)
  markSharedComputer(true)
  expect(localStorage.getItem(key)).toBe('yes')
  expect(isSharedComputer()).toBe(true)
  markSharedComputer(false)
  expect(localStorage.getItem(key)).toBeNull()
  localStorage.setItem(key, 'no')
  expect(isSharedComputer()).toBe(false)
})

test('this window and others are heard until nobody listens any more', () => {
  const listener = vi.fn()
  const end = onSharedComputer(listener)
  markSharedComputer(true)
  expect(listener).toHaveBeenCalledTimes(1)
  storedElsewhere('another key')
  expect(listener).toHaveBeenCalledTimes(1)
  storedElsewhere(key)
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  markSharedComputer(false)
  storedElsewhere(key)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a screen follows the mark', () => {
  const place = document.createElement('div')
  const Shown = () => (useSharedComputer() ? 'shared' : 'own')
  const root = createRoot(place)
  act(() => root.render(<Shown />))
  expect(place.textContent).toBe('own')
  act(() => markSharedComputer(true))
  expect(place.textContent).toBe('shared')
  act(() => root.unmount())
})
