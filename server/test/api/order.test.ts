import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareNames } from '@casebook/domain/shared/names/names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { freshDatabase } from '../beds/database.ts'
import { run } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'

let casebook: Casebook
let admin: AddedPerson
beforeAll(async () => {
  // A database with Norwegian collation, unlike the embedded one.
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-'))
  casebook = await startCasebook({}, { database: await freshDatabase('nb'), dataDir })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin'] })
})
afterAll(async () => {
  await casebook.stop()
  await rm(casebook.dataDir, { recursive: true })
})

const names = ['Zebra', 'apple', 'Ålesund', 'émigré', 'Apple 2', 'a-b', 'ab', '_x', 'øre', 'B', 'b2', '10', '9']
const expected = names.toSorted(compareNames)

test('lists are in the order that browsers use, whatever the database’s collation', async () => {
  await run(admin, 'addSite', { identifier: 'first', name: 'x' })
  const siteid = 'first'
  const { studyid } = await run(admin, 'addStudy', { siteid, name: 'x' })
  for (const name of names) {
    await run(admin, 'addStudy', { siteid, name })
    await run(admin, 'addActivityType', { studyid, description: name })
    await run(admin, 'addFormType', { studyid, identifier: name, fields: [] })
    await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: name } })
  }
  const listed = async (operation: string, variables: Record<string, unknown>, field: string) => {
    const rows: Record<string, string>[] = await run(admin, operation, variables, field)
    return rows.map((row) => row[field]).filter((name) => name !== 'x')
  }
  expect(await listed('listStudies', { siteid }, 'name')).toEqual(expected)
  expect(await listed('listActivityTypes', { studyid }, 'description')).toEqual(expected)
  expect(await listed('listFormTypes', { studyid }, 'identifier')).toEqual(expected)
  expect(await listed('listSubjects', { studyid }, 'identifier')).toEqual(expected)
  const nested = await run(
    admin,
    'getStudy',
    { siteid, studyid },
    'activitytypes { description } formtypes { identifier } subjects { identifier }',
  )
  expect(nested.activitytypes.map(({ description }: { description: string }) => description)).toEqual(expected)
  expect(nested.formtypes.map(({ identifier }: { identifier: string }) => identifier)).toEqual(expected)
  expect(nested.subjects.map(({ identifier }: { identifier: string }) => identifier)).toEqual(expected)
})
