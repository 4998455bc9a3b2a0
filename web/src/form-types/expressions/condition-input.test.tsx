// @vitest-environment happy-dom
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'
import { ConditionInput } from './ConditionInput.tsx'
import { knownFields } from './known-fields.ts'

afterEach(closeAll)

const fields = knownFields([
  { name: 'weight', type: 'Number', required: false },
  { name: 'height', type: 'Number', required: false },
  { name: 'born', type: 'Date', required: false },
  { name: 'seen', type: 'DateTime', required: false },
] satisfies FormTypeField[])

const said = vi.fn<(value: string, into?: string) => void>()
function input(value: string, onChange: (value: string, into?: string) => void = said) {
  return (
    <ConditionInput
      label="Asked if"
      sentence={(words) => `Asked if ${words}.`}
      value={value}
      error={undefined}
      fields={fields}
      onChange={onChange}
    />
  )
}
async function drawn(value: string) {
  said.mockClear()
  const screen = await draw(input(value), { formTypes: formTypesEn })
  const labelled = (label: string) => screen.place.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  return {
    ...screen,
    valueOf: (label: string) => labelled(label)?.value,
    comparisons: () => [...(labelled('Comparison of condition 1')?.querySelectorAll('option') ?? [])],
    /** Types or chooses, and shows the expression that it leads to. */
    async set(label: string, value: string) {
      const element = labelled(label)
      const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
      await screen.doing(() => {
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
        element?.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
      })
      await screen.redraw(input(said.mock.lastCall?.[0] ?? ''))
    },
    async pressed(name: string) {
      await screen.press(name)
      await screen.redraw(input(said.mock.lastCall?.[0] ?? ''))
    },
  }
}

test('after an undo the rows say what is stored', async () => {
  const screen = await drawn('weight > 5')
  await screen.set('Comparison of condition 1', 'less')
  expect(said).toHaveBeenLastCalledWith('weight < 5', undefined)
  await screen.redraw(input('weight > 5'))
  expect(screen.valueOf('Comparison of condition 1')).toBe('more')
  expect(screen.text()).toContain('Asked if weight is more than 5.')
  await screen.redraw(input(''))
  expect(screen.valueOf('Comparison of condition 1')).toBeUndefined()
})

test('what no rows can say is shown as it is typed, and rows again after an undo', async () => {
  const screen = await drawn('weight > 5')
  await screen.redraw(input('weight / height > 5.0'))
  expect(screen.find('[role="combobox"]')).toMatchObject({ value: 'weight / height > 5.0' })
  await screen.redraw(input('weight > 5'))
  expect(screen.valueOf('Value of condition 1')).toBe('5')
})

test('a typed expression stays typed while it passes through what rows could say', async () => {
  const screen = await drawn('weight / height > 5.0')
  const typed = screen.find('[role="combobox"]')
  await screen.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(typed, 'weight > 5')
    typed.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(said).toHaveBeenLastCalledWith('weight > 5', 'expression')
  await screen.redraw(input('weight > 5'))
  expect(screen.find('[role="combobox"]')).toMatchObject({ value: 'weight > 5' })
  await screen.press('Choose instead of typing')
  expect(screen.valueOf('Value of condition 1')).toBe('5')
})

test('a row that is not finished stays, says so, and is left out', async () => {
  const screen = await drawn('weight > 5')
  await screen.pressed('Add condition')
  expect(said).toHaveBeenLastCalledWith('weight > 5', undefined)
  expect(screen.text()).toContain('This condition is not finished and is left out.')
  expect(screen.place.ownerDocument.activeElement?.getAttribute('aria-label')).toBe('Field of condition 2')
  await screen.set('Value of condition 2', '18,5')
  expect(said).toHaveBeenLastCalledWith('weight > 5 && weight == 18.5', 'row 1')
  expect(screen.valueOf('Value of condition 2')).toBe('18,5')
  expect(screen.text()).not.toContain('not finished')
  await screen.set('Value of condition 2', '18,5,')
  expect(said).toHaveBeenLastCalledWith('weight > 5', 'row 1')
  expect(screen.text()).toContain('not finished')
  await screen.pressed('Remove condition 2')
  expect(screen.place.ownerDocument.activeElement?.getAttribute('aria-label')).toBe('Remove condition 1')
})

test('days are before or after', async () => {
  const screen = await drawn('born < today()')
  expect(screen.text()).toContain('Asked if born is before today.')
  expect(screen.comparisons().map(({ textContent }) => textContent)).toEqual([
    'is',
    'is not',
    'is before',
    'is no later than',
    'is after',
    'is no earlier than',
    'is filled in',
    'is empty',
  ])
})

test('a moment is typed letter by letter, and a day alone becomes its beginning once it is left', async () => {
  function Kept() {
    const [value, setValue] = useState('seen >= timestamp("2026-01-01T07:00:00Z")')
    return input(value, setValue)
  }
  const screen = await draw(<Kept />, { formTypes: formTypesEn })
  const box = () => screen.find('[aria-label="Value of condition 1"]') as HTMLInputElement
  const type = (text: string) =>
    screen.doing(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), text)
      box().dispatchEvent(new Event('input', { bubbles: true }))
    })
  expect(box().value).toBe('2026-01-01 08:00')
  for (const text of ['2026-02-0', '2026-02-03', '2026-02-03 ', '2026-02-03 08:1', '2026-02-03 08:15']) {
    await type(text)
    expect(box().value).toBe(text)
  }
  expect(screen.text()).toContain('2026-02-03 08:15')
  await type('2026-02-03')
  await screen.doing(() => box().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(box().value).toBe('2026-02-03 00:00')
})
