import { variablesOf } from '@casebook/domain/form-types/variables.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const field = (name: string, type = 'Number', more: Record<string, unknown> = {}) => ({
  name,
  type,
  required: false,
  ...more,
})
const whole =
  'formtypeid version number fields { name variable label minimum showIf options { code label } } checks { message }'
const add = (fields: unknown[], checks?: unknown[]) =>
  run(admin, 'addFormType', { studyid: place.studyid, identifier: 'Baseline', fields, checks }, whole)
const change = (fields: unknown[], more = {}) => ({ studyid: place.studyid, identifier: 'Baseline', fields, ...more })
const update = (formtypeid: string, fields: unknown[], more = {}) =>
  run(admin, 'updateFormType', { formtypeid, input: change(fields, more) }, whole)
const save = (formtypeid: string, fields: unknown[], more = {}) =>
  run(
    admin,
    'saveFormTypeDraft',
    { formtypeid, input: change(fields, more) },
    `${whole} draft { identifier fields { name label } checks { message } }`,
  )
const fill = (formtypeid: string, values: Record<string, string>) =>
  run(admin, 'addForm', {
    input: {
      subjectid: place.subjectid,
      formtypeid,
      fields: Object.entries(values).map(([key, value]) => ({ key, value })),
    },
  })

describe('what a field says', () => {
  test('stays as it is stored if a caller does not mention it, and null removes it', async () => {
    const { formtypeid } = await add([field('Weight', 'Number', { label: 'How heavy?', minimum: 20 }), field('b')])
    const [kept] = (await update(formtypeid, [field('Weight', 'Number', { required: true }), field('b')])).fields
    expect(kept).toMatchObject({ label: 'How heavy?', minimum: 20 })
    const [cleared] = (await update(formtypeid, [field('Weight', 'Number', { label: null }), field('b')])).fields
    expect(cleared).toMatchObject({ label: null, minimum: 20 })
  })

  test('is kept in several languages, also from a caller that does not know of them', async () => {
    const said =
      'fields { label translations { language label options { label code } } } checks { translations { message language } }'
    const check = { expression: 'filled(Sex)', message: 'Ask again', field: 'Sex', soft: false }
    const options = [{ code: '1', label: 'Female' }]
    const translations = [{ language: 'nb', label: 'Kjønn', options: [{ code: '1', label: 'Kvinne' }] }]
    const { formtypeid } = await add(
      [field('Sex', 'Choice', { options, label: 'Sex', translations })],
      [{ ...check, translations: [{ language: 'nb', message: 'Spør igjen' }] }],
    )
    await update(formtypeid, [field('Sex', 'Choice', { required: true })], { checks: [check] })
    const read = () => run(admin, 'getFormType', { studyid: place.studyid, formtypeid }, said)
    expect(await read()).toEqual({
      fields: [{ label: 'Sex', translations }],
      checks: [{ translations: [{ message: 'Spør igjen', language: 'nb' }] }],
    })
    await update(formtypeid, [field('Sex', 'Choice', { translations: null })], {
      checks: [{ ...check, translations: [] }],
    })
    expect(await read()).toEqual({ fields: [{ label: 'Sex', translations: [] }], checks: [{ translations: [] }] })
    const wrong = { formtypeid, input: change([field('Sex', 'Choice', { translations: [{ language: 'Norsk!' }] })]) }
    const { reason, field: at } = await refusal(admin, 'updateFormType', wrong)
    expect([reason, at]).toEqual(['field.language.format', 'fields.0.translations.0.language'])
  })

  test('has a variable made of its name, the same as the domain makes, and fixed', async () => {
    const names = [
      'Weight (kg)',
      'weight-kg',
      'Størrelse Å',
      '1st',
      'type',
      'Version',
      'if',
      'STR1',
      '体重',
      'é'.normalize('NFD'),
    ]
    const { formtypeid, fields } = await add(names.map((name) => field(name)))
    const variables = fields.map(({ variable }: { variable: string }) => variable)
    expect(variables).toEqual([
      'Weight_kg',
      'weight_kg_2',
      'Storrelse_A',
      'x1st',
      'type_2',
      'Version_2',
      'if_2',
      'STR1_2',
      'field',
      'e',
    ])
    expect(variables).toEqual(variablesOf(names.map((name) => ({ name }))))
    const moved = await update(
      formtypeid,
      ['weight-kg', 'Weight (kg)'].map((name) => field(name)),
    )
    expect(moved.fields).toMatchObject([{ variable: 'weight_kg_2' }, { variable: 'Weight_kg' }])
    const other = [field('weight-kg', 'Number', { variable: 'heavy' })]
    expect(await refusal(admin, 'updateFormType', { formtypeid, input: change(other) })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'field.variable.fixed',
      field: 'fields.0.variable',
    })
  })

  test('of a Choice with a pattern are options whose code and label are equal', async () => {
    const { fields } = await add([field('Side', 'Choice', { pattern: 'left|right' }), field('n')])
    expect(fields.map(({ options }: { options: unknown }) => options)).toEqual([
      [
        { code: 'left', label: 'left' },
        { code: 'right', label: 'right' },
      ],
      null,
    ])
  })
})

test('a draft is thrown away by publishing once more what is published: no new version, and the history says who', async () => {
  const { formtypeid } = await add([field('Weight')])
  await save(formtypeid, [field('Weight'), field('Height')])
  const thrown = { formtypeid, input: change([field('Weight')]), dropsDraft: true }
  const after = await run(admin, 'updateFormType', thrown, 'number fields { name } draft { identifier }')
  expect(after).toEqual({ number: 1, fields: [{ name: 'Weight' }], draft: null })
  const [entry] = await run(admin, 'listStudyHistory', { studyid: place.studyid }, 'actor before after')
  expect(entry.actor).toBe('Ingrid')
  expect(entry.before).toContain('Height')
  expect(entry.after).not.toContain('Height')
})

describe('an expression', () => {
  const broken: [string, unknown[], Record<string, unknown>][] = [
    ['does not type-check', [field('a', 'Number', { calculation: '"x" + 1' })], { field: 'fields.0.calculation' }],
    ['is of another type', [field('a', 'Number', { showIf: 'b' }), field('b')], { field: 'fields.0.showIf' }],
    ['names an unknown field', [field('a', 'Number', { showIf: 'b > 1' })], { at: 0, field: 'fields.0.showIf' }],
    ['names itself', [field('a', 'Number', { showIf: 'a > 1' })], { reason: 'field.expression.circle' }],
    [
      'closes a circle',
      [field('a', 'Number', { calculation: 'b + 1' }), field('b', 'Number', { showIf: 'a > 1' })],
      { reason: 'field.expression.circle', params: { circle: 'a → b → a' } },
    ],
    [
      'depends on the day',
      [field('a', 'Number', { calculation: 'days(today(), today())' })],
      { field: 'fields.0.calculation' },
    ],
  ]
  test.each(broken)('that %s is refused when the type is saved', async (_, fields, expected) => {
    const refused = { code: 'BAD_INPUT', ...expected }
    const { studyid, formtypeid } = place
    expect(await refusal(admin, 'addFormType', { studyid, identifier: 'x', fields })).toMatchObject(refused)
    expect(await refusal(admin, 'updateFormType', { formtypeid, input: change(fields) })).toMatchObject(refused)
    expect(await refusal(admin, 'saveFormTypeDraft', { formtypeid, input: change(fields) })).toMatchObject(refused)
  })

  test('of a check is checked, too', async () => {
    const input = { studyid: place.studyid, identifier: 'x', fields: [field('a')] }
    const check = { expression: 'a + ', message: 'm', field: 'a', soft: false }
    const refused = await refusal(admin, 'addFormType', { ...input, checks: [check] })
    expect(refused).toMatchObject({
      reason: 'field.expression.wrong',
      field: 'checks.0.expression',
      params: { place: 5 },
    })
    const elsewhere = await refusal(admin, 'addFormType', { ...input, checks: [{ ...check, field: 'b' }] })
    expect(elsewhere).toMatchObject({ reason: 'check.field.unknown', field: 'checks.0.field' })
  })
})

describe('a draft', () => {
  test('is not what forms are filled in by, until it is published', async () => {
    const { formtypeid } = await add([field('a')])
    const saved = await save(formtypeid, [field('a', 'Number', { label: 'A' }), field('b')])
    expect(saved).toMatchObject({
      number: 1,
      fields: [{ name: 'a', label: null }],
      draft: { fields: [{ label: 'A' }, {}] },
    })
    expect(
      await refusal(admin, 'addForm', {
        input: { subjectid: place.subjectid, formtypeid, fields: [{ key: 'b', value: '1' }] },
      }),
    ).toMatchObject({
      reason: 'form.key.unknown',
    })
    expect(await run(admin, 'reviewFormTypeDraft', { formtypeid })).toMatchObject([
      { effect: 'HARMLESS', field: 'a', forms: 0 },
      { effect: 'HARMLESS', field: 'b', forms: 0 },
    ])
    const published = await run(
      admin,
      'publishFormType',
      { formtypeid, note: 'With b' },
      `${whole} draft { identifier }`,
    )
    expect(published).toMatchObject({ number: 2, fields: [{ label: 'A' }, {}], draft: null })
    await fill(formtypeid, { b: '1' })
    const versions = await run(
      admin,
      'listFormTypeVersions',
      { studyid: place.studyid, formtypeid },
      'number note publishedBy identifier fields { name label } checks { message }',
    )
    expect(versions).toEqual([
      {
        number: 2,
        note: 'With b',
        publishedBy: 'Ingrid',
        identifier: 'Baseline',
        fields: [
          { name: 'a', label: 'A' },
          { name: 'b', label: null },
        ],
        checks: [],
      },
      {
        number: 1,
        note: null,
        publishedBy: 'Ingrid',
        identifier: 'Baseline',
        fields: [{ name: 'a', label: null }],
        checks: [],
      },
    ])
    expect((await refusal(admin, 'publishFormType', { formtypeid })).reason).toBe('form-type.draft.missing')
  })

  test('that stored values do not allow is refused, and says which field and how many forms', async () => {
    const { formtypeid } = await add([field('a'), field('b'), field('c', 'Choice', { pattern: 'x|y' })])
    await fill(formtypeid, { a: '50', b: '1', c: 'x' })
    const fields = [
      field('a', 'Number', { maximum: 40 }),
      field('b', 'String'),
      field('c', 'Choice', { pattern: 'y|z' }),
      field('d', 'Number', { required: true }),
    ]
    await save(formtypeid, fields)
    const findings = await run(admin, 'reviewFormTypeDraft', { formtypeid })
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ effect: 'REFUSED', field: 'a', forms: 1 }),
        expect.objectContaining({ effect: 'REFUSED', field: 'b', forms: 1 }),
        expect.objectContaining({ effect: 'LOOK', field: 'c', forms: 1 }),
        expect.objectContaining({ effect: 'LOOK', field: 'd', forms: 1 }),
      ]),
    )
    const refused = { code: 'CONFLICT', reason: 'form-type.bound.stored', field: 'a' }
    expect(await refusal(admin, 'publishFormType', { formtypeid })).toMatchObject(refused)
    expect(await refusal(admin, 'updateFormType', { formtypeid, input: change(fields) })).toMatchObject(refused)
    const typed = [field('a'), field('b', 'String'), field('c', 'Choice', { pattern: 'x|y' })]
    expect(await refusal(admin, 'updateFormType', { formtypeid, input: change(typed) })).toMatchObject({
      code: 'CONFLICT',
      reason: 'form-type.type.stored',
      field: 'b',
    })
  })

  test('and what is published are refused to those who have seen an older version', async () => {
    const { formtypeid } = await add([field('a')])
    await save(formtypeid, [field('b')], { version: 1 })
    expect((await refusal(admin, 'saveFormTypeDraft', { formtypeid, input: change([], { version: 1 }) })).code).toBe(
      'CONFLICT',
    )
    expect((await refusal(admin, 'publishFormType', { formtypeid, version: 1 })).code).toBe('CONFLICT')
  })

  test('is reviewed before it is saved, with the subjects whose forms it concerns', async () => {
    const { formtypeid } = await add([field('a')])
    await fill(formtypeid, { a: '50' })
    const review = (fields: unknown[], more = {}) =>
      run(
        admin,
        'reviewFormTypeDraft',
        { formtypeid, input: change(fields, more) },
        'effect reason field forms subjects { subjectid identifier }',
      )
    const [refused, ...more] = await review([field('a', 'Number', { maximum: 40 })])
    expect(more).toEqual([])
    expect(refused).toMatchObject({ effect: 'REFUSED', reason: 'BOUND', field: 'a', forms: 1 })
    expect(refused.subjects).toEqual([{ subjectid: place.subjectid, identifier: expect.any(String) }])
    expect(await review([field('a'), field('b', 'Number', { required: true })])).toMatchObject([
      { effect: 'HARMLESS', reason: 'NEW' },
      { effect: 'LOOK', reason: 'REQUIRED', field: 'b', subjects: [{ subjectid: place.subjectid }] },
    ])
    const { siteid, studyid, visitid } = place
    const planned = {
      visitid,
      name: 'First day',
      day: 0,
      formtypeids: [place.formtypeid, formtypeid],
      activitytypeids: [],
    }
    await run(admin, 'updateVisits', { studyid, visits: [planned] })
    const second = await run(admin, 'addSubjectV2', {
      input: { siteid, studyid, identifier: 'In a visit', devices: [] },
    })
    const inVisit = { subjectid: second.subjectid, formtypeid, visitid }
    await run(admin, 'addForm', { input: { ...inVisit, fields: [{ key: 'a', value: '60' }] } })
    const [found] = await run(
      admin,
      'reviewFormTypeDraft',
      { formtypeid, input: change([field('a', 'Number', { maximum: 55 })]) },
      'subjects { subjectid visitid occurrence }',
    )
    expect(found.subjects).toEqual([{ subjectid: second.subjectid, visitid, occurrence: 1 }])
    const wrong = { formtypeid, input: change([field('a', 'Number', { showIf: 'nothing == 1' })]) }
    expect(await refusal(admin, 'reviewFormTypeDraft', wrong)).toMatchObject({ reason: 'field.expression.wrong' })
    const other = await makePlace(casebook)
    const elsewhere = { formtypeid, input: change([field('a')], { studyid: other.studyid }) }
    expect((await refusal(admin, 'reviewFormTypeDraft', elsewhere)).code).toBe('NOT_FOUND')
  })

  test('is dropped by an update that publishes it, with what is new as its name', async () => {
    const { formtypeid } = await add([field('a')])
    await save(formtypeid, [field('a'), field('b')])
    const input = change([field('a'), field('b')])
    const shown = 'number draft { identifier }'
    expect(await run(admin, 'updateFormType', { formtypeid, input }, shown)).toEqual({
      number: 2,
      draft: { identifier: 'Baseline' },
    })
    const dropping = { formtypeid, input: change([field('a')]), note: ' Without b ', dropsDraft: true }
    expect(await run(admin, 'updateFormType', dropping, shown)).toEqual({ number: 3, draft: null })
    const ids = { studyid: place.studyid, formtypeid }
    const [newest] = await run(admin, 'listFormTypeVersions', ids, 'number note')
    expect(newest).toEqual({ number: 3, note: 'Without b' })
  })

  test('is judged again by what was published after it was saved', async () => {
    const { formtypeid } = await add([field('a')])
    await save(formtypeid, [field('a'), field('b', 'Number', { variable: 'mine' })])
    await update(formtypeid, [field('a'), field('b', 'Number', { variable: 'theirs' })])
    const refused = await refusal(admin, 'publishFormType', { formtypeid })
    expect(refused).toMatchObject({ reason: 'field.variable.fixed', field: 'fields.1.variable' })
    await save(formtypeid, [field('a'), field('b', 'Number', { variable: 'theirs', label: 'B' })])
    expect((await run(admin, 'publishFormType', { formtypeid }, whole)).number).toBe(3)
  })

  test('of another site does not exist', async () => {
    const { formtypeid } = await add([field('a')])
    await save(formtypeid, [field('b')])
    const elsewhere = await addPerson(casebook, 'Eva', { groups: ['study:admin', 'hp'], sites: [] })
    for (const name of ['reviewFormTypeDraft', 'publishFormType']) {
      expect((await refusal(elsewhere, name, { formtypeid })).code).toBe('NOT_FOUND')
    }
    expect((await refusal(elsewhere, 'listFormTypeVersions', { studyid: place.studyid, formtypeid })).code).toBe(
      'NOT_FOUND',
    )
  })
})

describe('a published version', () => {
  const ids = (formtypeid: string) => ({ studyid: place.studyid, formtypeid })
  const called = (formtypeid: string, number: number, note: string) =>
    run(admin, 'nameFormTypeVersion', { ...ids(formtypeid), number, note }, 'number version')
  const notes = async (formtypeid: string) =>
    (await run(admin, 'listFormTypeVersions', ids(formtypeid), 'number note')).map(
      ({ number, note }: { number: number; note: string | null }) => [number, note],
    )

  test('is called something else later, and publishes nothing by that', async () => {
    const { formtypeid } = await add([field('a')])
    await run(admin, 'updateFormType', { formtypeid, input: change([field('a'), field('b')]), note: 'Wiht b' }, whole)
    expect(await called(formtypeid, 2, ' With b ')).toMatchObject({ number: 2 })
    expect(await called(formtypeid, 1, 'First')).toMatchObject({ number: 2 })
    expect(await notes(formtypeid)).toEqual([
      [2, 'With b'],
      [1, 'First'],
    ])
    await called(formtypeid, 1, '')
    await update(formtypeid, [field('a')])
    expect(await notes(formtypeid)).toEqual([
      [3, null],
      [2, 'With b'],
      [1, null],
    ])
  })

  test('that does not exist has no name, and a name has its length', async () => {
    const { formtypeid } = await add([field('a')])
    for (const number of [0, 2]) {
      const refused = await refusal(admin, 'nameFormTypeVersion', { ...ids(formtypeid), number, note: 'x' })
      expect(refused).toMatchObject({ code: 'NOT_FOUND', reason: 'form-type.version.missing', field: 'number' })
    }
    const long = { ...ids(formtypeid), number: 1, note: 'x'.repeat(1001) }
    expect(await refusal(admin, 'nameFormTypeVersion', long)).toMatchObject({ code: 'BAD_INPUT', field: 'note' })
  })

  test('is not called something else by whoever read an earlier name', async () => {
    const { formtypeid } = await add([field('a')])
    await run(admin, 'updateFormType', { formtypeid, input: change([field('a'), field('b')]), note: 'With b' }, whole)
    const over = (number: number, note: string, previousNote: string) => {
      return { ...ids(formtypeid), number, note, previousNote }
    }
    // What it is called since it was published counts, and so does nothing.
    await run(admin, 'nameFormTypeVersion', over(2, 'Both', 'With b'), 'number')
    await run(admin, 'nameFormTypeVersion', over(1, 'First', ''), 'number')
    for (const [number, previousNote] of [
      [2, 'With b'],
      [1, ''],
    ] as const) {
      const refused = await refusal(admin, 'nameFormTypeVersion', over(number, 'Mine', previousNote))
      expect(refused).toMatchObject({ code: 'CONFLICT', reason: 'form-type.version.renamed', field: 'note' })
    }
    // Who says what is said already undoes nothing.
    await run(admin, 'nameFormTypeVersion', over(2, 'Both', 'With b'), 'number')
    expect(await notes(formtypeid)).toEqual([
      [2, 'Both'],
      [1, 'First'],
    ])
  })

  test('is shown by the history with what it was called before', async () => {
    const { formtypeid } = await add([field('a')])
    await called(formtypeid, 1, 'One')
    const { listStudyHistory } = await admin.ask(
      'query ($studyid: ID!) { listStudyHistory(studyid: $studyid) { kind id after } }',
      { studyid: place.studyid },
    )
    const own = listStudyHistory.filter(({ id }: { id: string }) => id === formtypeid)
    expect(own.some(({ after }: { after: string }) => JSON.parse(after).version_notes?.['1'] === 'One')).toBe(true)
  })
})
