import { cleanFields, whyNotFields } from '@casebook/domain/form-types/form-types.rules.ts'
import { judgeForm } from '@casebook/domain/forms/judgement.ts'
import { expect, test } from 'vitest'
import { baselineVisit } from './baseline.ts'
import type { Instrument } from './field.ts'
import { sixMinuteWalk } from './six-minute-walk.ts'
import { usability } from './usability.ts'

const today = Date.UTC(2026, 10, 23, 12) / 1000
const day = (text: string) => String(Date.parse(`${text}T12:00:00Z`) / 1000)

function judged({ fields, checks }: Instrument, values: Record<string, string>) {
  const given = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { why, fields: stored, hidden } = judgeForm({ fields: cleanFields(fields), checks }, given, { today })
  return { why: why?.message, hidden, values: Object.fromEntries(stored.map(({ key, value }) => [key, value])) }
}

test.each([baselineVisit, usability, sixMinuteWalk])(
  '$identifier is a form type that the rules accept',
  (instrument) => {
    expect(whyNotFields(instrument.fields, instrument.checks)).toBeUndefined()
  },
)

test('the baseline has sixty fields, skips what does not concern a person, and calculates', () => {
  expect(baselineVisit.fields.length).toBe(60)
  const { why, values, hidden } = judged(baselineVisit, {
    visit_date: day('2026-11-20'),
    born: day('1970-11-21'),
    sex: '2',
    lives: '0',
    weight: '81',
    height: '180',
    systolic: '130',
    diastolic: '80',
    pulse: '60',
    ill: '4|99',
    ill_other: 'Migraine',
    diabetes_type: '2',
    medicines: 'false',
    allergy: 'false',
    pacemaker: 'true',
    smoking: '1',
    smoked_a_day: '10',
    smoked_years: '30',
    drinks: '0',
    task1: '1',
    task2: '2',
    aid: '0',
    falls: '0',
    hand: '2',
  })
  expect(why).toBeUndefined()
  expect(values).toMatchObject({
    age: '55',
    bmi: '25',
    conditions: '2',
    pack_years: '15',
    audit_c: '0',
    tasks_sum: '3',
  })
  for (const name of ['pregnant', 'weeks', 'stroke_year', 'medicines_list', 'drinks_many', 'fall_hurt', 'pain_where']) {
    expect(hidden).toContain(name)
  }
})

test('the usability counts statements in favour and against', () => {
  const answers = (odd: string, even: string) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`sus${place + 1}`, place % 2 === 0 ? odd : even]))
  expect(judged(usability, answers('5', '1')).values.sus_sum).toBe('100')
  expect(judged(usability, answers('3', '3')).values.sus_sum).toBe('50')
  expect(judged(usability, { sus1: '5' }).values.sus_sum).toBeUndefined()
})

test('the walk asks to confirm what is unusual, and refuses what cannot be', () => {
  const walk = {
    walk_at: '1795435200',
    track: '30',
    aid: '0',
    oxygen: 'false',
    pulse_before: '70',
    spo2_before: '97',
    breath_before: '0',
    laps: '8',
    rest_of_lap: '20',
    stopped: 'false',
    pulse_after: '110',
    spo2_after: '94',
    breath_after: '3',
    legs_after: '2',
  }
  expect(judged(sixMinuteWalk, walk)).toMatchObject({ why: undefined, values: { distance: '500', spo2_drop: '3' } })
  expect(judged(sixMinuteWalk, { ...walk, spo2_after: '80' }).why).toMatch(/85/)
  expect(judged(sixMinuteWalk, { ...walk, pulse_after: '65' }).why).toMatch(/lower after the walk/)
  expect(judged(sixMinuteWalk, { ...walk, rest_of_lap: '70' }).why).toMatch(/shorter than a whole one/)
})
