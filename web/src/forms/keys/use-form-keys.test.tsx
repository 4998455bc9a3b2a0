// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { useFormKeys } from './use-form-keys.ts'

afterEach(closeAll)

const onSave = vi.fn()

/** Leaving the first field shows the second. */
function Form() {
  const [isShown, setIsShown] = useState(false)
  return (
    <form {...useFormKeys()} onSubmit={onSave}>
      <input name="first" onBlur={() => setIsShown(true)} />
      {isShown && <input name="second" defaultValue="72" />}
      <details open>
        <summary>Section</summary>
        <textarea name="last" />
      </details>
      <button type="submit">Save</button>
    </form>
  )
}

async function open() {
  onSave.mockReset().mockImplementation((event: Event) => event.preventDefault())
  const screen = await draw(<Form />)
  const press = (more: KeyboardEventInit = {}) =>
    screen.doing(() => {
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more })
      document.activeElement?.dispatchEvent(key)
    })
  const at = () => document.activeElement?.getAttribute('name')
  screen.find('[name=first]').focus()
  return { ...screen, press, at }
}

test('Enter goes on to the field that leaving the former one shows, and selects it; with Shift it goes back', async () => {
  const screen = await open()
  await screen.press()
  expect(screen.at()).toBe('second')
  expect(document.activeElement).toMatchObject({ selectionStart: 0, selectionEnd: 2 })
  await screen.press({ shiftKey: true })
  expect(screen.at()).toBe('first')
  await screen.press()
  expect(screen.at()).toBe('second')
  await screen.press()
  expect(screen.at()).toBe('last')
  expect(onSave).not.toHaveBeenCalled()
})

test('Enter with Ctrl saves from any field, which keeps the focus', async () => {
  const screen = await open()
  await screen.press({ ctrlKey: true })
  expect(onSave).toHaveBeenCalledOnce()
  expect(screen.at()).toBe('first')
  await screen.press({ ctrlKey: true, repeat: true })
  expect(onSave).toHaveBeenCalledOnce()
})

test('Enter with Ctrl saves from the heading of a section, too, which stays open; Enter alone folds it', async () => {
  const screen = await open()
  const summary = screen.find('summary')
  summary.tabIndex = 0
  summary.focus()
  await screen.press({ ctrlKey: true })
  expect(onSave).toHaveBeenCalledOnce()
  await screen.press({ ctrlKey: true, repeat: true })
  await screen.press({ ctrlKey: true, altKey: true })
  await screen.press()
  expect(onSave).toHaveBeenCalledOnce()
  const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, metaKey: true })
  await screen.doing(() => summary.dispatchEvent(pressed))
  expect([pressed.defaultPrevented, onSave.mock.calls.length]).toEqual([true, 2])
})

test('Enter in the first field with Shift stays there', async () => {
  const screen = await open()
  await screen.press({ shiftKey: true })
  expect(screen.at()).toBe('first')
  expect(onSave).not.toHaveBeenCalled()
})
