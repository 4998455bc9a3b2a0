// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'

vi.mock('../../calls/graphql.ts', () => ({ rereadShown: async () => undefined }))
vi.mock('../../locale/failure-text.ts', () => ({ useFailureText: () => (failure: Failure) => failure.message }))
const { ConfirmRemoval } = await import('./ConfirmRemoval.tsx')

afterEach(closeAll)

/** Refuses what names another version than the one that is stored. */
async function drawForm(stored: number) {
  const asked: unknown[] = []
  const line = { isLost: false }
  const remove = async (seen: number) => {
    asked.push(seen)
    if (line.isLost) throw new CallFailed([new Failure({ code: 'NETWORK', message: 'There is no line.' })])
    const current = { version: stored, by: 'Kari', at: '' }
    if (seen !== stored)
      throw new CallFailed([new Failure({ code: 'CONFLICT', message: 'Kari changed this.', current })])
  }
  const form = (version: number) => <ConfirmRemoval name="Visit" verb="delete" remove={() => remove(version)} />
  const screen = await draw(form(1))
  const { press } = screen
  return { asked, line, press, screen, form }
}

test('names the version that was shown when it asked, not one that came meanwhile', async () => {
  const { asked, press, screen, form } = await drawForm(2)
  await press('Remove Visit')
  await screen.redraw(form(2))
  await press('Delete')
  expect(asked).toEqual([1])
  expect(screen.place.textContent).toContain('Kari changed this.')
})

test('a lost line says nothing of what came meanwhile, and the next press does not remove that', async () => {
  const { asked, line, press, screen, form } = await drawForm(2)
  await press('Remove Visit')
  line.isLost = true
  await press('Delete')
  await screen.redraw(form(2))
  line.isLost = false
  await press('Delete')
  expect(asked).toEqual([1, 1])
  expect(screen.place.textContent).toContain('Kari changed this.')
})

test('once it has said who changed it, the next press removes what is shown by then', async () => {
  const { asked, press, screen, form } = await drawForm(2)
  await press('Remove Visit')
  await press('Delete')
  await press('Delete')
  await screen.redraw(form(2))
  await press('Delete')
  expect(asked).toEqual([1, 1, 2])
  expect(screen.place.querySelector('[role="alertdialog"]')).toBeNull()
})

test('asked again, it names what is shown then', async () => {
  const { asked, press, screen, form } = await drawForm(3)
  await press('Remove Visit')
  await screen.redraw(form(2))
  await press('Keep')
  await press('Remove Visit')
  await press('Delete')
  expect(asked).toEqual([2])
})

test('hands on what is typed into the question, while the record is the one that was shown', async () => {
  const removed: unknown[] = []
  const form = (version: number) => (
    <ConfirmRemoval
      name="A1"
      remove={async (typed) => removed.push([version, typed])}
      entry={(value, onType) => (
        <input aria-label="Taken off at" value={value} onChange={(event) => onType(event.currentTarget.value)} />
      )}
    />
  )
  const screen = await draw(form(1))
  await screen.press('Remove A1')
  await screen.doing(() => {
    const input = screen.find('input')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '2026-10-20 09:00')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.redraw(form(2))
  await screen.press('Remove')
  expect(removed).toEqual([[1, '2026-10-20 09:00']])
})
