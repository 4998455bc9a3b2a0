// @vitest-environment happy-dom

import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formsEn } from '../messages.en.ts'
import { evaluatedForm } from '../values/judged-form.ts'
import { useDrawing } from './drawing/use-drawing.ts'
import { FormFields } from './FormFields.tsx'

afterEach(closeAll)

const text = { type: 'String', required: false } as const
/** How often an input asked whether it has several lines: with each drawing. */
let drawn = 0
const howMany: FormTypeField = Object.defineProperty(
  { name: 'how many', ...text, showIf: 'smokes == "yes"' },
  'multiline',
  {
    get() {
      drawn += 1
      return false
    },
  },
)
const fields: readonly FormTypeField[] = [
  { name: 'smokes', ...text },
  howMany,
  { name: 'since', ...text, showIf: 'smokes == "no"' },
  { name: 'room', ...text },
]
const judge = { fields, checks: [], today: 0 }
const none = new Map<string, string>()
const nothing = () => undefined

/** A form whose first answer is given by buttons. */
function Form() {
  const [smokes, setSmokes] = useState('')
  const values = { smokes, 'how many': '20' }
  const judged = evaluatedForm(judge, values)
  const drawing = useDrawing(fields, judged.hidden)
  const events = { onType: nothing, onLeave: nothing, onReason: nothing }
  return (
    <>
      {['yes', 'no', 'unknown'].map((answer) => (
        <button key={answer} type="button" onClick={() => setSmokes(answer)}>
          {answer}
        </button>
      ))}
      <FormFields
        drawing={drawing}
        judge={judge}
        judged={judged}
        values={values}
        errors={none}
        progress={[]}
        isDisabled={false}
        {...events}
      />
    </>
  )
}

test('a field that was shown once is only put out of sight, and takes its place again', async () => {
  const { place, doing, button, find } = await draw(<Form />, { forms: formsEn })
  const names = () =>
    [...place.querySelectorAll<HTMLElement>('[data-field]')].map(
      (each) => `${each.dataset.field}${each.hidden ? ' hidden' : ''}`,
    )
  expect(names()).toEqual(['smokes', 'room'])
  await doing(() => button('yes').click())
  expect(names()).toEqual(['smokes', 'how many', 'room'])
  const input = find('[data-field="how many"] input')
  await doing(() => button('no').click())
  expect(names()).toEqual(['smokes', 'how many hidden', 'since', 'room'])
  await doing(() => button('unknown').click())
  expect(names()).toEqual(['smokes', 'how many hidden', 'since hidden', 'room'])
  await doing(() => button('yes').click())
  expect(names()).toEqual(['smokes', 'how many', 'since hidden', 'room'])
  expect(find('[data-field="how many"] input')).toBe(input)
})

test('an input is not drawn again when its field is put out of sight or takes its place again', async () => {
  const { doing, button, find } = await draw(<Form />, { forms: formsEn })
  await doing(() => button('yes').click())
  const before = drawn
  expect(before).toBeGreaterThan(0)
  await doing(() => button('no').click())
  expect(find('[data-field="how many"]').hidden).toBe(true)
  await doing(() => button('yes').click())
  expect(find('[data-field="how many"]').hidden).toBe(false)
  expect(drawn).toBe(before)
})
