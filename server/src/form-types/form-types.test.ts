import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

type Field = { name: string; type: string; required: boolean; length?: number | null; pattern?: string | null }
const field = (name: string, type = 'String', more: Partial<Field> = {}): Field => ({
  name,
  type,
  required: false,
  ...more,
})
const selection = 'formtypeid identifier version fields { name type required length pattern }'

const add = (identifier: string, fields: Field[]) =>
  run(admin, 'addFormType', { studyid: place.studyid, identifier, fields }, selection)
const addRefused = (fields: unknown, identifier = 'Baseline') =>
  refusal(admin, 'addFormType', { studyid: place.studyid, identifier, fields })
const update = (formtypeid: string, fields: Field[], more: Record<string, unknown> = {}) => ({
  formtypeid,
  input: { studyid: place.studyid, identifier: 'Baseline', fields, ...more },
})

describe('a form type', () => {
  test('contains fields of all six types as given', async () => {
    const fields = [
      field('Ready', 'Boolean', { required: true }),
      field('Hand', 'Choice', { pattern: ' left | right ' }),
      field('date', 'Date'),
      field('At', 'Time'),
      field('Weight', 'Number'),
      field('Note', 'String', { length: 20_000, pattern: '[A-Z].*' }),
    ]
    expect(await add(' Baseline ', fields)).toMatchObject({
      identifier: 'Baseline',
      version: 1,
      fields: [
        { ...fields[0], length: null, pattern: null },
        { ...fields[1], length: null, pattern: 'left|right' },
        { ...fields[2], length: null, pattern: null },
        { ...fields[3], length: null, pattern: null },
        { ...fields[4], length: null, pattern: null },
        fields[5],
      ],
    })
  })

  test('may have no fields, and at most 500', async () => {
    expect(await add('None', [])).toMatchObject({ fields: [] })
    const many = Array.from({ length: 501 }, (_, n) => field(`Field ${n}`))
    expect((await add('Many', many.slice(1))).fields).toHaveLength(500)
    expect(await addRefused(many)).toMatchObject({ code: 'BAD_INPUT', reason: 'fields.too-many', field: 'fields' })
  })

  const broken: [string, Field[], string, string][] = [
    ['an empty name', [field('')], 'text.required', 'fields.0.name'],
    ['a name of 101 characters', [field('x'.repeat(101))], 'text.too-long', 'fields.0.name'],
    [
      'a duplicate of the first name',
      [field('Weight'), field('Height'), field('weight ')],
      'field.name.duplicate',
      'fields.2.name',
    ],
    ['a duplicate right behind', [field('A'), field('a')], 'field.name.duplicate', 'fields.1.name'],
    ['a length on a Number', [field('N', 'Number', { length: 3 })], 'field.length.unused', 'fields.0.length'],
    ['a length of 0', [field('S', 'String', { length: 0 })], 'field.length.range', 'fields.0.length'],
    ['a length of 20,001', [field('S', 'String', { length: 20_001 })], 'field.length.range', 'fields.0.length'],
    ['a pattern on a Date', [field('D', 'Date', { pattern: 'x' })], 'field.pattern.unused', 'fields.0.pattern'],
    [
      'a pattern that does not compile',
      [field('S', 'String', { pattern: '(' })],
      'field.pattern.syntax',
      'fields.0.pattern',
    ],
    [
      'a look-ahead, which RE2 lacks',
      [field('S', 'String', { pattern: '(?=a)b' })],
      'field.pattern.syntax',
      'fields.0.pattern',
    ],
    [
      'a back-reference, which RE2 lacks',
      [field('S', 'String', { pattern: '(a)\\1' })],
      'field.pattern.syntax',
      'fields.0.pattern',
    ],
    [
      'a pattern of 201 characters',
      [field('S', 'String', { pattern: 'x'.repeat(201) })],
      'text.too-long',
      'fields.0.pattern',
    ],
    [
      'a pattern too large to check',
      [field('S', 'String', { pattern: '(((a{30}){30}){30})' })],
      'field.pattern.too-large',
      'fields.0.pattern',
    ],
    ['a single option', [field('C', 'Choice', { pattern: 'one' })], 'field.options.too-few', 'fields.0.pattern'],
    ['an empty option', [field('C', 'Choice', { pattern: 'one||two' })], 'field.options.too-few', 'fields.0.pattern'],
    [
      'an option twice',
      [field('C', 'Choice', { pattern: 'one|two| one' })],
      'field.options.duplicate',
      'fields.0.pattern',
    ],
    ['no options', [field('C', 'Choice')], 'field.options.too-few', 'fields.0.pattern'],
  ]
  test.each(broken)('is refused with %s, by adding and by updating', async (_, fields, reason, at) => {
    const refused = await addRefused(fields)
    const known = ['field.pattern.syntax', 'field.pattern.too-large'].includes(reason)
    expect(refused).toMatchObject({ code: 'BAD_INPUT', field: at })
    // RE2 itself refuses nested repetitions, with its own message.
    if (known) expect(['field.pattern.syntax', 'field.pattern.too-large']).toContain(refused.reason)
    else expect(refused.reason).toBe(reason)
    expect(await refusal(admin, 'updateFormType', update(place.formtypeid, fields))).toMatchObject({ field: at })
  })

  test('says why a pattern does not compile', async () => {
    const { message } = await addRefused([field('S', 'String', { pattern: 'a(b' })])
    expect(message).toMatch(/missing.*\)/)
  })

  test('accepts only the six types', async () => {
    const { errors } = await admin.call(
      'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "x", fields: $fields) { version } }',
      { studyid: place.studyid, fields: [field('x', 'Integer')] },
    )
    expect(errors?.[0]?.message).toContain('FieldType')
  })

  test('has an identifier unique in its study, ignoring case', async () => {
    await add('Baseline', [])
    const taken = { code: 'ALREADY_EXISTS', reason: 'form-type.identifier.taken', field: 'identifier' }
    expect(await addRefused([], 'BASELINE')).toMatchObject(taken)
    const rename = update(place.formtypeid, [], { identifier: 'baseline' })
    expect(await refusal(admin, 'updateFormType', rename)).toMatchObject(taken)
    await run(admin, 'addFormType', { studyid: place.sibling.studyid, identifier: 'Baseline', fields: [] })
  })

  test.each(['', ' ', 'x'.repeat(201), 'a\nb'])('may not have the identifier %j', async (identifier) => {
    expect(await addRefused([], identifier)).toMatchObject({ code: 'BAD_INPUT', field: 'identifier' })
  })

  test('never changes the name of a field, not even its case', async () => {
    const { formtypeid } = await add('Baseline', [field('Weight'), field('Height')])
    const recased = update(formtypeid, [field('weight'), field('Height')], { version: 1 })
    expect(await refusal(admin, 'updateFormType', recased)).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'field.name.fixed',
      field: 'fields.0.name',
      params: { name: 'Weight' },
    })
    const reordered = update(formtypeid, [field('Height', 'Number'), field('Weight'), field('New')])
    const { fields } = await run(admin, 'updateFormType', reordered, selection)
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['Height', 'Weight', 'New'])
  })

  test('that somebody else changed meanwhile is refused with their name', async () => {
    const { formtypeid } = await add('Baseline', [field('Weight')])
    const siri = await addPerson(casebook, 'Siri', { groups: ['study:admin'] })
    await run(siri, 'updateFormType', update(formtypeid, [field('Height')], { version: 1 }))
    const late = await refusal(admin, 'updateFormType', update(formtypeid, [], { version: 1 }))
    expect(late).toMatchObject({ code: 'CONFLICT', current: { version: 2, by: 'Siri' } })
  })

  test('remains readable through its forms after its removal, but is no longer offered', async () => {
    const { studyid, subjectid, formtypeid, freeFormtypeid } = place
    for (const id of [formtypeid, freeFormtypeid]) await run(admin, 'removeFormType', { studyid, formtypeid: id })
    expect(await run(admin, 'listFormTypes', { studyid })).toEqual([])
    expect((await refusal(admin, 'getFormType', { studyid, formtypeid })).code).toBe('NOT_FOUND')
    expect((await refusal(admin, 'updateFormType', update(formtypeid, []))).code).toBe('NOT_FOUND')
    const [form] = await run(admin, 'listForms', { subjectid }, 'formtype { identifier fields { name } }')
    expect(form).toEqual({ formtype: { identifier: formtypeid, fields: [{ name: 'date' }] } })
    const date = [{ key: 'date', value: '1792497600' }]
    await run(admin, 'updateForm', { input: { subjectid, formtypeid, fields: date } })
    const missing = { code: 'NOT_FOUND', reason: 'form-type.missing', field: 'formtypeid' }
    const free = { input: { subjectid, formtypeid: freeFormtypeid, fields: date } }
    expect(await refusal(admin, 'addForm', free)).toMatchObject(missing)
    await run(admin, 'addFormType', { studyid, identifier: formtypeid, fields: [] })
  })
})
