import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
  place = await makePlace(casebook)
  const { siteid, studyid, sibling } = place
  for (const identifier of ['walk-2', 'Walk-1', '100%', 'Sidewalk'])
    await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } })
  await run(nurse, 'addSubjectV2', { input: { siteid, studyid: sibling.studyid, identifier: 'WALK-3' } })
})
afterAll(() => casebook.stop())

async function find(text: string, siteid = place.siteid): Promise<string[]> {
  const found: { identifier: string }[] = await run(nurse, 'findSubjects', { siteid, text }, 'identifier')
  return found.map(({ identifier }) => identifier)
}

test('subjects of all studies of the site are found by a part of their identifier, ignoring case', async () => {
  expect((await find(' WALK ')).toSorted()).toEqual(['Sidewalk', 'WALK-3', 'Walk-1', 'walk-2'])
  expect(await find('walk-1')).toEqual(['Walk-1'])
})

test('the text is not a pattern, and an empty one finds nothing', async () => {
  expect(await find('%')).toEqual(['100%'])
  expect(await find('_')).toEqual([])
  expect(await find('   ')).toEqual([])
})

test('at most twenty are returned, including those that begin with the text', async () => {
  const { siteid, studyid } = place
  for (let number = 10; number < 35; number += 1)
    await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: `a-many-${number}` } })
  await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: 'many' } })
  const found = await find('many')
  expect(found).toHaveLength(20)
  expect(found[0]).toBe('many')
})

test('those that begin with the text come first, then the others, each by name', async () => {
  expect(await find('walk')).toEqual(['Walk-1', 'walk-2', 'WALK-3', 'Sidewalk'])
})

test('other sites and removed studies are not searched', async () => {
  const other = await makePlace(casebook)
  expect(await find('walk', other.siteid)).toEqual([])
  const admin = await addPerson(casebook, 'Ingrid', { groups: ['hp', 'study:admin'] })
  await run(admin, 'removeStudy', { siteid: place.siteid, studyid: place.sibling.studyid })
  expect(await find('walk-3')).toEqual([])
})
