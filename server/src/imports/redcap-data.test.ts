import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any type.
type Row = Record<string, any>

let casebook: Casebook
let admin: AddedPerson
let place: Place
let visitid: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  const { studyid } = place
  const field = (name: string, type: string, more = {}) => ({ name, type, required: false, ...more })
  const days = [
    { code: '0', label: 'Monday' },
    { code: '1', label: 'Tuesday' },
  ]
  const diary = await run(admin, 'addFormType', {
    studyid,
    identifier: 'Diary',
    fields: [field('pain', 'Number', { maximum: 10 }), field('days', 'Choice', { multiple: true, options: days })],
  })
  const falls = await run(admin, 'addFormType', {
    studyid,
    identifier: 'Falls',
    repeats: true,
    fields: [field('fell', 'Date')],
  })
  const own = {
    visitid: place.visitid,
    name: 'First day',
    day: 0,
    formtypeids: [place.formtypeid],
    activitytypeids: [],
  }
  const types = { formtypeids: [diary.formtypeid, falls.formtypeid], activitytypeids: [] }
  const [, week4] = await run(admin, 'updateVisits', {
    studyid,
    visits: [own, { name: 'Week 4 (Arm 2: Drug B)', day: 28, ...types }],
  })
  visitid = week4.visitid
})
afterAll(() => casebook.stop())

const head =
  'record_id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,pain,days___0,days___1,diary_complete,fell'
const input = (rows: string[]) => {
  const { siteid, studyid } = place
  return { input: { siteid, studyid, format: 'REDCAP', filename: 'data.csv', csv: [head, ...rows, ''].join('\n') } }
}
const rows = [
  'R-1,week_4_arm_2,,,7,1,1,1,',
  'R-1,week_4_arm_2,falls,1,,,,,2026-11-01',
  'R-1,week_4_arm_2,falls,2,,,,,2026-11-02',
  'R-2,week_4_arm_2,,,,0,1,2,',
]

test('the rows of a REDCap project become subjects with forms in their visits, and change nothing again', async () => {
  const { siteid, studyid } = place
  const would = { addedSubjects: 2, addedForms: 4, changedForms: 0, mistakes: [], leftOut: 1 }
  const whole = 'addedSubjects addedForms changedForms leftOut leftOutColumns { column values } mistakes { row }'
  expect(await run(admin, 'previewImport', input(rows), whole)).toEqual({
    ...would,
    leftOutColumns: [{ column: 'diary_complete', values: 1 }],
  })
  expect(await run(admin, 'addImport', input(rows), whole)).toMatchObject(would)
  const subjects: Row[] = await run(admin, 'listSubjects', { studyid }, 'subjectid identifier')
  const idOf = (identifier: string) => subjects.find((one) => one.identifier === identifier)?.subjectid
  const formsOf = async (identifier: string) =>
    (await run(admin, 'listForms', { subjectid: idOf(identifier) }, 'visitid occurrence fields { key value }')).map(
      ({ fields, ...form }: Row) => [form.visitid, form.occurrence, ...fields.map((one: Row) => one.value)],
    )
  expect(await formsOf('R-1')).toEqual([
    [visitid, 1, '7', '0|1'],
    [visitid, 1, String(Date.UTC(2026, 10, 1, 12) / 1000)],
    [visitid, 2, String(Date.UTC(2026, 10, 2, 12) / 1000)],
  ])
  expect(await formsOf('R-2')).toEqual([[visitid, 1, '1']])
  expect(await run(admin, 'addImport', input(rows))).toMatchObject({ addedSubjects: 0, addedForms: 0, unchanged: 4 })
  const changed = rows.map((row) => row.replace(',7,', ',8,'))
  expect(await run(admin, 'addImport', input(changed))).toMatchObject({ changedForms: 1, unchanged: 3 })
  const history = await run(admin, 'listHistory', { studyid, subjectid: idOf('R-1') }, 'reason')
  expect(history[0].reason).toMatch(/^Import: data\.csv \(SHA-256 /)
  expect(await run(admin, 'getStudy', { siteid, studyid }, 'subjectCount')).toMatchObject({
    subjectCount: subjects.length,
  })
})

test('mistakes are told by row and column before anything is made, and nothing is', async () => {
  const { studyid } = place
  const wrong = ['R-1,week_4_arm_2,,,11,1,0,,', 'R-1,week_5_arm_2,,,1,,,,', 'R-2,week_4_arm_2,falls,1,,,,,soon']
  const { mistakes } = await run(admin, 'previewImport', input(wrong), 'mistakes { row column reason }')
  expect(mistakes.map(({ row, column, reason }: Row) => [row, column, reason])).toEqual([
    [2, 'pain', 'value.maximum'],
    [3, 'redcap_event_name', 'import.redcap.event'],
    [4, 'fell', 'import.value.date'],
  ])
  expect(await refusal(admin, 'addImport', input(wrong))).toMatchObject({ reason: 'import.mistakes' })
  const subjects: Row[] = await run(admin, 'listSubjects', { studyid }, 'identifier')
  expect(subjects.some(({ identifier }) => identifier === 'R-1')).toBe(false)
})

test('a closed study takes no new subject, and the row of the file that has it is named', async () => {
  const { siteid, studyid } = place
  await run(admin, 'addImport', input(rows.slice(0, 3)))
  await run(admin, 'updateStudy', { siteid, studyid, input: { name: 'Closed', status: 'CLOSED' } })
  const { mistakes } = await run(admin, 'previewImport', input(rows), 'mistakes { row reason }')
  expect(mistakes).toEqual([{ row: 5, reason: 'study.not-open' }])
})

test('another site’s study is not found', async () => {
  const other = await makePlace(casebook)
  const elsewhere = await addPerson(casebook, 'Else', { groups: ['hp'], sites: [other.siteid] })
  expect(await refusal(elsewhere, 'previewImport', input(rows))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(elsewhere, 'addImport', input(rows))).toMatchObject({ code: 'NOT_FOUND' })
})
