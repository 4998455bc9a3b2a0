// @vitest-environment happy-dom
import type { FieldOption } from '@casebook/domain/form-types/field-properties.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'
import { OptionsTable } from './OptionsTable.tsx'

afterEach(closeAll)

function Table() {
  const labels = ['Never', 'Weekly', 'Daily']
  const [options, setOptions] = useState<readonly FieldOption[]>(
    labels.map((label, place) => ({ code: String(place + 1), label })),
  )
  return <OptionsTable legend="Options" options={options} error={undefined} onChange={setOptions} />
}
const drawn = async () => {
  const screen = await draw(<Table />, { formTypes: formTypesEn })
  return {
    ...screen,
    labels: () => [...screen.place.querySelectorAll<HTMLInputElement>('[data-label]')].map(({ value }) => value),
    focused: () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  }
}

test('the focus follows an option that is moved up, so that it is moved again by the same key', async () => {
  const screen = await drawn()
  await screen.press('Move option 3 up')
  expect(screen.labels()).toEqual(['Never', 'Daily', 'Weekly'])
  expect(screen.focused()).toBe('Move option 2 up')
  await screen.press('Move option 2 up')
  expect(screen.labels()).toEqual(['Daily', 'Never', 'Weekly'])
  expect(screen.focused()).toBe('Remove option 1')
})

test('after an option is removed, the next one is at hand, and after the last one the button that adds', async () => {
  const screen = await drawn()
  await screen.press('Remove option 3')
  expect(screen.focused()).toBe('Remove option 2')
  await screen.press('Remove option 1')
  await screen.press('Remove option 1')
  expect(screen.focused()).toBe('Add option')
  await screen.press('Add option')
  expect(screen.focused()).toBe('Label of option 1')
})
