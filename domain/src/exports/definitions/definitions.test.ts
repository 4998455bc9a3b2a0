import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldTypes } from '../../form-types/field-types.ts'
import { type Definitions, definitionsText, parseDefinitions, previewDefinitions } from './definitions.ts'
import { retiredFieldsOf } from './left-out.ts'

const origin = { studyName: 'Step counting', at: '2026-03-01T10:00:00.000Z', release: '0.1.0' }
const field = { name: 'Age', type: 'Number' as const, required: true, length: null, pattern: null }
const study: Definitions = {
  formTypes: [
    { identifier: 'Baseline', fields: [field] },
    { identifier: 'Follow-up', fields: [{ ...field, name: 'Hand', type: 'Choice', pattern: 'Left|Right' }] },
  ],
  activityTypes: [{ description: 'Walk' }],
}

const parsed = (given: Definitions): Definitions => {
  const definitions = parseDefinitions(definitionsText(given, origin))
  if (definitions instanceof Error) throw definitions
  return definitions
}

test('exported definitions would be added to another study and already exist in the same one', () => {
  const given = parsed(study)
  expect(given).toEqual(study)
  const actions = ({ formTypes, activityTypes }: ReturnType<typeof previewDefinitions>) =>
    [...formTypes, ...activityTypes].map(({ action }) => action)
  expect(actions(previewDefinitions(given, { formTypes: [], activityTypes: [] }))).toEqual(['make', 'make', 'make'])
  expect(actions(previewDefinitions(given, study))).toEqual(['same', 'same', 'same'])
})

test('definitions are read as they were written', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 })
  const fields = fc.array(
    fc.record({
      name,
      type: fc.constantFrom(...fieldTypes.filter((type) => type !== 'Choice')),
      required: fc.boolean(),
      length: fc.option(fc.integer()),
      pattern: fc.option(name),
    }),
  )
  const formTypes = fc.uniqueArray(fc.record({ identifier: name, fields }), {
    selector: ({ identifier }) => identifier,
  })
  fc.assert(
    fc.property(formTypes, (types) => {
      const once = parsed({ formTypes: types, activityTypes: [] })
      expect(once.formTypes).toHaveLength(types.length)
      expect(parsed(once)).toEqual(once)
    }),
  )
})

test('what the file leaves out of its study is read as it was written, and previewed; files of before have nothing of it', () => {
  const name = fc.string({ unit: 'grapheme' })
  const one = fc.oneof(
    fc.record({ formType: name, field: name }),
    fc.record({ formType: name }),
    fc.record({ activityType: name }),
  )
  fc.assert(
    fc.property(fc.array(one, { minLength: 1 }), (leftOut) => {
      const given = parsed({ ...study, leftOut })
      expect(given).toEqual({ ...study, leftOut })
      expect(previewDefinitions(given, study).leftOut).toEqual(leftOut)
    }),
  )
  expect(previewDefinitions(parsed(study), study).leftOut).toEqual([])
  expect(JSON.parse(definitionsText(study, origin))).not.toHaveProperty('leftOut')
})

test('retired are the fields of earlier versions that the present one lacks, but no notes', () => {
  const text = (name: string) => ({ ...field, name, type: 'String' as const, required: false })
  const fields = [field, text('Hand')]
  const first = { fields: [text('Old'), text('Hand'), { ...text('Read this'), type: 'Note' as const }] }
  const second = { fields: [field, text('old'), text('Old')] }
  expect(retiredFieldsOf({ identifier: 'Baseline', fields, earlier: [first, second] })).toEqual([
    { formType: 'Baseline', field: 'Old' },
    { formType: 'Baseline', field: 'old' },
  ])
  expect(retiredFieldsOf({ identifier: 'Baseline', fields, earlier: [] })).toEqual([])
})

test('a form type with the same name and other fields is refused', () => {
  const there = { ...study, formTypes: [{ identifier: 'BASELINE', fields: [] }] }
  const { formTypes } = previewDefinitions(study, there)
  expect(formTypes.map(({ action, why }) => [action, why?.reason])).toEqual([
    ['refused', 'definitions.other'],
    ['make', undefined],
  ])
})

test('an invalid definition is refused with the reason', () => {
  const given: Definitions = {
    formTypes: [
      { identifier: 'A', fields: [{ ...field, type: 'String', pattern: '(' }] },
      { identifier: 'B', fields: [field, field] },
      { identifier: 'C', fields: [] },
      { identifier: 'c ', fields: [] },
    ],
    activityTypes: [{ description: ' ' }, { description: 'Run' }, { description: 'RUN' }],
  }
  const { formTypes, activityTypes } = previewDefinitions(given, study)
  expect([...formTypes, ...activityTypes].map(({ why }) => why?.reason)).toEqual([
    'field.pattern.syntax',
    'field.name.duplicate',
    undefined,
    'definitions.duplicate',
    'text.required',
    undefined,
    'definitions.duplicate',
  ])
})

test.each([
  ['', 'definitions.unreadable'],
  ['[]', 'definitions.unreadable'],
  ['{"casebook":"definitions","format":3,"formTypes":[],"activityTypes":[]}', 'definitions.newer'],
  [
    '{"casebook":"definitions","format":1,"formTypes":[{"identifier":"A"}],"activityTypes":[]}',
    'definitions.unreadable',
  ],
  [
    '{"casebook":"definitions","format":1,"formTypes":[{"identifier":"A","fields":[{"name":"a","type":"Blob","required":true}]}],"activityTypes":[]}',
    'definitions.unreadable',
  ],
  ...['{}', '[{"field":"Age"}]', '[{"formType":"A","field":1}]', '["A"]'].map((leftOut) => [
    `{"casebook":"definitions","format":1,"formTypes":[],"activityTypes":[],"leftOut":${leftOut}}`,
    'definitions.unreadable',
  ]),
])('%s is refused as %s', (text, reason) => {
  expect(parseDefinitions(text)).toMatchObject({ reason })
})

test('definitions keep what is said in other languages', () => {
  const check = { expression: 'filled(Age)', message: 'Ask again', field: 'Age', soft: true }
  const given: Definitions = {
    formTypes: [
      {
        identifier: 'Spoken',
        fields: [{ ...field, translations: [{ language: 'nb', label: 'Alder', options: [] }] }],
        checks: [{ ...check, translations: [{ language: 'nb', message: 'Spør igjen' }] }],
      },
    ],
    activityTypes: [],
  }
  const [type] = parsed(given).formTypes
  expect(type?.fields[0]?.translations).toEqual([{ language: 'nb', label: 'Alder' }])
  expect(type?.checks?.[0]?.translations).toEqual([{ language: 'nb', message: 'Spør igjen' }])
  const broken = definitionsText(given, origin).replace('"language": "nb"', '"language": 1')
  expect(parseDefinitions(broken)).toBeInstanceOf(Error)
})

const visit = {
  ...{ name: 'First day', day: 0, daysBefore: 1, daysAfter: 2, repeats: false },
  ...{ formTypes: ['Baseline', 'Follow-up'], activityTypes: ['Walk'] },
}
const planned: Definitions = {
  formTypes: study.formTypes.map((type, place) => (place === 0 ? { ...type, repeats: true } : type)),
  activityTypes: [{ description: 'Walk', repeats: true }],
  visits: [visit, { ...visit, name: 'Extra', day: null, daysBefore: 0, daysAfter: 0, repeats: true, formTypes: [] }],
}
const empty: Definitions = { formTypes: [], activityTypes: [] }
const judgedVisits = (given: Definitions, there: Definitions) =>
  previewDefinitions(given, there).visits.map(({ action, why }) => why?.reason ?? action)

test('the schedule and what repeats go along, in a format that earlier releases refuse', () => {
  expect(JSON.parse(definitionsText(study, origin))).toMatchObject({ format: 1 })
  expect(JSON.parse(definitionsText(planned, origin))).toMatchObject({ format: 2 })
  expect(parsed(planned)).toEqual(planned)
  expect(judgedVisits(planned, empty)).toEqual(['make', 'make'])
  expect(judgedVisits(planned, planned)).toEqual(['same', 'same'])
})

test('a visit that is planned differently is refused; the order of its types says nothing', () => {
  const there = (change: object) => ({ ...planned, visits: [{ ...visit, name: 'FIRST day', ...change }] })
  const given = { ...planned, visits: [visit] }
  expect(judgedVisits(given, there({}))).toEqual(['same'])
  expect(judgedVisits(given, there({ formTypes: ['Follow-up', 'BASELINE'] }))).toEqual(['same'])
  for (const change of [{ day: 1 }, { daysAfter: 0 }, { repeats: true }, { activityTypes: [] }, { formTypes: [] }])
    expect(judgedVisits(given, there(change))).toEqual(['definitions.visit.other'])
})

test('the order of activities goes along where a visit plans one', () => {
  const ordered = { ...visit, activityTypes: ['Walk', 'Stairs'], inOrder: true }
  const types = [{ description: 'Stairs' }, { description: 'Walk' }]
  const given = { ...planned, activityTypes: types, visits: [ordered] }
  expect(parsed(given)).toEqual(given)
  const there = (change: object) => ({ ...given, visits: [{ ...ordered, ...change }] })
  expect(judgedVisits(given, there({}))).toEqual(['same'])
  for (const change of [{ activityTypes: ['Stairs', 'Walk'] }, { inOrder: false }])
    expect(judgedVisits(given, there(change))).toEqual(['definitions.visit.other'])
})

test('what is optional goes along where something is', () => {
  const optional = { ...visit, optionalFormTypes: ['Baseline'], optionalActivityTypes: ['Walk'] }
  const given = { ...planned, visits: [optional] }
  expect(parsed(given)).toEqual(given)
  expect(parsed({ ...planned, visits: [{ ...visit, optionalFormTypes: [] }] })).toEqual({ ...planned, visits: [visit] })
  expect(judgedVisits(given, { ...given, visits: [{ ...optional, optionalFormTypes: ['BASELINE'] }] })).toEqual([
    'same',
  ])
  expect(judgedVisits(given, { ...given, visits: [visit] })).toEqual(['definitions.visit.other'])
  const other = { ...planned, visits: [{ ...visit, optionalFormTypes: ['Walk'] }] }
  expect(judgedVisits(other, { ...planned, visits: [] })).toEqual(['visit.optional'])
})

test('a visit that went out without a form type that was never published comes back the same', () => {
  const draft = { identifier: 'Draft', fields: [] }
  const there = {
    ...planned,
    formTypes: [...planned.formTypes, draft],
    visits: [{ ...visit, formTypes: [...visit.formTypes, 'Draft'] }],
  }
  expect(judgedVisits({ ...planned, visits: [visit] }, there)).toEqual(['same'])
  const other = { ...visit, formTypes: ['Baseline'] }
  expect(judgedVisits({ ...planned, visits: [other] }, there)).toEqual(['definitions.visit.other'])
})

test('a visit that no schedule could have is refused with the reason', () => {
  const given = (...visits: object[]) => ({ ...study, visits: visits.map((one) => ({ ...visit, ...one })) })
  expect(judgedVisits(given({}, { name: 'first DAY' }), empty)).toEqual(['make', 'definitions.duplicate'])
  expect(judgedVisits(given({ formTypes: ['Other'] }), empty)).toEqual(['definitions.visit.type'])
  expect(
    judgedVisits(given({ activityTypes: ['Other'] }), { ...empty, activityTypes: [{ description: 'other' }] }),
  ).toEqual(['make'])
  expect(judgedVisits(given({ day: 1.5 }), empty)).toEqual(['visit.day'])
  expect(judgedVisits(given({ day: null }), empty)).toEqual(['visit.unscheduled'])
  expect(judgedVisits(given({ formTypes: ['Baseline', 'BASELINE'] }), empty)).toEqual(['visit.type.twice'])
  const many = Array.from({ length: 200 }, (_, place) => ({ ...visit, name: `Visit ${place}` }))
  expect(judgedVisits(given({}), { ...study, visits: many })).toEqual(['visit.too-many'])
})

test('what repeats in the file, and not in the study, is refused; an older file says nothing of it', () => {
  const { formTypes, activityTypes } = previewDefinitions(planned, study)
  expect([...formTypes, ...activityTypes].map(({ action, why }) => why?.reason ?? action)).toEqual([
    'definitions.once',
    'same',
    'definitions.once',
  ])
  const before = previewDefinitions(study, planned)
  expect([...before.formTypes, ...before.activityTypes].map(({ action }) => action)).toEqual(['same', 'same', 'same'])
})

test.each(['"day": "0"', '"name": 1', '"repeats": 1', '"formTypes": [1]'])('a visit with %s is no visit', (part) => {
  const [key = ''] = part.split(':')
  const text = definitionsText({ ...planned, visits: [visit] }, origin).replace(/\s+/g, ' ')
  const at = text.indexOf(key, text.indexOf('"visits"'))
  const broken = text.slice(0, at) + text.slice(at).replace(/^"\w+": (\[[^\]]*\]|[^,]*)/, part)
  expect(parseDefinitions(broken)).toMatchObject({ reason: 'definitions.unreadable' })
})
