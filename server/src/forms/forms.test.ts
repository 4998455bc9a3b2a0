import { fieldTypeOf, fieldTypes } from '@casebook/domain/form-types/field-types.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
let formtypeid: string
const allTypes = [
  { name: 'Ready', type: 'Boolean', required: false },
  { name: 'Hand', type: 'Choice', required: false, pattern: 'left|right' },
  { name: 'Date', type: 'Date', required: false },
  { name: 'At', type: 'Time', required: false },
  { name: 'Weight', type: 'Number', required: false },
  { name: 'Code', type: 'String', required: false, length: 3, pattern: '[A-Z]+' },
  { name: 'Note', type: 'String', required: false },
]
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  formtypeid = await define(allTypes)
})
afterAll(() => casebook.stop())

async function define(fields: Record<string, unknown>[]) {
  const type = { studyid: place.studyid, identifier: crypto.randomUUID(), fields }
  return (await run(nurse, 'addFormType', type)).formtypeid
}
async function redefine(fields: Record<string, unknown>[]) {
  const input = { studyid: place.studyid, identifier: crypto.randomUUID(), fields }
  await run(nurse, 'updateFormType', { formtypeid, input })
}

type Values = Record<string, string>
const given = (values: Values) => Object.entries(values).map(([key, value]) => ({ key, value }))
const input = (values: Values, more: Record<string, unknown> = {}) => ({
  input: { subjectid: place.subjectid, formtypeid, fields: given(values), ...more },
})
const selection = 'version fields { key value }'
const add = (values: Values) => run(nurse, 'addForm', input(values), selection)
const update = (values: Values, more = {}) => run(nurse, 'updateForm', input(values, more), selection)
const read = () => run(nurse, 'getForm', { subjectid: place.subjectid, formtypeid }, selection)

describe('a form', () => {
  test('contains the given values in the order of its type, without empty ones', async () => {
    const values = {
      Note: ' a\nb ',
      Code: '',
      Weight: '-12.5',
      Hand: 'left',
      Ready: 'true',
      At: '24:00',
      Date: '1792497600',
    }
    const stored = given({
      Ready: 'true',
      Hand: 'left',
      Date: '1792497600',
      At: '24:00',
      Weight: '-12.5',
      Note: ' a\nb ',
    })
    expect(await add(values)).toEqual({ version: 1, fields: stored })
    expect(await read()).toEqual({ version: 1, fields: stored })
  })

  const wrong: [Values, string][] = [
    [{ Ready: 'yes' }, 'value.boolean'],
    [{ Hand: 'both' }, 'value.choice'],
    [{ Date: '1792497601' }, 'value.date'],
    [{ Date: '2026-10-20' }, 'value.date'],
    [{ At: '25:00' }, 'value.time'],
    [{ Weight: ' 12' }, 'value.number'],
    [{ Weight: '1e999' }, 'value.number'],
    [{ Weight: 'NaN' }, 'value.number'],
    [{ Weight: '0x10' }, 'value.number'],
    [{ Code: 'ABCD' }, 'text.too-long'],
    [{ Code: 'a' }, 'value.pattern'],
    [{ Note: 'x'.repeat(20_001) }, 'text.too-long'],
  ]
  test.each(wrong)('refuses the wrong value of %j beside its field: %s', async (values, reason) => {
    const bad = { code: 'BAD_INPUT', reason, field: Object.keys(values)[0] }
    expect(await refusal(nurse, 'addForm', input(values))).toMatchObject(bad)
    await add({})
    expect(await refusal(nurse, 'updateForm', input(values))).toMatchObject(bad)
    expect(await read()).toEqual({ version: 1, fields: [] })
  })

  test('contains values of every type, and refuses what is none', async () => {
    formtypeid = await define(
      fieldTypes.map((type) => ({ name: type, type, required: false, pattern: fieldTypeOf[type].samples.pattern })),
    )
    for (const type of fieldTypes) {
      for (const value of fieldTypeOf[type].samples.refused) {
        const refused = await refusal(nurse, 'addForm', input({ [type]: value }))
        expect(refused, `${type} ${JSON.stringify(value)}`).toMatchObject({ code: 'BAD_INPUT', field: type })
      }
    }
    const samples = fieldTypes.map((type) => [type, fieldTypeOf[type].samples.accepted[0]?.value ?? ''] as const)
    const values = Object.fromEntries(samples.filter(([, value]) => value !== ''))
    expect(await add(values)).toEqual({ version: 1, fields: given(values) })
  })

  test('counts characters as people do', async () => {
    formtypeid = await define([{ name: 'Code', type: 'String', required: false, length: 3 }])
    const family = '👩‍👩‍👧‍👦'
    expect(await add({ Code: `e\u0301${family}x` })).toMatchObject({ version: 1 })
    expect(await refusal(nurse, 'updateForm', input({ Code: family.repeat(4) }))).toMatchObject({
      params: { count: 4 },
    })
  })

  test('refuses an unknown key, also one in another case, and a repeated one', async () => {
    for (const key of ['Other', 'ready', 'Ready ', '__proto__', '']) {
      const unknown = { input: { subjectid: place.subjectid, formtypeid, fields: [{ key, value: 'true' }] } }
      const refused = await refusal(nurse, 'addForm', unknown)
      expect(refused).toMatchObject({ code: 'BAD_INPUT', reason: 'form.key.unknown', params: { name: key } })
    }
    const twice = {
      input: { subjectid: place.subjectid, formtypeid, fields: [...given({ Ready: 'true' }), ...given({ Ready: '' })] },
    }
    expect(await refusal(nurse, 'addForm', twice)).toMatchObject({ reason: 'form.key.duplicate', field: 'Ready' })
  })

  test('requires its required values, which must not be blank', async () => {
    formtypeid = await define([{ name: 'Name', type: 'String', required: true }])
    const missing = { code: 'BAD_INPUT', reason: 'text.required', field: 'Name' }
    const blank: Values[] = [{}, { Name: '' }, { Name: '  ' }]
    for (const values of blank) {
      expect(await refusal(nurse, 'addForm', input(values))).toMatchObject(missing)
    }
    await add({ Name: 'x' })
    expect(await refusal(nurse, 'updateForm', input({}))).toMatchObject(missing)
  })

  test('is unique for its type and subject, even if several people add it at once', async () => {
    const adding = Array.from({ length: 5 }, (_, n) => attempt(nurse, 'addForm', input({ Weight: String(n) })))
    const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
    expect(codes).toEqual([...Array(4).fill('ALREADY_EXISTS'), 'OK'])
    expect(await refusal(nurse, 'addForm', input({}))).toMatchObject({ reason: 'form.taken', field: 'formtypeid' })
  })

  test('may be removed and filled in again, with the next version', async () => {
    await add({ Weight: '1' })
    const ids = { subjectid: place.subjectid, formtypeid }
    expect(await run(nurse, 'removeForm', ids, selection)).toMatchObject({ fields: given({ Weight: '1' }) })
    for (const name of ['getForm', 'removeForm']) expect((await refusal(nurse, name, ids)).code).toBe('NOT_FOUND')
    expect((await refusal(nurse, 'updateForm', input({}))).code).toBe('NOT_FOUND')
    const listed = await run(nurse, 'listForms', { subjectid: place.subjectid }, 'formtypeid')
    expect(listed).toEqual([{ formtypeid: place.formtypeid }])
    expect(await add({})).toEqual({ version: 3, fields: [] })
  })

  test('that somebody else changed meanwhile is refused with their name, and keeps their values', async () => {
    await add({ Weight: '1' })
    const siri = await addPerson(casebook, 'Siri', { groups: ['hp'] })
    await run(siri, 'updateForm', input({ Weight: '2' }, { version: 1 }))
    const conflict = { code: 'CONFLICT', current: { version: 2, by: 'Siri' } }
    expect(await refusal(nurse, 'updateForm', input({ Weight: '3' }, { version: 1 }))).toMatchObject(conflict)
    // Problems of the values are reported only after that.
    expect(await refusal(nurse, 'updateForm', input({ Weight: 'x' }, { version: 1 }))).toMatchObject(conflict)
    expect(await read()).toEqual({ version: 2, fields: given({ Weight: '2' }) })
  })

  test('that somebody else changed meanwhile is merged with a change that says what it was made on', async () => {
    await add({ Weight: '1', Code: 'AB', Note: 'old' })
    const siri = await addPerson(casebook, 'Siri', { groups: ['hp'] })
    await run(siri, 'updateForm', input({ Weight: '2', Code: 'AB', Note: 'old', Hand: 'left' }))
    const base = given({ Weight: '1', Code: 'AB', Note: 'old' })
    const mine = { Weight: '1', Note: 'new' }
    expect(await update(mine, { base })).toEqual({
      version: 3,
      fields: given({ Hand: 'left', Weight: '2', Note: 'new' }),
    })
    const both = input({ Weight: '3', Note: 'newer' }, { base })
    expect(await refusal(nurse, 'updateForm', both)).toMatchObject({
      code: 'CONFLICT',
      field: 'Weight',
      conflicts: [
        { key: 'Weight', base: '1', mine: '3', theirs: '2' },
        { key: 'Note', base: 'old', mine: 'newer', theirs: 'new' },
      ],
    })
    // A part of the form is enough.
    expect((await update({ Note: 'newest' }, { base: given({ Note: 'new' }) })).fields).toEqual(
      given({ Hand: 'left', Weight: '2', Note: 'newest' }),
    )
    const wrong = [given({ Weight: 'x' }), given({ Nothing: '1' }), [...given({ Note: 'a' }), ...given({ Note: 'b' })]]
    for (const fields of wrong)
      expect(
        (await refusal(nurse, 'updateForm', input({}, { base: given({ Weight: '2', Note: 'newest' }), fields }))).code,
      ).toBe('BAD_INPUT')
    expect((await read()).version).toBe(4)
  })

  test('of many who merge their changes at once keeps the change of each', async () => {
    const names = ['Weight', 'Code', 'Note', 'Hand', 'Ready', 'At']
    const values = ['7', 'X', 'n', 'right', 'true', '12:00']
    await add({})
    await Promise.all(names.map((name, place) => update({ [name]: values[place] ?? '' }, { base: [] })))
    const stored = Object.fromEntries((await read()).fields.map(({ key, value }: Values) => [key, value]))
    expect(stored).toEqual(Object.fromEntries(names.map((name, place) => [name, values[place]])))
  })

  test('is judged by its type as it is at that time, however often it was saved before', async () => {
    await add({ Weight: '70' })
    await update({ Weight: '71' })
    await update({ Weight: '72' })
    await redefine([{ name: 'Weight', type: 'Number', required: false, maximum: 72 }])
    expect(await refusal(nurse, 'updateForm', input({ Weight: '73' }))).toMatchObject({ reason: 'value.maximum' })
    expect(await update({ Weight: '69' })).toMatchObject({ fields: given({ Weight: '69' }) })
    await redefine([{ name: 'Weight', type: 'Number', required: false, maximum: 75 }])
    expect(await update({ Weight: '73' })).toMatchObject({ fields: given({ Weight: '73' }) })
  })

  test('can’t have a type of another study', async () => {
    formtypeid = place.sibling.freeFormtypeid
    expect(await refusal(nurse, 'addForm', input({}))).toMatchObject({ reason: 'form-type.missing' })
  })
})

describe('a value of a field that was later removed from the type', () => {
  const rest = allTypes.filter(({ name }) => name !== 'Weight')
  beforeEach(async () => {
    await add({ Weight: '70', Note: 'x' })
    await redefine(rest)
  })

  test('is no conflict, even if it was in the form on which a change was made', async () => {
    const base = given({ Weight: '70', Note: 'x' })
    expect((await update({ Note: 'y' }, { base })).fields).toEqual(given({ Note: 'y', Weight: '70' }))
  })

  test('is kept after the others by every later save', async () => {
    const kept = given({ Note: 'x', Weight: '70' })
    expect((await read()).fields.toSorted(byKey)).toEqual(kept)
    expect(await update({ Note: 'y' })).toEqual({ version: 2, fields: given({ Note: 'y', Weight: '70' }) })
    expect(await update({})).toEqual({ version: 3, fields: given({ Weight: '70' }) })
  })

  test('can’t be changed any more', async () => {
    const unknown = { reason: 'form.key.unknown', field: 'Weight' }
    for (const value of ['71', '70', ''])
      expect(await refusal(nurse, 'updateForm', input({ Weight: value }))).toMatchObject(unknown)
  })

  test('is in the snapshot', async () => {
    const { siteid, studyid, subjectid, referencedataid } = place
    await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
    const closed = await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, status: 'CLOSED' } })
    const forms: { fields: unknown }[] = JSON.parse(closed.snapshot).forms
    expect(forms.map(({ fields }) => fields)).toContainEqual(given({ Note: 'x', Weight: '70' }))
  })

  test('is an ordinary value again if the field returns', async () => {
    await redefine(allTypes)
    expect(await update({ Weight: '71' })).toMatchObject({ fields: given({ Weight: '71' }) })
    expect(await update({})).toMatchObject({ fields: [] })
  })
})

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

test('values are in the present order of the form type’s fields, retired ones last', async () => {
  const { studyid, subjectid, formtypeid } = place
  const field = (name: string) => ({ name, type: 'String', required: false })
  const define = (...names: string[]) =>
    run(nurse, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Order', fields: names.map(field) } })
  const keys = async (text: string) => {
    const { data } = await nurse.call(text, { subjectid, formtypeid, studyid })
    const form = data.getForm ?? data.listForms?.[0] ?? data.getSubject.forms[0]
    return form.fields.map(({ key }: { key: string }) => key)
  }
  const reads = [
    'query ($subjectid: ID!, $formtypeid: ID!) { getForm(subjectid: $subjectid, formtypeid: $formtypeid) { fields { key value } } }',
    'query ($subjectid: ID!, $formtypeid: ID!) { getForm(subjectid: $subjectid, formtypeid: $formtypeid) { fields { v: value key } } }',
    'query ($subjectid: ID!) { listForms(subjectid: $subjectid) { fields { key value } } }',
    'query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { forms { fields { key } } } }',
  ]
  await define('a', 'b', 'c')
  const fields = ['c', 'a', 'b'].map((key) => ({ key, value: key }))
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields } })
  for (const read of reads) expect(await keys(read), read).toEqual(['a', 'b', 'c'])
  await define('a', 'new', 'b', 'c')
  for (const read of reads) expect(await keys(read), read).toEqual(['a', 'b', 'c'])
  await define('c', 'b', 'new', 'a')
  for (const read of reads) expect(await keys(read), read).toEqual(['c', 'b', 'a'])
  await define('b', 'new', 'a')
  for (const read of reads) expect(await keys(read), read).toEqual(['b', 'a', 'c'])
})
