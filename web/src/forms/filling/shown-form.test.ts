import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import type { FormValues } from '../values/form-values.ts'
import { evaluatedForm, reasonKey, stepOf, unusualIn } from '../values/judged-form.ts'
import { isSameShown, type ShownForm, shownField } from './shown-form.ts'

const number = { type: 'Number', required: false } as const
const weight: FormTypeField = { ...number, name: 'weight', softMaximum: 150 }
const half: FormTypeField = { ...number, name: 'half', calculation: 'weight / 2.0' }
const why: FormTypeField = { name: 'why', type: 'String', required: false, showIf: 'weight > 100.0' }
const room: FormTypeField = { name: 'room', type: 'String', required: false }
const judge = { fields: [weight, half, why, room], checks: [], today: 0 }

function shown(values: FormValues, errors: [string, string][] = []): ShownForm {
  const judged = evaluatedForm(judge, values)
  return {
    judge,
    judged,
    values,
    errors: new Map(errors),
    unusual: unusualIn(judge, values),
    step: stepOf(judge, values),
  }
}

/** The fields of which something else is shown. */
function changed(before: ShownForm, now: ShownForm): string[] {
  return judge.fields.filter((field) => !isSameShown([field], before, now)).map(({ name }) => name)
}

test('a key changes what is shown of its field, and of what depends on it', () => {
  expect(changed(shown({ weight: '80' }), shown({ weight: '80' }))).toEqual([])
  expect(changed(shown({ weight: '80' }), shown({ weight: '80', room: 'A' }))).toEqual(['room'])
  expect(changed(shown({ weight: '80' }), shown({ weight: '81' }))).toEqual(['weight', 'half'])
  expect(changed(shown({ weight: '80' }), shown({ weight: '110' }))).toEqual(['weight', 'half', 'why'])
  expect(changed(shown({ room: 'A' }), shown({ room: 'A' }, [['room', 'Wrong.']]))).toEqual(['room'])
})

test('an unusual value is shown anew with its reason', () => {
  const heavy = { weight: '160', [reasonKey('weight', '160')]: '' }
  const said = { ...heavy, [reasonKey('weight', '160')]: 'Weighed twice' }
  expect(changed(shown(heavy), shown(said))).toEqual(['weight'])
  expect(shownField(shown(said), weight)).toMatchObject({ value: '160', reason: 'Weighed twice', lacksReason: false })
})

test('an unusual value that lacks its reason is refused beside the reason alone, one that is wrong beside its field', () => {
  const heavy = shown({ weight: '160' }, [['weight', 'Unusual.']])
  expect(shownField(heavy, weight)).toMatchObject({ error: undefined, lacksReason: true })
  expect(shownField(shown({ weight: 'x' }, [['weight', 'No number.']]), weight)).toMatchObject({
    error: 'No number.',
    unusual: undefined,
  })
})

test('what is calculated is shown as calculated', () => {
  expect(shownField(shown({ weight: '80', half: '7' }), half).value).toBe('40')
  expect(shownField(shown({ half: '7' }), half).value).toBe('')
})
