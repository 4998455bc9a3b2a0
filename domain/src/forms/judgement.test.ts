import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormTypeField } from '../form-types/fields.ts'
import { judgeForm } from './judgement.ts'
import { reviewDraft } from './review-draft.ts'

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
      const findings = reviewDraft(judge, changed, [{ subjectid: 's', fields: before.fields, isOpen: true }])
      const after = judgeForm(changed, before.fields, { standing: before.confirmations })
      const isHarmless = findings.every(({ effect }) => effect === 'HARMLESS')
      if (isHarmless) expect(after.why).toBeUndefined()
    }),
  )
})
