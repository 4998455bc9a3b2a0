// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../../records/test/screen.tsx'
import { useFindInPage } from './use-find-in-page.ts'

afterEach(closeAll)

test('a form is drawn to its end when somebody begins to search in the page, and only then', async () => {
  const drawAll = vi.fn<() => void>()
  await drawHook(() => useFindInPage(drawAll))
  const field = document.body.appendChild(document.createElement('input'))
  field.addEventListener('keydown', (event) => event.stopPropagation())
  const press = (key: string, held: KeyboardEventInit = {}) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held }))
  press('f')
  press('F', { shiftKey: true })
  press('a', { ctrlKey: true })
  press('f', { ctrlKey: true, altKey: true })
  expect(drawAll).not.toHaveBeenCalled()
  press('f', { ctrlKey: true })
  press('g', { metaKey: true })
  press('F3')
  expect(drawAll).toHaveBeenCalledTimes(3)
  await closeAll()
  press('f', { ctrlKey: true })
  expect(drawAll).toHaveBeenCalledTimes(3)
})
