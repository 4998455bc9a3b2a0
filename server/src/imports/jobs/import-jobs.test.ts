import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { upload } from '../../../test/beds/files-bed.ts'
import { documentOf, refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { asSuperuser } from '../../../test/beds/replay.ts'

let casebook: Casebook
let place: Place
let nurse: AddedPerson
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp'], sites: [place.siteid] })
}, 60_000)
afterAll(() => casebook.stop())
beforeEach(() => asSuperuser(casebook, 'delete from import_job'))

const input = (filename = 'subjects.csv') => ({ siteid: place.siteid, studyid: place.studyid, filename })
const ids = (importid: string) => ({ studyid: place.studyid, importid })

async function repeatable(name: string, variables: Record<string, unknown>, selection: string, key: string) {
  const { data, errors } = await nurse.call(documentOf(name, selection), variables, { 'idempotency-key': key })
  expect(errors).toBeUndefined()
  return data[name]
}

test('a repeated call with the same key begins one import, and answers as the first did', async () => {
  const add = () => repeatable('addImportJob', { input: input() }, 'importid state objectUrl fields', 'add')
  const first = await add()
  expect(await add()).toEqual(first)
  expect(await run(nurse, 'listImportJobs', { studyid: place.studyid }, 'importid')).toHaveLength(1)
  await upload(first, 'identifier\r\nX-1\r\n')
  const check = () => repeatable('checkImportJob', { input: ids(first.importid) }, 'importid state', 'check')
  expect(await check()).toMatchObject({ importid: first.importid })
  // Also if its file is gone, because it has ended meanwhile.
  await run(nurse, 'cancelImportJob', ids(first.importid), 'state')
  await casebook.services.store.remove(`imports/${first.importid}`)
  expect(await check()).toMatchObject({ importid: first.importid, state: 'CANCELLED' })
  expect(await refusal(nurse, 'checkImportJob', { input: ids(first.importid) })).toMatchObject({
    reason: 'import.job.busy',
  })
})

test('the name of a file is stored as other names are, and not longer than it can be', async () => {
  const family = '👨‍👩‍👧‍👦'
  const named = (filename: string) => run(nurse, 'addImportJob', { input: input(filename) }, 'filename')
  expect(await named('  ages.csv ')).toEqual({ filename: 'ages.csv' })
  expect(await named(` ${'é'.repeat(255)} `)).toEqual({ filename: 'é'.repeat(255) })
  expect(await refusal(nurse, 'addImportJob', { input: input(family.repeat(50)) })).toMatchObject({
    reason: 'text.too-heavy',
    field: 'filename',
  })
})
