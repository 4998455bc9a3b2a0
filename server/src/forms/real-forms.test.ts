import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { field, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place
let formtypeid: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  const type = { studyid: place.studyid, identifier: 'Baseline', fields: baseline, checks }
  formtypeid = (await run(nurse, 'addFormType', type, 'formtypeid')).formtypeid
})
afterAll(() => casebook.stop())

const baseline = [
  field('Visit', 'Date', { required: true }),
  field('About you', 'Note', { help: 'Ask in private.' }),
  field('Weight', 'Number', { unit: 'kg', minimum: 20, maximum: 300, softMinimum: 40, softMaximum: 150, decimals: 1 }),
  field('Height', 'Number', { unit: 'm', minimum: 0.5, maximum: 2.5 }),
  field('BMI', 'Number', { decimals: 1, calculation: 'Weight / (Height * Height)' }),
  field('Smokes', 'Boolean'),
  field('Per day', 'Number', { required: true, showIf: 'Smokes', variable: 'cigarettes' }),
  field('Brand', 'String', { showIf: 'cigarettes > 10' }),
  field('Signs', 'Choice', {
    multiple: true,
    options: [
      { code: 'c', label: 'Cough' },
      { code: 'f', label: 'Fever' },
    ],
  }),
  field('Seen at', 'DateTime'),
]
const checks = [
  { expression: 'Visit <= today()', message: 'The visit is in the future.', field: 'Visit', soft: false },
  { expression: '!("f" in Signs) || Weight < 100', message: 'Is the weight right?', field: 'Weight', soft: true },
]

type Values = Record<string, string>
const given = (values: Values) => Object.entries(values).map(([key, value]) => ({ key, value }))
const input = (values: Values, more: Record<string, unknown> = {}) => ({
  input: { subjectid: place.subjectid, formtypeid, fields: given(values), ...more },
})
const selection = 'version fields { key value } confirmed { key value reason }'
const add = (values: Values, more = {}) => run(nurse, 'addForm', input(values, more), selection)
const update = (values: Values, more = {}) => run(nurse, 'updateForm', input(values, more), selection)
const refused = (values: Values, more = {}) => refusal(nurse, 'addForm', input(values, more))
const visit = { Visit: '1792497600' }

describe('a form', () => {
  test('contains what the server calculates, and codes in the order of the options', async () => {
    const { fields } = await add({ ...visit, Weight: '80', Height: '2', Signs: 'f|c', 'Seen at': '1792497601' })
    expect(fields).toEqual(
      given({ ...visit, Weight: '80', Height: '2', BMI: '20', Signs: 'f|c', 'Seen at': '1792497601' }),
    )
  })

  test('takes a calculated value that equals the server’s, and refuses another', async () => {
    const values = { ...visit, Weight: '80.5', Height: '1.8' }
    expect(await refused({ ...values, BMI: '24.9' })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'value.calculated',
      field: 'BMI',
    })
    expect(await add({ ...values, BMI: '24.8' })).toMatchObject({ fields: given({ ...values, BMI: '24.8' }) })
    expect(await update(visit)).toMatchObject({ fields: given(visit) })
  })

  test('requires only what is asked, and refuses values of what is not', async () => {
    const missing = { code: 'BAD_INPUT', reason: 'text.required', field: 'Per day' }
    expect(await refused({ ...visit, Smokes: 'true' })).toMatchObject(missing)
    const hidden = { code: 'BAD_INPUT', reason: 'value.hidden' }
    expect(await refused({ ...visit, Smokes: 'false', 'Per day': '5' })).toMatchObject({ ...hidden, field: 'Per day' })
    // What depends on a hidden field is hidden, too.
    expect(await refused({ ...visit, Brand: 'x' })).toMatchObject({ ...hidden, field: 'Brand' })
    await add({ ...visit, Smokes: 'true', 'Per day': '20', Brand: 'x' })
    expect(await update({ ...visit, Smokes: 'false' })).toMatchObject({ fields: given({ ...visit, Smokes: 'false' }) })
  })

  const wrong: [Values, string][] = [
    [{ Weight: '19.9' }, 'value.minimum'],
    [{ Weight: '300.1' }, 'value.maximum'],
    [{ Weight: '70.55' }, 'value.decimals'],
    [{ Signs: 'f|x' }, 'value.choice'],
    [{ Signs: 'f|f' }, 'value.choice.twice'],
    [{ 'Seen at': '2026-10-20' }, 'value.date-time'],
    [{ 'About you': 'x' }, 'value.note'],
  ]
  test.each(wrong)('refuses %j: %s', async (values, reason) => {
    expect(await refused({ ...visit, ...values })).toMatchObject({
      code: 'BAD_INPUT',
      reason,
      field: Object.keys(values)[0],
    })
  })

  test('is refused by a hard check with the study’s own sentence', async () => {
    expect(await refused({ Visit: '4102488000' })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'value.check',
      field: 'Visit',
      message: 'The visit is in the future.',
    })
  })
})

describe('an unusual value', () => {
  const heavy = { ...visit, Weight: '160' }

  test('is refused until a reason confirms it, which the history keeps', async () => {
    const unusual = { code: 'UNCONFIRMED', reason: 'value.unusual', field: 'Weight', params: { range: '40 – 150' } }
    expect(await refused(heavy)).toMatchObject(unusual)
    expect(await refused(heavy, { confirmed: [{ key: 'Weight', reason: ' ' }] })).toMatchObject({
      code: 'BAD_INPUT',
      field: 'Weight',
    })
    expect(await refused(heavy, { confirmed: [{ key: 'Other', reason: 'x' }] })).toMatchObject({
      reason: 'form.key.unknown',
    })
    const confirmed = [{ key: 'Weight', reason: 'Weighed twice' }]
    expect(await add(heavy, { confirmed })).toMatchObject({
      confirmed: [{ key: 'Weight', value: '160', reason: 'Weighed twice' }],
    })
    const { studyid, subjectid } = place
    const [entry] = await run(nurse, 'listHistory', { studyid, subjectid }, 'kind reason')
    expect(entry).toEqual({ kind: 'form', reason: 'Weight 160: Weighed twice' })
  })

  test('stays confirmed while it stands', async () => {
    await add(heavy, { confirmed: [{ key: 'Weight', reason: 'Weighed twice' }] })
    expect(await update({ ...heavy, Height: '1.9' })).toMatchObject({ version: 2, confirmed: [{ value: '160' }] })
    const other = { ...visit, Weight: '161' }
    expect((await refusal(nurse, 'updateForm', input(other))).code).toBe('UNCONFIRMED')
    expect(await update({ ...visit, Weight: '80' })).toMatchObject({ confirmed: [] })
  })

  test('is also what a soft check finds', async () => {
    const values = { ...visit, Weight: '120', Signs: 'f' }
    expect(await refused(values)).toMatchObject({
      code: 'UNCONFIRMED',
      reason: 'value.check.unconfirmed',
      field: 'Weight',
    })
    await add(values, { confirmed: [{ key: 'Weight', reason: 'Yes' }] })
  })
})

test('a change on a base keeps what a colleague changed, and calculates anew', async () => {
  await add({ ...visit, Weight: '80', Height: '2' })
  await update({ ...visit, Weight: '90', Height: '2' })
  const mine = { ...visit, Weight: '80', Height: '1.5' }
  const base = given({ ...visit, Weight: '80', Height: '2', BMI: '20' })
  expect((await update(mine, { base })).fields).toEqual(given({ ...visit, Weight: '90', Height: '1.5', BMI: '40' }))
})

describe('the version that judges a form', () => {
  const judgedBy = async () =>
    run(nurse, 'getForm', { subjectid: place.subjectid, formtypeid }, 'typeNumber formtype { number }')
  const publish = () =>
    run(nurse, 'updateFormType', {
      formtypeid,
      input: { studyid: place.studyid, identifier: 'Baseline', fields: [...baseline, field('More', 'String')] },
    })

  test('is the one of the time when it was saved', async () => {
    await add(visit)
    expect(await judgedBy()).toEqual({ typeNumber: 1, formtype: { number: 1 } })
    await publish()
    expect(await judgedBy()).toEqual({ typeNumber: 1, formtype: { number: 2 } })
    await update({ ...visit, More: 'x' })
    expect(await judgedBy()).toEqual({ typeNumber: 2, formtype: { number: 2 } })
  })

  test('is the one that judges a form that is filled in anew, and stays when a removed form is put back', async () => {
    await add(visit)
    const ids = { subjectid: place.subjectid, formtypeid }
    await run(nurse, 'removeForm', ids)
    await publish()
    await run(nurse, 'putBackForm', ids)
    expect(await judgedBy()).toMatchObject({ typeNumber: 1 })
    await run(nurse, 'removeForm', ids)
    await add({ ...visit, Weight: '170' }, { confirmed: [{ key: 'Weight', reason: 'Weighed twice' }] })
    expect(await judgedBy()).toMatchObject({ typeNumber: 2 })
  })
})
