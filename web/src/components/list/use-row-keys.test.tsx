// @vitest-environment happy-dom

import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { useRowKeys } from './use-row-keys.ts'

afterEach(closeAll)

function List() {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body, undefined)
  return (
    <table>
      <tbody ref={body}>
        <tr data-index="0">
          <td>
            <a href="/first">first</a>
          </td>
        </tr>
        <tr>
          <td>
            <button type="button">an open editor</button>
          </td>
        </tr>
        <tr data-index="1">
          <td>
            <button type="button" disabled>
              nothing to press
            </button>
          </td>
        </tr>
        <tr data-index="2">
          <td>
            <button type="button" disabled>
              start
            </button>
          </td>
          <td data-actions>
            <button type="button">record</button>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

test('up and down pass by what is between rows, and rows in which nothing can be pressed', async () => {
  await draw(<List />)
  const press = (key: string) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return document.activeElement?.textContent
  }
  document.querySelector<HTMLElement>('a')?.focus()
  expect(press('ArrowUp')).toBe('first')
  expect(press('ArrowDown')).toBe('record')
  expect(press('ArrowDown')).toBe('record')
  expect(press('ArrowUp')).toBe('first')
})
