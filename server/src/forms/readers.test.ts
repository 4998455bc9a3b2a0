import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { openLive, until } from '../../test/beds/live.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let second: Casebook
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  second = await startCasebook({ CALLS_PER_MINUTE: '0' }, casebook)
})
afterAll(async () => {
  await second.stop()
  await casebook.stop()
})
beforeEach(async () => {
  place = await makePlace(casebook)
})

const opened: ReturnType<typeof openLive>[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

function openForm(person: AddedPerson, form: Record<string, unknown>) {
  const live = openLive(person)
  opened.push(live)
  return { ...live.watch('onFormReadersUpdates', form), live }
}

const namesFor = async (person: AddedPerson, form: Record<string, unknown>) =>
  (await run(person, 'listFormReaders', form)).map(({ name }: { name: string }) => name)
const nurse = (server: Casebook, name: string) => addPerson(server, name, { groups: ['hp'], sites: [place.siteid] })

test('people at two processes see who else has a form open, and that they leave', async () => {
  const { subjectid, formtypeid } = place
  const form = { subjectid, formtypeid, occurrence: 1 }
  const [kari, lars] = [await nurse(casebook, 'Kari'), await nurse(second, 'Lars')]
  const karis = openForm(kari, form)
  const larses = openForm(lars, form)
  await until('both see the other', async () => {
    const seen = [await namesFor(kari, form), await namesFor(lars, form)]
    return JSON.stringify(seen) === JSON.stringify([['Lars'], ['Kari']])
  })
  expect(await namesFor(kari, { ...form, occurrence: 2 })).toEqual([])
  expect(await namesFor(kari, { ...form, formtypeid: place.freeFormtypeid })).toEqual([])
  const told = karis.changes.length
  await larses.live.close()
  await until('Lars is gone', async () => (await namesFor(kari, form)).length === 0)
  await until('Kari is told', () => karis.changes.length > told)
  expect(karis.changes.at(-1)).toMatchObject({ action: 'UPDATED', subjectid, id: formtypeid })
})

test('whoever loses the site has the form open no more', async () => {
  const { subjectid, formtypeid } = place
  const form = { subjectid, formtypeid }
  const [kari, lars] = [await nurse(casebook, 'Kari'), await nurse(casebook, 'Lars')]
  openForm(lars, form)
  await until('Kari sees Lars', async () => (await namesFor(kari, form)).length === 1)
  await changePerson(casebook, lars.personid, { sites: [(await makePlace(casebook)).siteid] })
  casebook.services.live.publishReadAgain()
  await until('Lars is gone', async () => (await namesFor(kari, form)).length === 0)
})

test('a subject or a form type of another site or study does not exist', async () => {
  const stranger = await addPerson(casebook, 'Siri', {
    groups: ['hp'],
    sites: [(await makePlace(casebook)).siteid],
  })
  const { subjectid, formtypeid, sibling } = place
  expect(await refusal(stranger, 'listFormReaders', { subjectid, formtypeid })).toMatchObject({ code: 'NOT_FOUND' })
  const kari = await nurse(casebook, 'Kari')
  const mixed = { subjectid, formtypeid: sibling.formtypeid }
  expect(await refusal(kari, 'listFormReaders', mixed)).toMatchObject({ code: 'NOT_FOUND' })
  const watched = openForm(kari, mixed)
  await until('it is refused', () => watched.codes.length > 0)
  expect(watched.codes).toEqual(['NOT_FOUND'])
})
