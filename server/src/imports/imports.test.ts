import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { unscoped } from '../database/unscoped.ts'

const outcome =
  'addedSubjects addedForms changedForms confirmed unchanged leftOut leftOutColumns { column values } origins { siteid studyid studyName formtypeid formTypeName rows } mistakes { row column code reason message params { key value } }'
const forms = 'query ($subjectid: ID!) { listForms(subjectid: $subjectid) { formtypeid version fields { key value } } }'
const subjects = 'query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid identifier status } }'

let casebook: Casebook
let place: Place & { sibling: Place }
let nurse: Person
let ages: string

const fields = [
  { name: 'Age', type: 'Number', required: true },
  { name: 'Note', type: 'String', required: false },
]

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp', 'study:admin', 'subject:admin'], sites: [place.siteid] })
  const { studyid } = place
  ages = (await run(nurse, 'addFormType', { studyid, identifier: 'Ages', fields })).formtypeid
}, 60_000)
afterAll(() => casebook.stop())

const inputOf = (csv: string, more: Record<string, unknown> = {}) => {
  const { siteid, studyid } = place
  return { input: { siteid, studyid, formtypeid: ages, filename: 'ages.csv', csv, ...more } }
}
const preview = (csv: string, more = {}) => run(nurse, 'previewImport', inputOf(csv, more), outcome)
const add = (csv: string, more = {}) => run(nurse, 'addImport', inputOf(csv, more), outcome)
const nothing = {
  addedSubjects: 0,
  addedForms: 0,
  changedForms: 0,
  confirmed: 0,
  leftOut: 0,
  leftOutColumns: [],
  origins: [],
  mistakes: [],
}
const idOf = async (identifier: string) => {
  const { listSubjects } = await nurse.ask(subjects, { studyid: place.studyid })
  return listSubjects.find((subject: { identifier: string }) => subject.identifier === identifier)?.subjectid
}
const formOf = async (subjectid: string) =>
  (await nurse.ask(forms, { subjectid })).listForms.find(
    ({ formtypeid }: { formtypeid: string }) => formtypeid === ages,
  )

describe('a file of values', () => {
  const csv = 'identifier,Age,Note\r\nI-1,41,"a, ""b"""\r\nI-2,42,\r\n'

  test('is previewed without changing anything, then adds subjects and forms in one attributed transaction', async () => {
    expect(await preview(csv)).toEqual({ ...nothing, addedSubjects: 2, addedForms: 2, unchanged: 0 })
    expect(await idOf('I-1')).toBeUndefined()
    expect(await add(csv)).toEqual({ ...nothing, addedSubjects: 2, addedForms: 2, unchanged: 0 })
    const subjectid = await idOf('I-1')
    expect((await formOf(subjectid)).fields).toEqual([
      { key: 'Age', value: '41' },
      { key: 'Note', value: 'a, "b"' },
    ])
    const { rows } = await sql<{ tx: string; kind: string; actor_name: string; reason: string }>`
      select tx::text, kind, actor_name, reason from history where reason like 'Import: ages.csv%'
      order by historyid`.execute(unscoped(casebook.services.people))
    expect(rows.map(({ kind, actor_name }) => [kind, actor_name])).toEqual([
      ['subject', 'Nurse'],
      ['subject', 'Nurse'],
      ['form', 'Nurse'],
      ['form', 'Nurse'],
    ])
    expect(new Set(rows.map(({ tx }) => tx)).size).toBe(1)
    expect(rows[0]?.reason).toMatch(/^Import: ages\.csv \(SHA-256 [0-9a-f]{64}\)$/)
  })

  test('changes nothing when it is imported again', async () => {
    const before = await formOf(await idOf('I-1'))
    expect(await add(csv)).toEqual({ ...nothing, unchanged: 2 })
    expect(await formOf(await idOf('I-1'))).toEqual(before)
  })

  test('changes different values, and keeps those that it does not contain', async () => {
    expect(await add('identifier,Age\nI-1,43\nI-2,42\n')).toEqual({ ...nothing, changedForms: 1, unchanged: 1 })
    expect(await formOf(await idOf('I-1'))).toMatchObject({
      version: 2,
      fields: [
        { key: 'Age', value: '43' },
        { key: 'Note', value: 'a, "b"' },
      ],
    })
  })

  test('with a mistake is refused as a whole, each mistake by row and column', async () => {
    const wrong = 'identifier,Age\nI-3,51\nI-4,old\nI-1,\nI-5,\n'
    expect((await preview(wrong)).mistakes).toMatchObject([
      { row: 3, column: 'Age', reason: 'value.number' },
      { row: 5, column: 'Age', reason: 'text.required' },
    ])
    expect(await refusal(nurse, 'addImport', inputOf(wrong))).toMatchObject({ reason: 'import.mistakes' })
    expect(await idOf('I-3')).toBeUndefined()
  })

  test('names the parameters of a mistake under the caller’s aliases, too', async () => {
    const heading = `identifier,${'x'.repeat(300)}\n`
    const { mistakes } = await run(
      nurse,
      'previewImport',
      inputOf(heading),
      'mistakes { params { key value } aliased: params { name: key text: value } }',
    )
    const [{ params, aliased }] = mistakes
    expect(params.length).toBeGreaterThan(0)
    expect(aliased).toEqual(params.map(({ key, value }: Record<string, string>) => ({ name: key, text: value })))
  })

  test('keeps the values of retired fields', async () => {
    const { studyid } = place
    const one = { studyid, identifier: 'Retiring', fields }
    const { formtypeid } = await run(nurse, 'addFormType', one)
    await add('identifier,Age,Note\nI-1,1,kept\n', { formtypeid })
    const input = { studyid, identifier: 'Retiring', fields: fields.slice(0, 1) }
    await run(nurse, 'updateFormType', { formtypeid, input })
    await add('identifier,Age\nI-1,2\n', { formtypeid })
    const { listForms } = await nurse.ask(forms, { subjectid: await idOf('I-1') })
    expect(listForms.find((form: { formtypeid: string }) => form.formtypeid === formtypeid).fields).toEqual([
      { key: 'Age', value: '2' },
      { key: 'Note', value: 'kept' },
    ])
  })

  test('changes no closed subject, and adds none to a closed study', async () => {
    const { studyid, siteid } = place
    await run(nurse, 'removeSubject', { studyid, subjectid: await idOf('I-2') })
    expect((await preview('identifier,Age\nI-2,1\n')).mistakes).toMatchObject([{ row: 2, column: null }])
    const input = { name: 'A study', status: 'CLOSED' }
    await run(nurse, 'updateStudy', { siteid, studyid, input })
    expect(await refusal(nurse, 'addImport', inputOf('identifier,Age\nI-9,1\n'))).toMatchObject({
      code: 'STUDY_NOT_OPEN',
    })
    expect(await add('identifier,Age\nI-1,44\n')).toMatchObject({ changedForms: 1 })
    await run(nurse, 'updateStudy', { siteid, studyid, input: { ...input, status: 'OPEN' } })
  })
})

describe('a file that cannot be read', () => {
  const zipped = (bytes: Uint8Array) => ({ csv: undefined, gzip: gzipSync(bytes).toString('base64') })

  test.each([
    ['is both csv and gzip', { gzip: '' }, 'import.file'],
    ['is neither', { csv: undefined }, 'import.file'],
    ['is no gzip', { csv: undefined, gzip: 'aaaa' }, 'import.file'],
    ['is of more than 8 MB', zipped(Buffer.alloc(8_000_001, 'a')), 'import.too-large'],
    ['is not UTF-8', zipped(Buffer.from('identifier,Age\nB\xE5rd,1\n', 'latin1')), 'import.encoding'],
    ['has a name of two lines', { filename: 'a\nb' }, 'text.control-characters'],
    ['is of a form type of another study', { formtypeid: 'nosuch' }, 'form-type.missing'],
  ])('since it %s', async (_, more, reason) => {
    expect(await refusal(nurse, 'previewImport', inputOf('identifier,Age\nI-1,1\n', more))).toMatchObject({ reason })
    expect(await refusal(nurse, 'addImport', inputOf('identifier,Age\nI-1,1\n', more))).toMatchObject({ reason })
  })

  test('a form type of a sibling study does not exist', async () => {
    const more = { formtypeid: place.sibling.formtypeid }
    expect(await refusal(nurse, 'addImport', inputOf('identifier\nI-1\n', more))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('5,000 subjects and their forms are imported in one compressed call while other calls are answered', async () => {
  const rows = Array.from({ length: 5_000 }, (_, row) => `M-${row},${row},"=Åse, ${row}"`)
  const gzip = gzipSync(`identifier,Age,Note\n${rows.join('\n')}`).toString('base64')
  const imported = add('', { csv: undefined, gzip })
  let answered = 0
  let isOver = false
  imported.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await run(nurse, 'me')
    answered += 1
  }
  expect(await imported).toEqual({ ...nothing, addedSubjects: 5_000, addedForms: 5_000, unchanged: 0 })
  expect(answered).toBeGreaterThan(3)
  expect(await preview('', { csv: undefined, gzip })).toEqual({ ...nothing, unchanged: 5_000 })
}, 60_000)

test('two imports of the same file at once add its subjects once', async () => {
  const csv = 'identifier,Age\nT-1,1\nT-2,2\n'
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      nurse.call(
        `mutation ($input: ImportInput!) { addImport(input: $input) { addedSubjects unchanged } }`,
        inputOf(csv),
      ),
    ),
  )
  const added = answers.filter(({ data }) => data?.addImport?.addedSubjects === 2)
  expect(added).toHaveLength(1)
  for (const { errors } of answers.filter((answer) => answer.errors))
    expect(errors?.[0]?.extensions.code).toBe('ALREADY_EXISTS')
  expect(await preview(csv)).toEqual({ ...nothing, unchanged: 2 })
})

describe('definitions', () => {
  test('of one study are added to another, once', async () => {
    const { siteid, studyid } = place
    const definitions = await run(nurse, 'getDefinitions', { siteid, studyid })
    expect(JSON.parse(definitions)).toMatchObject({ casebook: 'definitions', format: 2, study: 'A study' })
    const { studyid: made } = await run(nurse, 'addStudy', { siteid, name: 'Made' })
    const selection = 'kind name fields action reason params { key value }'
    const target = { studyid: made, definitions }
    const previewed = await run(nurse, 'previewDefinitions', target, selection)
    expect(new Set(previewed.map(({ action }: { action: string }) => action))).toEqual(new Set(['MAKE']))
    expect(await run(nurse, 'addDefinitions', target, selection)).toEqual(previewed)
    const again = await run(nurse, 'addDefinitions', target, selection)
    expect(new Set(again.map(({ action }: { action: string }) => action))).toEqual(new Set(['SAME']))
    const copy = JSON.parse(await run(nurse, 'getDefinitions', { siteid, studyid: made }))
    const { formTypes, activityTypes, visits } = JSON.parse(definitions)
    expect(visits).not.toEqual([])
    expect(copy).toMatchObject({ formTypes, activityTypes, visits })
  })

  test('name the retired fields and the removed types that they leave out, and the preview lists them', async () => {
    const { siteid } = place
    const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'Long used' })
    const identifier = 'Baseline'
    const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier, fields })
    const input = { studyid, identifier, fields: fields.slice(0, 1) }
    await run(nurse, 'updateFormType', { formtypeid, input })
    const { formtypeid: old } = await run(nurse, 'addFormType', { studyid, identifier: 'Old form', fields })
    await run(nurse, 'removeFormType', { studyid, formtypeid: old })
    const { activitytypeid } = await run(nurse, 'addActivityType', { studyid, description: 'Old walk' })
    await run(nurse, 'removeActivityType', { studyid, activitytypeid })
    const definitions = await run(nurse, 'getDefinitions', { siteid, studyid })
    const { studyid: made } = await run(nurse, 'addStudy', { siteid, name: 'Begun' })
    const selection =
      'leftOutCount definitions { name action } leftOut { sheet row field text reason message params { key value } }'
    const there = { studyid: made, definitions }
    const said = await run(nurse, 'previewDefinitionsFile', there, selection)
    expect(said).toMatchObject({
      leftOutCount: 3,
      definitions: [{ name: identifier, action: 'MAKE' }],
      leftOut: [
        { sheet: identifier, text: fields[1]?.name, reason: 'definitions.retired' },
        { sheet: null, text: 'Old form', reason: 'definitions.removed.form-type' },
        { sheet: null, text: 'Old walk', reason: 'definitions.removed.activity-type' },
      ],
    })
    expect(await run(nurse, 'addDefinitions', there, 'name action')).toEqual(said.definitions)
    // What was made has had nothing else, and a file of an earlier release says nothing of it.
    const copied = await run(nurse, 'getDefinitions', { siteid, studyid: made })
    expect(JSON.parse(copied)).not.toHaveProperty('leftOut')
    const before = { ...there, definitions: copied }
    expect(await run(nurse, 'previewDefinitionsFile', before, selection)).toMatchObject({ leftOut: [] })
    expect(await run(nurse, 'previewDefinitions', before)).toMatchObject([{ name: identifier, action: 'SAME' }])
  })

  test('leave out form types that were never published', async () => {
    const { siteid } = place
    const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'With a draft' })
    await run(nurse, 'addFormType', { studyid, identifier: 'Without fields', fields: [] })
    const dictionary = 'field_name,form_name,field_type,field_label\nid,walking,text,Id\naid,walking,text,Aid\n'
    const gzip = gzipSync(dictionary).toString('base64')
    await run(nurse, 'addFormFile', { input: { studyid, filename: 'walking.csv', gzip } }, 'formTypes { name }')
    expect(await run(nurse, 'listFormTypes', { studyid })).toHaveLength(2)
    const { formTypes } = JSON.parse(await run(nurse, 'getDefinitions', { siteid, studyid }))
    expect(formTypes).toEqual([{ identifier: 'Without fields', fields: [] }])
  })

  test('with a refused one add nothing', async () => {
    const { siteid } = place
    const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'In the way' })
    await run(nurse, 'addFormType', { studyid, identifier: 'Ages', fields: [] })
    const definitions = await run(nurse, 'getDefinitions', { siteid, studyid: place.studyid })
    const previewed = await run(nurse, 'previewDefinitions', { studyid, definitions })
    expect(previewed.filter(({ action }: { action: string }) => action === 'REFUSED')).toMatchObject([
      { name: 'Ages', reason: 'definitions.other' },
    ])
    expect(await refusal(nurse, 'addDefinitions', { studyid, definitions })).toMatchObject({
      reason: 'definitions.refused',
    })
    expect(await run(nurse, 'listFormTypes', { studyid })).toHaveLength(1)
    const other = { studyid, definitions: '{}' }
    expect(await refusal(nurse, 'addDefinitions', other)).toMatchObject({ reason: 'definitions.unreadable' })
  })
})

describe('a study that is closed', () => {
  test('accepts no new subjects and definitions, and the previews say so', async () => {
    const { siteid } = place
    const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'Closed' })
    await run(nurse, 'updateStudy', { siteid, studyid, input: { name: 'Closed', status: 'CLOSED' } })
    const input = { siteid, studyid, filename: 'subjects.csv', csv: 'subjectid\r\nnew-1\r\nnew-2\r\n' }
    expect(await run(nurse, 'previewImport', { input }, outcome)).toMatchObject({
      addedSubjects: 0,
      mistakes: [{ row: 2, column: null, reason: 'study.not-open' }],
    })
    expect(await refusal(nurse, 'addImport', { input })).toMatchObject({ reason: 'study.not-open' })
    const definitions = await run(nurse, 'getDefinitions', { siteid, studyid: place.studyid })
    const previewed = await run(nurse, 'previewDefinitions', { studyid, definitions })
    expect(new Set(previewed.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['study.not-open']))
    expect(await refusal(nurse, 'addDefinitions', { studyid, definitions })).toMatchObject({ reason: 'study.not-open' })
  })
})

test('values that did not fit where a file was exported are counted and listed before, and left out', async () => {
  const { siteid } = place
  const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'With values of long ago elsewhere' })
  const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier: 'Ages', fields })
  const csv = 'identifier,Age,Note,Note.misfit,Shoe.misfit\r\nM-1,41,,long,43\r\nM-2,42,,,44\r\n'
  const input = { siteid, studyid, formtypeid, filename: 'Ages.csv', csv }
  const leftOutColumns = [
    { column: 'Note.misfit', values: 1 },
    { column: 'Shoe.misfit', values: 2 },
  ]
  const expected = { ...nothing, addedSubjects: 2, addedForms: 2, leftOut: 3, leftOutColumns }
  expect(await run(nurse, 'previewImport', { input }, outcome)).toMatchObject(expected)
  expect(await run(nurse, 'addImport', { input }, outcome)).toMatchObject(expected)
})

test('an exported file with a retired field is imported without its values into a study that lacks the field', async () => {
  const { siteid } = place
  const { studyid } = await run(nurse, 'addStudy', { siteid, name: 'Without the retired field' })
  const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier: 'Ages', fields })
  const csv = 'identifier,Age,Note,Arm (retired)\r\nR-1,41,,left\r\n'
  const input = { siteid, studyid, formtypeid, filename: 'Ages.csv', csv }
  const expected = {
    ...nothing,
    addedSubjects: 1,
    addedForms: 1,
    unchanged: 0,
    leftOut: 1,
    leftOutColumns: [{ column: 'Arm (retired)', values: 1 }],
  }
  expect(await run(nurse, 'previewImport', { input }, outcome)).toEqual(expected)
  expect(await run(nurse, 'addImport', { input }, outcome)).toEqual(expected)
})

describe('a file that was exported elsewhere', () => {
  const elsewhere = async (name: string) => {
    const { studyid } = await run(nurse, 'addStudy', { siteid: place.siteid, name })
    const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier: 'Ages', fields })
    return { studyid, formtypeid }
  }

  test('is refused by its ids, named by its origin, and imported if it is said to be from elsewhere', async () => {
    const from = await elsewhere('The origin')
    const csv = `studyid,identifier,formtypeid,version,Age\n${from.studyid},E-1,${from.formtypeid},4,41\n`
    const origin = { siteid: null, ...from, studyName: 'The origin', formTypeName: 'Ages', rows: 1 }
    expect(await preview(csv)).toMatchObject({
      origins: [origin],
      mistakes: [{ row: 2, column: 'studyid', reason: 'import.study.other' }],
    })
    expect(await refusal(nurse, 'addImport', inputOf(csv))).toMatchObject({ reason: 'import.mistakes' })
    expect(await idOf('E-1')).toBeUndefined()
    const expected = { ...nothing, addedSubjects: 1, addedForms: 1, unchanged: 0, origins: [origin] }
    expect(await add(csv, { fromElsewhere: true })).toEqual(expected)
    expect(await preview(csv, { fromElsewhere: true })).toEqual({ ...nothing, unchanged: 1, origins: [origin] })
  })

  test('of another form type of the same study is refused, also as a file from elsewhere', async () => {
    const { studyid } = place
    const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier: 'Same fields', fields })
    const csv = `studyid,identifier,formtypeid,Age\n${studyid},I-1,${formtypeid},41\n`
    const expected = {
      origins: [{ studyName: 'A study', formTypeName: 'Same fields' }],
      mistakes: [{ column: 'formtypeid', reason: 'import.form-type.other' }],
    }
    expect(await preview(csv)).toMatchObject(expected)
    expect(await preview(csv, { fromElsewhere: true })).toMatchObject(expected)
    const withoutStudy = `identifier,formtypeid,Age\nI-1,${formtypeid},41\n`
    expect(await preview(withoutStudy, { fromElsewhere: true })).toMatchObject({ mistakes: expected.mistakes })
    expect(await refusal(nurse, 'addImport', inputOf(withoutStudy, { fromElsewhere: true }))).toMatchObject({
      reason: 'import.mistakes',
    })
  })

  test('names no study of another site', async () => {
    const other = await makePlace(casebook)
    const csv = `studyid,identifier,formtypeid,Age\n${other.studyid},I-1,${other.formtypeid},41\n`
    const { origins } = await preview(csv)
    expect(origins).toMatchObject([{ studyid: other.studyid, studyName: null, formTypeName: null, rows: 1 }])
  })
})

describe('unusual values', () => {
  const csv = 'identifier,Weight\r\nU-1,260\r\nU-2,80\r\n'
  let weights: string
  const weighed = (more: Record<string, unknown> = {}) => ({ formtypeid: weights, filename: 'weights.csv', ...more })

  beforeAll(async () => {
    const { studyid } = place
    const fields = [{ name: 'Weight', type: 'Number', required: false, softMaximum: 200 }]
    weights = (await run(nurse, 'addFormType', { studyid, identifier: 'Weights', fields })).formtypeid
  })

  test('are mistakes with the code UNCONFIRMED until the import says why they are right', async () => {
    expect((await preview(csv, weighed())).mistakes).toMatchObject([
      { row: 2, column: 'Weight', code: 'UNCONFIRMED', reason: 'value.unusual' },
    ])
    expect(await refusal(nurse, 'addImport', inputOf(csv, weighed()))).toMatchObject({ reason: 'import.mistakes' })
    const confirmed = weighed({ confirmed: ' Weighed on two scales ' })
    expect(await add(csv, confirmed)).toEqual({
      ...nothing,
      addedSubjects: 2,
      addedForms: 2,
      confirmed: 1,
      unchanged: 0,
    })
  })

  test('keep their reason with the form and in the history, and an import again changes nothing', async () => {
    const subjectid = await idOf('U-1')
    const query =
      'query ($subjectid: ID!, $formtypeid: ID!) { getForm(subjectid: $subjectid, formtypeid: $formtypeid) { confirmed { key value reason } } }'
    expect((await nurse.ask(query, { subjectid, formtypeid: weights })).getForm.confirmed).toEqual([
      { key: 'Weight', value: '260', reason: 'Weighed on two scales' },
    ])
    const { rows } = await sql<{ reason: string }>`select reason from history where kind = 'form' and id = ${weights}
      and subjectid = ${subjectid}`.execute(unscoped(casebook.services.people))
    expect(rows[0]?.reason).toMatch(/^Import: weights\.csv \(SHA-256 [0-9a-f]{64}\); Weighed on two scales$/)
    expect(await add(csv, weighed())).toEqual({ ...nothing, unchanged: 2 })
  })

  test('each take a reason of their own from the file', async () => {
    const own = 'identifier,Weight,Weight.reason\r\nU-3,270,he is tall\r\n'
    expect(await add(own, weighed())).toMatchObject({ addedForms: 1, confirmed: 1 })
  })

  test('are not confirmed by a reason of more than 1,000 characters', async () => {
    const confirmed = 'x'.repeat(1001)
    expect(await refusal(nurse, 'previewImport', inputOf(csv, weighed({ confirmed })))).toMatchObject({
      code: 'BAD_INPUT',
      field: 'confirmed',
    })
  })
})
