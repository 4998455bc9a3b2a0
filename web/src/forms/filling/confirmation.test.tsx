// @vitest-environment happy-dom
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formsEn } from '../messages.en.ts'
import { evaluatedForm } from '../values/judged-form.ts'
import { useDrawing } from './drawing/use-drawing.ts'

vi.mock('../../locale/locale.tsx', () => ({ useLocaleChoice: () => ({ locale: 'en', problems: {} }) }))
const { FormFields } = await import('./FormFields.tsx')

afterEach(closeAll)

const weight: FormTypeField = { name: 'weight', type: 'Number', required: false, softMinimum: 40, softMaximum: 160 }
const judge = { fields: [weight], checks: [], today: 0 }
const none = new Map<string, string>()
const nothing = () => undefined

function Form() {
  const [value, setValue] = useState('')
  const values = { weight: value }
  const judged = evaluatedForm(judge, values)
  return (
    <FormFields
      drawing={useDrawing(judge.fields, judged.hidden)}
      judge={judge}
      judged={judged}
      values={values}
      errors={none}
      progress={[]}
      isDisabled={false}
      onType={(_field, typed) => setValue(typed)}
      onLeave={nothing}
      onReason={nothing}
    />
  )
}

test('whether a number is unusual is asked when it is left, and stays asked while it is corrected', async () => {
  const { doing, find, text } = await draw(<Form />, { forms: formsEn, app: {} })
  const input = () => find('input[name="weight"]') as HTMLInputElement
  const type = (typed: string) =>
    doing(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), typed)
      input().dispatchEvent(new Event('input', { bubbles: true }))
    })
  const leave = () => doing(() => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  const isAsked = () => text().includes('Why weight is right')
  const asked: boolean[] = []
  for (const act of [
    () => type('7'),
    () => type('72'),
    leave,
    () => type('7'),
    leave,
    () => type('17'),
    () => type('172'),
  ]) {
    await act()
    asked.push(isAsked())
  }
  expect(asked).toEqual([false, false, false, false, true, true, true])
})
