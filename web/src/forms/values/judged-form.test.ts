import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { confirmedIn, type FormJudge, judgedForm, reasonKey, whyNotField } from './judged-form.ts'

const weight: FormTypeField = { name: 'Weight', type: 'Number', required: true, softMaximum: 150 }
const hidden: FormTypeField = { name: 'Why', type: 'String', required: true, showIf: 'Weight > 100.0' }
const judge: FormJudge = { fields: [weight, hidden], checks: [], today: 0 }

test('an unusual value is refused until it has a reason', () => {
  const typed = { Weight: '170', Why: 'swollen' }
  expect(whyNotField(judge, weight, typed)?.reason).toBe('value.unusual')
  expect(confirmedIn(judge, typed)).toEqual([])
  const told = { ...typed, [reasonKey('Weight', '170')]: 'Weighed twice' }
  expect(whyNotField(judge, weight, told)).toBeUndefined()
  expect(confirmedIn(judge, told)).toEqual([{ key: 'Weight', reason: 'Weighed twice' }])
  expect(judgedForm(judge, told).confirmations).toEqual([{ key: 'Weight', value: '170', reason: 'Weighed twice' }])
  expect(judgedForm(judge, told).why).toBeUndefined()
})

test('values are judged once, and anew by another judge', () => {
  const typed = { Weight: '90', Why: '' }
  expect(judgedForm(judge, typed)).toBe(judgedForm(judge, typed))
  expect(whyNotField(judge, hidden, typed)).toBeUndefined()
  const always: FormJudge = { ...judge, fields: [weight, { ...hidden, showIf: null }] }
  expect(judgedForm(always, typed)).not.toBe(judgedForm(judge, typed))
  expect(whyNotField(always, { ...hidden, showIf: null }, typed)?.reason).toBe('text.required')
})

test('a form whose type this release refuses shows its values, and says at the field why it is not saved', () => {
  const broken: FormJudge = { ...judge, fields: [weight, { ...hidden, showIf: 'Weight > ' }] }
  const typed = { Weight: '90', Why: 'swollen' }
  expect(whyNotField(broken, { ...hidden, showIf: 'Weight > ' }, typed)?.message).toContain(
    'an expression of the field Why',
  )
  expect(whyNotField(broken, weight, typed)).toBeUndefined()
  expect(judgedForm(broken, typed).values.get('Why')).toBe('swollen')
})
