import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'

type Recorded = { by: 'admin' | 'nurse'; query: string; variables: object; answer: string }

// Calls of a study in which nothing repeats and no visit is planned, one after the other, and their answers as servers gave them before
// there were visits. Recorded at the commit before types could repeat (d4281ec), with all fields that it had. What the calls that write
// whole files say (definitions, the record of a subject) came to tell more with other features; before-visits.test.ts compares exports.
const recorded: Recorded[] = JSON.parse(
  readFileSync(new URL('../fixtures/answers-before-visits.json', import.meta.url), 'utf8'),
)

let casebook: Casebook
let people: Record<Recorded['by'], AddedPerson>
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  people = {
    admin: await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] }),
    nurse: await addPerson(casebook, 'Kari', { groups: ['hp'] }),
  }
})
afterAll(() => casebook.stop())

/** What stands in the recorded texts for ids, in the order of their first appearance. */
const places = new Map<string, string>()
const ids = new Map<string, string>()

function placeOf(id: string): string {
  const known = places.get(id)
  if (known) return known
  const place = `«${places.size + 1}»`
  places.set(id, place)
  ids.set(place, id)
  return place
}

/** The text without what differs each time: ids, times of the calls, and sums over them. A device's row says since when it is worn, in every study. */
function comparable(text: string): string {
  return text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, placeOf)
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '«time»')
    .replace(/\b(179[5-9]|1[89]\d\d)\d{6}\b/g, '«time»')
    .replace(/(\\"snapshot_sha256\\": \\")[\da-f]{64}/g, '$1«sum»')
    .replace(/("kind":"subject_device"[^{}]*?"before":)"(?:[^"\\]|\\.)*"/g, '$1«row»')
}

test('a study that uses neither repeats nor visits gets the answers of before, byte for byte', async () => {
  expect(recorded.length).toBeGreaterThan(150)
  const different: object[] = []
  for (const { by, query, variables, answer } of recorded) {
    const given = JSON.stringify(variables).replace(/«\d+»/g, (each) => ids.get(each) ?? each)
    const body = `{"query":${JSON.stringify(query)},"variables":${given}}`
    const headers = { 'content-type': 'application/json' }
    const answered = await people[by].browser.fetch(`${casebook.origin}/graphql`, { method: 'POST', headers, body })
    const now = comparable(answered.body)
    if (now !== answer) different.push({ query, given, before: answer, now })
  }
  expect(different).toEqual([])
})
