import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { write } from '../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
/** Of a type that repeats. */
let ids: { subjectid: string; formtypeid: string }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  ids = { subjectid: place.subjectid, formtypeid: place.freeFormtypeid }
  await run(nurse, 'updateFormType', defined(true))
})
afterAll(() => casebook.stop())

const date = { name: 'date', type: 'Date', required: false }
const defined = (repeats?: boolean) => ({
  formtypeid: place.freeFormtypeid,
  input: { studyid: place.studyid, identifier: 'Event', fields: [date], repeats },
})
const on = (day: number) => [{ key: 'date', value: String(day * 86_400 + 43_200) }]
const add = (day: number, more: object = {}) => run(nurse, 'addForm', { input: { ...ids, fields: on(day), ...more } })
const events = async () =>
  (await run(nurse, 'listForms', { subjectid: ids.subjectid }, 'formtypeid occurrence fields { value }'))
    .filter(({ formtypeid }: Place) => formtypeid === ids.formtypeid)
    .map(({ occurrence, fields: [field] }: { occurrence: number; fields: { value: string }[] }) => [
      occurrence,
      Math.floor(Number(field?.value) / 86_400),
    ])

test('a form type repeats if it says so, and goes on while nobody says otherwise', async () => {
  const { studyid, formtypeid, freeFormtypeid } = place
  const read = (id: string) => run(nurse, 'getFormType', { studyid, formtypeid: id })
  expect([(await read(formtypeid)).repeats, (await read(freeFormtypeid)).repeats]).toEqual([false, true])
  expect(await run(nurse, 'updateFormType', defined())).toMatchObject({ repeats: true })
  const added = { studyid, identifier: 'Fall', fields: [date], repeats: true }
  expect(await run(nurse, 'addFormType', added)).toMatchObject({ repeats: true })
})

test('a draft says whether the type repeats once it is published', async () => {
  const selection = 'repeats draft { repeats }'
  expect(await run(nurse, 'saveFormTypeDraft', defined(), selection)).toEqual({
    repeats: true,
    draft: { repeats: true },
  })
  expect(await run(nurse, 'saveFormTypeDraft', defined(false), selection)).toEqual({
    repeats: true,
    draft: { repeats: false },
  })
  await add(1)
  await add(2)
  const publish = { formtypeid: ids.formtypeid }
  expect(await refusal(nurse, 'publishFormType', publish)).toMatchObject({ code: 'CONFLICT', reason: 'repeats.used' })
  await run(nurse, 'removeForm', { ...ids, occurrence: 2 })
  expect(await run(nurse, 'publishFormType', publish, selection)).toEqual({ repeats: false, draft: null })
})

test('each addition makes the next one, and a number is never used again', async () => {
  expect(await add(1)).toMatchObject({ occurrence: 1, visitid: null })
  expect(await add(2)).toMatchObject({ occurrence: 2 })
  await run(nurse, 'removeForm', { ...ids, occurrence: 2 })
  expect(await add(3)).toMatchObject({ occurrence: 3 })
  await run(nurse, 'putBackForm', { ...ids, occurrence: 2 })
  expect(await events()).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect(await refusal(nurse, 'putBackForm', { ...ids, occurrence: 2 })).toMatchObject({ reason: 'form.taken' })
  expect(await refusal(nurse, 'putBackForm', { ...ids, occurrence: 9 })).toMatchObject({ reason: 'removed.missing' })
})

test('those who add the next one at once get one each, numbered apart', async () => {
  const adding = await Promise.all(Array.from({ length: 8 }, (_, day) => add(day)))
  expect(adding.map(({ occurrence }) => occurrence).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a read without a number returns the first; a write with several says which', async () => {
  await add(1)
  await run(nurse, 'updateForm', { input: { ...ids, fields: on(10) } })
  await add(2)
  expect(await run(nurse, 'getForm', ids)).toMatchObject({ occurrence: 1 })
  expect(await run(nurse, 'getForm', { ...ids, occurrence: 2 })).toMatchObject({ occurrence: 2 })
  expect(await refusal(nurse, 'getForm', { ...ids, occurrence: 3 })).toMatchObject({ reason: 'form.missing' })
  for (const [call, given] of [
    ['updateForm', { input: { ...ids, fields: on(20) } }],
    ['removeForm', ids],
  ] as const)
    expect(await refusal(nurse, call, given)).toMatchObject({ code: 'BAD_INPUT', reason: 'occurrence.which' })
  await run(nurse, 'updateForm', { input: { ...ids, fields: on(20), occurrence: 2, version: 1 } })
  expect(
    await refusal(nurse, 'updateForm', { input: { ...ids, fields: [], occurrence: 2, version: 1 } }),
  ).toMatchObject({ code: 'CONFLICT', current: { version: 2, by: 'Kari' } })
  expect(await events()).toEqual([
    [1, 10],
    [2, 20],
  ])
  await run(nurse, 'removeForm', { ...ids, occurrence: 1 })
  expect(await run(nurse, 'getForm', ids)).toMatchObject({ occurrence: 2 })
})

test('repeating is not turned off while a subject has two', async () => {
  await add(1)
  await add(2)
  expect(await refusal(nurse, 'updateFormType', defined(false))).toMatchObject({ reason: 'repeats.used' })
  await run(nurse, 'removeForm', { ...ids, occurrence: 1 })
  await run(nurse, 'updateFormType', defined(false))
  expect(await refusal(nurse, 'addForm', { input: { ...ids, fields: on(3) } })).toMatchObject({ reason: 'form.taken' })
  expect(await refusal(nurse, 'addForm', { input: { ...ids, fields: on(3), occurrence: 3 } })).toMatchObject({
    reason: 'occurrence.once',
  })
  expect(await refusal(nurse, 'putBackForm', { ...ids, occurrence: 1 })).toMatchObject({ reason: 'form.taken' })
})

test('a type that belongs to a visit has a form in each visit, and one without', async () => {
  const { siteid, studyid, subjectid, formtypeid } = place
  const visitid = `${studyid}-v1`
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    const visit = { siteid, studyid, place: 9, formtypeids: [formtypeid], activitytypeids: [], day: null }
    await tx
      .insertInto('visit')
      .values({ ...visit, visitid, name: 'One', name_key: 'one' })
      .execute()
  })
  const input = { subjectid, formtypeid, fields: on(4), visitid }
  expect(await refusal(nurse, 'addForm', { input: { ...input, ...ids } })).toMatchObject({ reason: 'visit.missing' })
  expect(await run(nurse, 'addForm', { input })).toMatchObject({ visitid, occurrence: 1 })
  expect(await refusal(nurse, 'addForm', { input })).toMatchObject({ reason: 'form.taken' })
  expect(await run(nurse, 'getForm', { subjectid, formtypeid })).toMatchObject({ visitid: null })
  expect(await run(nurse, 'getForm', { subjectid, formtypeid, visitid })).toMatchObject({ visitid })
  await run(nurse, 'removeForm', { subjectid, formtypeid })
  expect(await run(nurse, 'getForm', { subjectid, formtypeid })).toMatchObject({ visitid })
  expect(await refusal(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: on(5) } })).toMatchObject({
    reason: 'form.missing',
  })
  expect(await run(nurse, 'updateForm', { input: { ...input, fields: on(5) } })).toMatchObject({ visitid })
})

test('the counts are of types, and one that lacks something keeps its type from being done', async () => {
  const { studyid, subjectid } = place
  const formsDone = async () =>
    (await run(nurse, 'getSubject', { studyid, subjectid }, 'facts { formsDone cells }')).facts
  await add(1)
  await add(2)
  expect(await formsDone()).toMatchObject({ formsDone: 2 })
  await run(nurse, 'updateFormType', {
    ...defined(),
    input: { ...defined().input, fields: [{ ...date, required: true }] },
  })
  await run(nurse, 'updateForm', { input: { ...ids, fields: on(7), occurrence: 1 } })
  expect((await formsDone()).cells).toHaveLength(4)
})

test('a subject is closed with all of them, named in the snapshot', async () => {
  const { siteid, studyid, subjectid, referencedataid } = place
  await add(1)
  await add(2)
  await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
  const input = { siteid, studyid, subjectid, status: 'CLOSED' }
  const { snapshot } = await run(nurse, 'updateSubject', { input })
  const forms = JSON.parse(snapshot).forms.map(({ identifier, occurrence }: Record<string, unknown>) => [
    identifier,
    occurrence,
  ])
  expect(forms).toEqual(
    expect.arrayContaining([
      ['Event', 1],
      ['Event', 2],
      [place.formtypeid, undefined],
    ]),
  )
})

test('the record of a subject and an import of forms say which one', async () => {
  const { siteid, studyid, subjectid, identifier } = place
  await add(1)
  await add(2)
  const record = JSON.parse(await run(nurse, 'getSubjectRecord', { siteid, studyid, subjectid }))
  const told = record.forms
    .filter(({ formtypeid }: Place) => formtypeid === ids.formtypeid)
    .map(({ occurrence, created_by }: Record<string, unknown>) => [occurrence, created_by])
  expect(told).toEqual([
    [1, 'Kari'],
    [2, 'Kari'],
  ])
  const csv = `identifier,occurrence,date\r\n${identifier},2,1970-02-01\r\n${identifier},5,1970-03-01\r\nNew one,1,1970-01-05\r\nNew one,2,1970-01-06\r\n`
  const input = { siteid, studyid, formtypeid: ids.formtypeid, filename: 'events.csv', csv }
  expect(await run(nurse, 'addImport', { input })).toMatchObject({ addedSubjects: 1, addedForms: 3, changedForms: 1 })
  expect(await events()).toEqual([
    [1, 1],
    [2, 31],
    [5, 59],
  ])
  expect(await run(nurse, 'addImport', { input })).toMatchObject({ addedForms: 0, changedForms: 0, unchanged: 4 })
  expect(await add(9)).toMatchObject({ occurrence: 6 })
})

test('each has a label of its own if wanted, which the history and the record of its subject tell', async () => {
  const { siteid, studyid, subjectid, identifier, formtypeid } = place
  expect(await add(1)).toMatchObject({ occurrence: 1, label: null })
  expect(await add(2, { label: ' Fall on the stairs ' })).toMatchObject({ occurrence: 2, label: 'Fall on the stairs' })
  expect(await refusal(nurse, 'addForm', { input: { ...ids, fields: [], label: 'x'.repeat(101) } })).toMatchObject({
    code: 'BAD_INPUT',
    field: 'label',
  })
  const once = { subjectid, formtypeid, fields: [], label: 'Only one' }
  expect(await refusal(nurse, 'updateForm', { input: once })).toMatchObject({ reason: 'occurrence.label' })
  const change = (more: object) =>
    run(nurse, 'updateForm', { input: { ...ids, occurrence: 2, fields: on(3), ...more } })
  expect(await change({})).toMatchObject({ label: 'Fall on the stairs', version: 2 })
  expect(await change({ label: 'Fall in the kitchen' })).toMatchObject({ label: 'Fall in the kitchen' })
  const history = await run(nurse, 'listHistory', { studyid, subjectid })
  const told = history
    .filter(({ kind, id }: { kind: string; id: string }) => kind === 'form' && id === ids.formtypeid)
    .map(({ after }: { after: string }) => JSON.parse(after).label)
  expect(told).toEqual(['Fall in the kitchen', 'Fall on the stairs', 'Fall on the stairs', undefined])
  const record = JSON.parse(await run(nurse, 'getSubjectRecord', { siteid, studyid, subjectid }))
  expect(record.forms.map(({ label }: { label?: string }) => label)).toEqual(
    expect.arrayContaining([undefined, 'Fall in the kitchen']),
  )
  const csv = `identifier,occurrence,label,date\r\n${identifier},1,Garden,1970-01-02\r\n${identifier},2,Fall in the kitchen,1970-01-04\r\n${identifier},3,,1970-01-04\r\n`
  const input = { siteid, studyid, formtypeid: ids.formtypeid, filename: 'labels.csv', csv }
  expect(await run(nurse, 'addImport', { input })).toMatchObject({ addedForms: 1, changedForms: 1, unchanged: 1 })
  const labels = async () =>
    (await run(nurse, 'listForms', { subjectid }, 'formtypeid label'))
      .filter((form: Place) => form.formtypeid === ids.formtypeid)
      .map(({ label }: { label: string | null }) => label)
  expect(await labels()).toEqual(['Garden', 'Fall in the kitchen', null])
  expect(await change({ label: '' })).toMatchObject({ label: null })
  await run(nurse, 'removeForm', { ...ids, occurrence: 1 })
  await run(nurse, 'putBackForm', { ...ids, occurrence: 1 })
  expect(await labels()).toEqual(['Garden', null, null])
})

test('a label may stay where the type no longer repeats, and no other takes its place', async () => {
  await add(1, { label: 'First' })
  await run(nurse, 'updateFormType', defined(false))
  const change = { ...ids, fields: on(5) }
  expect(await run(nurse, 'updateForm', { input: { ...change, label: 'First' } })).toMatchObject({ label: 'First' })
  expect(await refusal(nurse, 'updateForm', { input: { ...change, label: 'Second' } })).toMatchObject({
    reason: 'occurrence.label',
  })
})
