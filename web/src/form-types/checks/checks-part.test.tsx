// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { knownFields } from '../expressions/known-fields.ts'
import { formTypesEn } from '../messages.en.ts'
import { ChecksPart } from './ChecksPart.tsx'

afterEach(closeAll)

const fields = knownFields([
  { name: 'weight', type: 'Number', required: false },
  { name: 'height', type: 'Number', required: false },
])
const check = { expression: 'weight > height', message: 'Too light', field: 'weight', soft: false }
const none = { ...check, expression: '', message: '' }
const said = vi.fn<Parameters<typeof ChecksPart>[0]['onChange']>()
const part = (checks: (typeof check)[]) => (
  <ChecksPart checks={checks} fields={fields} errorOf={() => undefined} onChange={said} />
)
const groups = (place: HTMLElement) =>
  [...place.querySelectorAll('section > fieldset')].map((group) => group.querySelectorAll('[data-row]').length)

test('a half-made condition stays with its check while checks are added, removed and put back', async () => {
  const screen = await draw(part([check, none]), { formTypes: formTypesEn })
  const adding = [...screen.place.querySelectorAll('button')].filter((each) => each.textContent === 'Add condition')
  await screen.doing(() => adding[1]?.click())
  expect(groups(screen.place)).toEqual([1, 1])
  await screen.redraw(part([check, none, none]))
  expect(groups(screen.place)).toEqual([1, 1, 0])
  await screen.press('Remove check 1')
  expect(said).toHaveBeenLastCalledWith([none, none])
  await screen.redraw(part([none, none]))
  expect(groups(screen.place)).toEqual([1, 0])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove check 1')
})

test('letters of a sentence are told apart from presses', async () => {
  const screen = await draw(part([check]), { formTypes: formTypesEn })
  const [, sentence] = [...screen.place.querySelectorAll('input')]
  await screen.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(sentence, 'Too light.')
    sentence?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(said).toHaveBeenLastCalledWith([{ ...check, message: 'Too light.' }], 'checks.0.message')
})
