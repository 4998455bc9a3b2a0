import { expect, test } from 'vitest'
import { emptyField } from '../draft/field-draft.ts'
import { confirmed, isChanged, withoutField, withRenamed, withTheirs } from './edited-field.ts'

const named = (name: string, more = {}) => ({ ...emptyField(name), name, ...more })

test('what names a field follows its new name, but not a text or a longer word', () => {
  const fields = [
    named('bmi', {
      calculation: 'wieght / (height * height)',
      showIf: 'side == "wieght" && wieght > 1 && wieght2 > 1',
    }),
  ]
  const check = { expression: 'filled(wieght)', message: 'wieght', field: 'Wieght', soft: false }
  const other = { ...check, field: 'bmi' }
  const from = { name: 'Wieght', variable: 'wieght' }
  expect(withRenamed({ fields, checks: [check, other] }, from, { name: 'Weight', variable: 'weight' })).toEqual({
    fields: [
      named('bmi', {
        calculation: 'weight / (height * height)',
        showIf: 'side == "wieght" && weight > 1 && wieght2 > 1',
      }),
    ],
    checks: [
      { ...check, expression: 'filled(weight)', field: 'Weight' },
      { ...other, expression: 'filled(weight)' },
    ],
  })
})

test('an edited field keeps what a colleague changed meanwhile and the person did not', () => {
  const opened = named('weight', { unit: 'g', options: [{ code: '1', label: 'One' }] })
  const now = { ...opened, unit: 'kg', required: true, options: [{ code: '1', label: 'Ett' }] }
  const typed = { ...opened, label: 'Body weight', required: false, options: [{ code: '1', label: 'Eins' }] }
  expect(withTheirs(typed, opened, now)).toEqual({ ...now, label: 'Body weight', options: typed.options })
  expect(withTheirs(typed, opened, undefined)).toEqual(typed)
  expect([now, { ...opened }, undefined].map((each) => isChanged(opened, each))).toEqual([true, false, false])
})

const texts = { bound: (side: string, value: string) => `${side} ${value}`, other: 'please specify' }
const bound = { expression: 'born <= today()', message: 'atMost today', field: 'born', soft: false }
const born = named('born', { type: 'Date' })
const opened = { field: born, variable: 'born', bounds: { atLeast: '', atMost: 'today' } }
const around = { now: born, others: [], checks: [bound] }

test('the bounds of a Date that is renamed before it is saved are those of the new name', () => {
  const field = { ...born, name: 'birthday ' }
  const renamed = confirmed({ ...opened, field, variable: 'birthday', wantsOther: false }, opened, around, texts)
  expect(renamed.checks).toEqual([{ ...bound, field: 'birthday', expression: 'birthday <= today()' }])
})

test('a Date that gets another type loses its bounds, and a check of a number is no bound', () => {
  const edited = { ...opened, wantsOther: false }
  const none = { atLeast: '', atMost: '' }
  const number = { ...born, type: 'Number' as const }
  expect(confirmed({ ...edited, field: number }, opened, around, texts).checks).toEqual([])
  const begun = { field: number, variable: 'born', bounds: none }
  expect(confirmed({ ...begun, wantsOther: false }, begun, around, texts).checks).toEqual([bound])
})

test('bounds that a colleague changed meanwhile stay if the person did not touch them', () => {
  const theirs = { ...bound, expression: 'born <= timestamp("2026-10-20T12:00:00Z")' }
  const edited = { ...opened, field: { ...born, label: 'Born' }, wantsOther: false }
  expect(confirmed(edited, opened, { ...around, checks: [theirs] }, texts).checks).toEqual([theirs])
})

test('the bounds of a Date go with it, and other checks at it stay to be mended', () => {
  const other = { ...bound, expression: 'born <= died && filled(died)' }
  const died = named('died', { type: 'Date' })
  const ofDied = { ...bound, expression: 'died >= born', field: 'died' }
  const draft = { fields: [born, died], checks: [bound, other, ofDied] }
  expect(withoutField(draft, born)).toEqual({ fields: [died], checks: [other, ofDied] })
})
