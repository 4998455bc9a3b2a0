import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { field, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { expectHistoryToReplay, readHistory } from '../../test/beds/replay.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place
let formtypeid: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
})
afterAll(() => casebook.stop())

const first = [
  field('a', 'Number'),
  field('b', 'Number'),
  field('Smokes', 'Boolean'),
  field('sum', 'Number', { calculation: 'a + b' }),
]
const second = [
  field('a', 'Number', { required: true, softMaximum: 50 }),
  field('b', 'Number', { showIf: 'Smokes' }),
  field('Smokes', 'Boolean'),
  field('sum', 'Number', { calculation: 'a * 2.0' }),
]

const given = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
async function add(values: Record<string, string>): Promise<string> {
  const { siteid, studyid } = place
  const subject = { siteid, studyid, identifier: crypto.randomUUID(), devices: [], status: 'OPEN' }
  const { subjectid } = await run(nurse, 'addSubjectV2', { input: subject }, 'subjectid')
  await run(nurse, 'addForm', { input: { subjectid, formtypeid, fields: given(values) } })
  return subjectid
}
const type = () => ({ studyid: place.studyid, formtypeid })
const publish = (fields: unknown[]) =>
  run(nurse, 'updateFormType', { formtypeid, input: { studyid: place.studyid, identifier: 'Baseline', fields } })
const form = (subjectid: string) =>
  run(nurse, 'getForm', { subjectid, formtypeid }, 'typeNumber version fields { key value }')
const counts =
  'number outdated ready closed findings { effect reason field forms subjects { subjectid } } renewals { forms }'
const review = (more = {}) => run(nurse, 'reviewFormRenewal', { ...type(), ...more }, counts)

beforeEach(async () => {
  place = await makePlace(casebook)
  const input = { studyid: place.studyid, identifier: 'Baseline', fields: first }
  formtypeid = (await run(nurse, 'addFormType', input, 'formtypeid')).formtypeid
})

test('all forms are brought up to date in one act, and given back what they were', async () => {
  const plain = await add({ a: '1', Smokes: 'true' })
  const dropping = await add({ a: '1', b: '2' })
  const blank = await add({ b: '2' })
  const unusual = await add({ a: '60', Smokes: 'true' })
  const closed = await add({ a: '3' })
  const { siteid, studyid, activitytypeid } = place
  const walk = { subjectid: closed, activitytypeid, startTime: 10, stopTime: 20 }
  await run(nurse, 'addActivity', { input: walk })
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid: closed, status: 'CLOSED' } })
  expect(await review()).toMatchObject({ number: 1, outdated: 0, ready: 0 })
  expect(await refusal(nurse, 'renewForms', type())).toMatchObject({ code: 'CONFLICT', reason: 'form.renewal.none' })

  await publish(second)
  const found = await review()
  expect(found).toMatchObject({ number: 2, outdated: 5, ready: 2, closed: 1, renewals: [] })
  const of = (effect: string, reason: string) =>
    found.findings.find((each: { effect: string; reason: string }) => each.effect === effect && each.reason === reason)
  expect(of('LOOK', 'NOT_ASKED')).toMatchObject({ field: 'b', forms: 1, subjects: [{ subjectid: dropping }] })
  expect(of('LOOK', 'RESULT')).toMatchObject({ field: 'sum', forms: 2 })
  expect(of('REFUSED', 'REQUIRED')).toMatchObject({ field: 'a', subjects: [{ subjectid: blank }] })
  expect(of('REFUSED', 'UNUSUAL')).toMatchObject({ field: 'a', subjects: [{ subjectid: unusual }] })

  const before = (await readHistory(casebook)).at(-1)?.historyid ?? 0
  const { renewalid, ...done } = await run(nurse, 'renewForms', type(), 'renewalid forms by at')
  expect(done).toMatchObject({ forms: 2, by: 'Kari' })
  const entries = await readHistory(casebook, before)
  expect(entries.map(({ kind, action, actor }) => [kind, action, actor])).toEqual(
    Array(2).fill(['form', 'UPDATED', nurse.personid]),
  )
  expect(entries.map(({ after }) => after?.renewalid)).toEqual([renewalid, renewalid])
  expect(await form(dropping)).toEqual({ typeNumber: 2, version: 2, fields: given({ a: '1', sum: '2' }) })
  expect(await form(plain)).toMatchObject({ typeNumber: 2, fields: given({ a: '1', Smokes: 'true', sum: '2' }) })
  expect(await form(blank)).toMatchObject({ typeNumber: 1, version: 1 })
  expect(await form(closed)).toMatchObject({ typeNumber: 1, version: 1 })
  expect(await review()).toMatchObject({ outdated: 3, ready: 0, renewals: [{ forms: 2 }] })

  // What a person saves after it is theirs.
  await run(nurse, 'updateForm', { input: { subjectid: plain, formtypeid, fields: given({ a: '5' }) } })
  expect(await run(nurse, 'undoFormRenewal', { ...type(), renewalid }, 'forms')).toEqual({ forms: 1 })
  expect(await form(dropping)).toEqual({ typeNumber: 1, version: 3, fields: given({ a: '1', b: '2', sum: '3' }) })
  expect(await form(plain)).toMatchObject({ typeNumber: 2, fields: given({ a: '5', sum: '10' }) })
  expect(await refusal(nurse, 'undoFormRenewal', { ...type(), renewalid })).toMatchObject({
    code: 'CONFLICT',
    reason: 'form.renewal.undone',
  })
  await expectHistoryToReplay(casebook)
})

test('one form is brought up to date, and the newest act is listed first', async () => {
  const [one, other] = [await add({ a: '1' }), await add({ a: '2' })]
  await publish(second)
  expect(await review({ subjectid: one })).toMatchObject({ outdated: 1, ready: 1 })
  await run(nurse, 'renewForms', { ...type(), forms: [{ subjectid: one, occurrence: 1 }] })
  expect([(await form(one)).typeNumber, (await form(other)).typeNumber]).toEqual([2, 1])
  await run(nurse, 'renewForms', { ...type(), forms: [{ subjectid: other }] })
  const { renewals } = await run(nurse, 'reviewFormRenewal', type(), 'renewals { renewalid at by forms }')
  expect(renewals).toHaveLength(2)
  expect(renewals[0].renewalid > renewals[1].renewalid).toBe(true)
})

test('a confirmation of the same value still stands', async () => {
  await publish(first.map((each) => (each.name === 'a' ? { ...each, softMaximum: 40 } : each)))
  const subjectid = await add({ a: '1' })
  const confirmed = [{ key: 'a', reason: 'Measured twice' }]
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: given({ a: '60' }), confirmed } })
  await publish(second)
  expect(await review()).toMatchObject({ ready: 1 })
  await run(nurse, 'renewForms', type())
  const { confirmed: kept } = await run(nurse, 'getForm', { subjectid, formtypeid }, 'confirmed { key reason }')
  expect(kept).toEqual(confirmed)
})

test('of forms that repeat, each is one of its own', async () => {
  await run(nurse, 'updateFormType', {
    formtypeid,
    input: { studyid: place.studyid, identifier: 'Baseline', fields: first, repeats: true },
  })
  const subjectid = await add({ a: '1', b: '2' })
  await run(nurse, 'addForm', { input: { subjectid, formtypeid, fields: given({ a: '5', b: '6' }) } })
  await publish(second)
  const values = async () =>
    (await run(nurse, 'listForms', { subjectid }, 'typeNumber fields { key value }')).map(
      ({ typeNumber, fields }: { typeNumber: number; fields: { value: string }[] }) => [
        typeNumber,
        ...fields.map(({ value }) => value),
      ],
    )
  await run(nurse, 'renewForms', { ...type(), forms: [{ subjectid, occurrence: 2 }] })
  expect(await values()).toEqual([
    [1, '1', '2', '3'],
    [expect.any(Number), '5', '10'],
  ])
  const { renewalid, forms } = await run(nurse, 'renewForms', type(), 'renewalid forms')
  expect(forms).toBe(1)
  await run(nurse, 'undoFormRenewal', { ...type(), renewalid })
  expect((await values())[0]).toEqual([1, '1', '2', '3'])
})

test('a form that was removed and put back is given back what it was, and one of a closed subject is not offered', async () => {
  const { siteid, studyid, activitytypeid } = place
  const [back, closed] = [await add({ a: '1', b: '2' }), await add({ a: '3' })]
  const values = async (subjectid: string) => (await form(subjectid)).fields
  const before = await values(back)
  await publish(second)
  const { renewalid } = await run(nurse, 'renewForms', type(), 'renewalid')
  await run(nurse, 'removeForm', { subjectid: back, formtypeid })
  expect((await review()).renewals).toEqual([{ forms: 1 }])
  await run(nurse, 'putBackForm', { subjectid: back, formtypeid })
  await run(nurse, 'addActivity', { input: { subjectid: closed, activitytypeid, startTime: 10, stopTime: 20 } })
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid: closed, status: 'CLOSED' } })
  expect((await review()).renewals).toEqual([{ forms: 1 }])
  expect(await run(nurse, 'undoFormRenewal', { ...type(), renewalid }, 'forms')).toEqual({ forms: 1 })
  expect(await values(back)).toEqual(before)
  expect((await review()).renewals).toEqual([])
})
