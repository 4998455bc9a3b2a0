import fc from 'fast-check'
import { type FieldType, fieldTypeOf, fieldTypes } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { dateValueOf } from '../../form-types/values/form-dates.ts'
import type { FormRow } from '../rows.ts'
import { hostileText } from './hostile-text.ts'
import type { RowLists } from './memory-rows.ts'
import { stepCounting } from './sample.ts'

const numbers = fc.oneof(
  fc.constantFrom(
    '0',
    '007',
    '.5',
    '-12.5',
    '1e3',
    '1E-7',
    '123456789012345678901234567890',
    '0.1',
    '4.9406564584124654e-324',
  ),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => String(number).replace('+', '')),
)
const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => dateValueOf(date.toISOString().slice(0, 10)) ?? '')
const clock = fc
  .tuple(fc.nat(24), fc.nat(59), fc.option(fc.nat(59)))
  .map(([hour, minute, second]) => [hour, pad(minute), ...(second === null ? [] : [pad(second)])].join(':'))

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

const options = ['Left', '-Right', 'NA', 'Å "b", c']

/** Arbitrary values beside the samples of the type. */
const values: Partial<Record<FieldType, fc.Arbitrary<string>>> = {
  Choice: fc.constantFrom(...options),
  Date: days,
  Time: clock,
  Number: numbers,
  String: hostileText,
}

function valuesOf(type: FieldType): fc.Arbitrary<string> {
  return values[type] ?? fc.constantFrom(...fieldTypeOf[type].samples.accepted.map(({ value }) => value))
}

/** The types with values. */
const types = fieldTypes.filter((type) => fieldTypeOf[type].column)

/** A form type with two fields of each type, with difficult names. */
export const everyField: FormTypeField[] = types.flatMap((type) =>
  [`=${type} Å`, `${type}, "2"\n`.trim()].map((name) => ({
    name,
    type,
    required: false,
    length: null,
    pattern: type === 'Choice' ? options.join('|') : (fieldTypeOf[type].samples.pattern ?? null),
  })),
)

const fields = fc
  .tuple(...everyField.map(({ type }) => fc.option(fc.oneof({ weight: 9, arbitrary: valuesOf(type) }, hostileText))))
  .map((all) => everyField.flatMap(({ name }, place) => (all[place] ? [{ key: name, value: all[place] }] : [])))

const times = fc.integer({ min: -62_135_510_400, max: 253_402_214_000 })
const [subject] = stepCounting.subjects
const [formtype] = stepCounting.formTypes
const [activity] = stepCounting.activities
if (!subject || !formtype || !activity) throw new Error('The sample is incomplete.')

/** An export of some subjects with values of every type, hostile values, and values that do not fit their type. */
export const someRows: fc.Arbitrary<RowLists> = fc
  .array(
    fc.record({
      fields,
      identifier: fc.option(hostileText.filter((text) => text.trim() !== '')),
      startTime: times,
      comment: fc.option(hostileText),
    }),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((all) => {
    const ids = all.map(({ identifier }, place) => ({
      siteid: 'oslo',
      studyid: 'study1',
      subjectid: `s${String(place).padStart(3, '0')}`,
      identifier,
    }))
    const forms: FormRow[] = all.map((row, place) => ({
      ...ofPlace(ids, place),
      formtypeid: 'baseline',
      version: 1,
      type_number: 1,
      fields: row.fields,
    }))
    return {
      ...stepCounting,
      formTypes: [{ ...formtype, identifier: 'Måling', fields: everyField, earlier: [] }],
      subjects: ids.map((id) => ({ ...subject, ...id })),
      subjectDevices: [],
      forms,
      activities: all.map(({ startTime, comment }, place) => ({
        ...activity,
        ...ofPlace(ids, place),
        startTime,
        stopTime: startTime + 60,
        comment: comment || null,
      })),
      runningActivities: all.map(({ startTime, comment }, place) => ({
        ...ofPlace(ids, place),
        activitytypeid: 'walk',
        description: activity.description,
        startTime,
        startedBy: comment || '-',
        version: 1,
      })),
      referenceData: [],
      history: [],
    }
  })

function ofPlace<T>(list: readonly T[], place: number): T {
  const found = list[place]
  if (found === undefined) throw new Error(`There is no place ${place}.`)
  return found
}
