import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormCheck, FormTypeField } from '../form-types/fields.ts'
import { judgeForm } from './judgement.ts'
import { reviewDraft } from './review/review-draft.ts'

/** What a review finds once all its steps are done. */
function reviewed(...given: Parameters<typeof reviewDraft>) {
  const steps = reviewDraft(...given)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const field = (name: string, type: FormTypeField['type'], more: Partial<FormTypeField> = {}): FormTypeField => ({
  name,
  type,
  required: false,
  ...more,
})
const judge = {
  fields: [
    field('weight', 'Number', { minimum: 20, softMaximum: 150 }),
    field('height', 'Number'),
    field('bmi', 'Number', { decimals: 1, calculation: 'weight / (height * height)' }),
    field('smokes', 'Boolean'),
    field('brand', 'String', { required: true, showIf: 'smokes && weight > 30' }),
  ],
  checks: [],
}
const number = fc.constantFrom('', '25', '80', '160', '1.8', 'x')
const values = fc.record({
  weight: number,
  height: number,
  bmi: number,
  smokes: fc.constantFrom('', 'true', 'false'),
  brand: fc.constantFrom('', 'a'),
})
const given = (typed: Record<string, string>) => Object.entries(typed).map(([key, value]) => ({ key, value }))

test('a hidden field holds nothing after a save, and what was saved can be saved again', () => {
  fc.assert(
    fc.property(values, (typed) => {
      const confirmed = [{ key: 'weight', reason: 'yes' }]
      const { why, fields, hidden, confirmations } = judgeForm(judge, given(typed), { confirmed })
      for (const { key } of fields) expect(hidden.has(key)).toBe(false)
      if (why) return
      const again = judgeForm(judge, fields, { standing: confirmations })
      expect(again).toMatchObject({ why: undefined, fields, confirmations })
    }),
  )
})

test('what a review calls harmless refuses no stored form', () => {
  const changed = { ...judge, fields: judge.fields.map((one) => ({ ...one, required: one.name === 'height' })) }
  fc.assert(
    fc.property(values, (typed) => {
      const before = judgeForm(judge, given(typed), { confirmed: [{ key: 'weight', reason: 'yes' }] })
      if (before.why) return
      const findings = reviewed(judge, changed, [{ subjectid: 's', fields: before.fields, isOpen: true }])
      const after = judgeForm(changed, before.fields, { standing: before.confirmations })
      const isHarmless = findings.every(({ effect }) => effect === 'HARMLESS')
      if (isHarmless) expect(after.why).toBeUndefined()
    }),
  )
})

const weight = field('weight', 'Number', { label: 'Body weight' })
const height = field('height', 'Number')
const heavy = { subjectid: 's', isOpen: true, fields: [{ key: 'weight', value: '160' }] }

/** What a review of weight and height asks to look at. */
function looked(after: FormTypeField[], checks: FormCheck[] = []) {
  const before = { fields: [weight, height], checks: [] }
  return reviewed(before, { fields: after, checks }, [heavy]).flatMap(({ effect, sentence }) =>
    effect === 'LOOK' ? [sentence] : [],
  )
}

test('a review names a field by its label', () => {
  expect(looked([{ ...weight, softMaximum: 150 }, height])).toEqual(['Body weight is unusual and not confirmed.'])
  expect(looked([weight, { ...height, label: 'Body height', required: true }])).toEqual([
    'Body height is required but empty.',
  ])
})

test('in a review, a check at a field that is not asked concerns no form', () => {
  const check = { expression: 'weight < 100.0', message: 'Too heavy', field: 'height', soft: false }
  expect(looked([weight, height], [check])).toEqual(['Too heavy'])
  expect(looked([weight, { ...height, showIf: 'weight < 100.0' }], [check])).toEqual([])
})

test('in a review, a limit that is broken is refused, and not told twice', () => {
  const wide = { fields: [weight, height], checks: [] }
  const stricter = { fields: [{ ...weight, maximum: 100 }, height], checks: [] }
  const findings = reviewed(wide, stricter, [heavy, { ...heavy, subjectid: 'closed', isOpen: false }])
  expect(findings).toMatchObject([{ effect: 'REFUSED', reason: 'BOUND', forms: 1, named: [{ subjectid: 's' }] }])
})

test('a review of many forms is done in steps, and finds what each form says', () => {
  const forms = Array.from({ length: 350 }, (_, at) => ({ ...heavy, subjectid: `s${at}` }))
  const before = { fields: [weight, height], checks: [] }
  const after = { fields: [weight, { ...height, required: true }], checks: [] }
  const [, ...steps] = reviewDraft(before, after, forms)
  expect(steps).toHaveLength(3)
  expect(reviewed(before, after, forms)).toMatchObject([{ effect: 'HARMLESS' }, { reason: 'REQUIRED', forms: 350 }])
})

test('a stored definition that this release refuses leaves its forms readable, and says so when one is saved', () => {
  const fields: FormTypeField[] = [
    { name: 'Pain', type: 'Number', required: false },
    { name: 'Twice', type: 'Number', required: false, calculation: 'no_longer_known(Pain)' },
  ]
  const given = [{ key: 'Pain', value: '4' }]
  const judged = judgeForm({ fields }, given)
  expect(judged.why).toMatchObject({ reason: 'form.broken', code: 'CONFLICT', field: 'Twice' })
  expect(judged.fields).toEqual(given)
  expect([...judged.calculated]).toEqual(['Twice'])
  const check = { expression: 'Pain <', message: 'Too much', soft: false, field: 'Pain' }
  expect(judgeForm({ fields: fields.slice(0, 1), checks: [check] }, given).why).toMatchObject({ field: 'Pain' })
})

test('a check is refused in all languages of the study', () => {
  const translations = [{ language: 'nb', message: 'For tung' }]
  const check = { expression: 'Weight < 200.0', message: 'Too heavy', field: 'Weight', soft: false, translations }
  const judge = { fields: [{ name: 'Weight', type: 'Number' as const, required: false }], checks: [check] }
  const given = [{ key: 'Weight', value: '210' }]
  expect(judgeForm(judge, given).why?.params).toEqual({ message: 'Too heavy', 'message.nb': 'For tung' })
  const soft = judgeForm({ ...judge, checks: [{ ...check, soft: true }] }, given).why
  expect(soft).toMatchObject({ code: 'UNCONFIRMED', params: { 'message.nb': 'For tung' } })
})
