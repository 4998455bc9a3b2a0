import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { openLive, until } from '../beds/live.ts'
import { attempt, operations } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, type Place } from '../beds/place.ts'
import { rows } from '../matrix/rows.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const unstorable = ['\0', 'a\0b', '\ud800', 'x\udc00', '\ud83d']
const hostile = [
  '',
  ' ',
  '\u202e',
  'x'.repeat(100_000),
  'e\u0301'.repeat(3_000),
  `'; drop table site; --`,
  '{{7*7}}<%= 7 %>',
  '../../../../etc/passwd',
  '__proto__',
  '"\\',
  '%_',
  '99999999999999999999',
]

/** The paths of all texts in a call's variables, each with the variables in which only that text is replaced. */
function withText(given: unknown, text: string): unknown[] {
  if (typeof given === 'string') return [text]
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, value]) =>
    withText(value, text).map((changed) =>
      Array.isArray(given) ? given.with(Number(key), changed) : { ...given, [key]: changed },
    ),
  )
}

async function codesOf(name: string, variables: Record<string, unknown>): Promise<unknown[]> {
  if (operations.get(name)?.kind !== 'subscription') {
    const { status, errors } = await attempt(admin, name, variables)
    expect(status).toBeLessThan(500)
    return errors?.map(({ message, extensions }) => extensions?.code ?? message) ?? []
  }
  const live = openLive(admin)
  const watched = live.watch(name, variables)
  await until(`${name} is answered`, () => {
    casebook.services.live.publishReadAgain()
    return watched.state.ended !== undefined || watched.changes.length > 0
  })
  await live.close()
  return watched.codes
}

// Calls that end the caller's session take no text.
describe.each([...operations.keys()].filter((name) => rows[name] && !rows[name].endsSession))('%s', (name) => {
  const give = (text: string) => withText(rows[name]?.give(place), text).map((variables) => Object(variables))

  test('refuses a text that can’t be stored, in any argument', async () => {
    for (const text of unstorable) {
      for (const variables of give(text)) {
        const [code] = await codesOf(name, variables)
        // GraphQL itself refuses invalid enumeration values.
        const isRefused = code === 'BAD_INPUT' || String(code).startsWith('Variable "$')
        expect(isRefused, `${JSON.stringify(variables)}: ${code}`).toBe(true)
      }
    }
  })

  test('never fails on a text, in any argument', async () => {
    for (const text of hostile) {
      for (const variables of give(text)) {
        expect(await codesOf(name, variables), JSON.stringify(variables).slice(0, 300)).not.toContain('INTERNAL')
      }
    }
  })
})
