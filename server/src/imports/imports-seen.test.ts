import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let place: Place & { sibling: Place }
let nurse: Person
let other: Person
let ages: string

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  const groups = ['hp', 'study:admin', 'subject:admin'] as const
  const rights = { groups, sites: [place.siteid] }
  nurse = await addPerson(casebook, 'Nurse', rights)
  other = await addPerson(casebook, 'Other', rights)
  const fields = [{ name: 'Age', type: 'Number', required: true }]
  ages = (await run(nurse, 'addFormType', { studyid: place.studyid, identifier: 'Ages', fields })).formtypeid
}, 60_000)
afterAll(() => casebook.stop())

type Row = Record<string, string>

/** A file of one subject with this age, as a CSV file of the format, or of REDCap. */
function fileOf(format: string, identifier: string, age: number) {
  const { siteid, studyid } = place
  const csv =
    format === 'REDCAP'
      ? `record_id,age,ages_complete\n${identifier},${age},2\n`
      : `identifier,Age\n${identifier},${age}\n`
  const formtypeid = format === 'REDCAP' ? null : ages
  return { input: { siteid, studyid, formtypeid, format, filename: 'ages.csv', csv } }
}
type File = ReturnType<typeof fileOf>

const seenOf = async (file: File): Promise<string> => (await run(nurse, 'previewImport', file, 'seen')).seen
const addSeen = (file: File, seen: string) => ({ input: { ...file.input, seen } })
async function ageOf(identifier: string) {
  const subjects: Row[] = await run(nurse, 'listSubjects', { studyid: place.studyid }, 'subjectid identifier')
  const subjectid = subjects.find((one) => one.identifier === identifier)?.subjectid
  const forms = await run(nurse, 'listForms', { subjectid }, 'fields { value }')
  return forms[0]?.fields[0]?.value
}

test.each(['CASEBOOK', 'REDCAP'])('a file (%s) is imported as it was seen', async (format) => {
  const name = `S-own-${format}`
  for (const age of [41, 42]) {
    const file = fileOf(format, name, age)
    await run(nurse, 'addImport', addSeen(file, await seenOf(file)))
    expect(await ageOf(name)).toBe(String(age))
  }
})

test.each(['CASEBOOK', 'REDCAP'])('what a colleague added or changed since it was seen (%s) stays', async (format) => {
  const name = `S-both-${format}`
  for (const [theirs, mine] of [
    [41, 51],
    [42, 52],
  ] as const) {
    const file = fileOf(format, name, mine)
    const seen = await seenOf(file)
    await run(other, 'addImport', fileOf(format, name, theirs))
    expect(await refusal(nurse, 'addImport', addSeen(file, seen))).toMatchObject({
      code: 'CONFLICT',
      reason: 'import.changed',
    })
    expect(await ageOf(name)).toBe(String(theirs))
  }
  const file = fileOf(format, name, 53)
  await run(nurse, 'addImport', addSeen(file, await seenOf(file)))
  expect(await ageOf(name)).toBe('53')
})

test('who says nothing of what was seen imports whatever the file changes', async () => {
  const name = 'S-unsaid'
  const file = fileOf('CASEBOOK', name, 51)
  await seenOf(file)
  await run(other, 'addImport', fileOf('CASEBOOK', name, 41))
  await run(nurse, 'addImport', file)
  expect(await ageOf(name)).toBe('51')
})

test('a file with mistakes is seen as nothing', async () => {
  expect(await run(nurse, 'previewImport', fileOf('CASEBOOK', 'S-0', Number.NaN), 'seen')).toEqual({ seen: null })
})
