// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { useKeptFocus } from './focus-after.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

let row: HTMLElement
beforeEach(async () => {
  await drawHook(() => useKeptFocus())
  const part = document.createElement('section')
  part.innerHTML = '<h2>Subjects</h2><button type="button">P-000</button>'
  document.body.append(part)
  row = part.querySelector('button') as HTMLElement
  const box = { top: 100, bottom: 140 }
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(20_000)
  row.focus()
})
afterEach(async () => {
  await closeAll()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('the heading gets the focus of what is taken away in view', async () => {
  row.remove()
  await settled()
  expect(document.activeElement?.textContent).toBe('Subjects')
})

test('a row that was scrolled out of view is left behind, also before the browser tells of it', async () => {
  vi.stubGlobal('scrollY', 9_000)
  row.remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})

test('where what was taken away made the page shorter, its heading has the focus', async () => {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(1)
  vi.stubGlobal('scrollY', 9_000)
  row.remove()
  await settled()
  expect(document.activeElement?.textContent).toBe('Subjects')
})
