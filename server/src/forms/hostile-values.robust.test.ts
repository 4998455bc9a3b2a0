import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, field, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let place: Place
let nurse: AddedPerson
let colleague: AddedPerson
let formtypeid: string
let codes: string[]
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  const { siteid, studyid } = place
  const coordinator = await addPerson(casebook, 'Astrid', { groups: ['hp', 'study:admin'], sites: [siteid] })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'], sites: [siteid] })
  colleague = await addPerson(casebook, 'Ola', { groups: ['hp'], sites: [siteid] })
  codes = Array.from({ length: 500 }, (_, n) => `c${n}`)
  const options = codes.map((code) => ({ code, label: code }))
  const numbers = Array.from({ length: 100 }, (_, n) =>
    field(`Sum ${n}`, 'Number', { variable: `sum${n}`, calculation: n === 0 ? 'Weight * Weight' : `sum${n - 1} * 10` }),
  )
  const type = {
    studyid,
    identifier: 'Sound',
    fields: [
      field('Remarks', 'String', { multiline: true }),
      field('Weight', 'Number'),
      field('Signs', 'Choice', { multiple: true, options }),
      field('Seen', 'DateTime'),
      field('Day', 'Date'),
      field('Start', 'Time'),
      field('Smokes', 'Boolean'),
      field('Careful', 'String', { showIf: 'Remarks.matches("(a|aa)*(b|a)*c")' }),
      field('Pairs', 'String', { showIf: 'Signs.all(s, s in Signs)' }),
      field('Age', 'Number', { calculation: 'years(Day, Seen)' }),
      ...numbers,
    ],
    checks: [
      {
        expression: 'Seen - Seen < duration("1h") && Start < duration("25h")',
        message: 'No',
        field: 'Seen',
        soft: false,
      },
    ],
  }
  formtypeid = (await run(coordinator, 'addFormType', type, 'formtypeid')).formtypeid
})
afterAll(() => casebook.stop())

const pair = (key: string, value: string) => ({ key, value })
const many = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Values that want to make a sound expression slow, or wrong. */
const hostile: Record<string, () => { key: string; value: string }[]> = {
  'a text that matches takes long for elsewhere': () => [pair('Remarks', 'a'.repeat(20_000))],
  'a text of half a megabyte': () => [pair('Remarks', 'a'.repeat(500_000))],
  'a text of families and flags': () => [pair('Remarks', '👨‍👩‍👧‍👦🇳🇴'.repeat(2000))],
  'one character of many marks': () => [pair('Remarks', `a${'\u0301'.repeat(15_000)}`)],
  'half a character': () => [pair('Remarks', 'a\ud800')],
  'what can’t be stored': () => [pair('Remarks', 'a\0')],
  'digits without end': () => [pair('Weight', '9'.repeat(100_000))],
  'decimals without end': () => [pair('Weight', `0.${'3'.repeat(100_000)}`)],
  'an exponent without end': () => [pair('Weight', `1e${'9'.repeat(1000)}`)],
  'the largest number, squared': () => [pair('Weight', '1.7976931348623157e308')],
  'the least number': () => [pair('Weight', '5e-324')],
  'no number': () => [pair('Weight', 'NaN')],
  'an endless number': () => [pair('Weight', 'Infinity')],
  'a number of another script': () => [pair('Weight', '٣')],
  'all options': () => [pair('Signs', codes.join('|'))],
  'ten thousand options': () => [
    pair(
      'Signs',
      many(10_000)
        .map((n) => `c${n}`)
        .join('|'),
    ),
  ],
  'one option ten thousand times': () => [
    pair(
      'Signs',
      many(10_000)
        .map(() => 'c1')
        .join('|'),
    ),
  ],
  'a time outside of time': () => [pair('Seen', '99999999999999999999')],
  'the last time that a computer knows': () => [pair('Seen', '8640000000000'), pair('Day', '-8639999956800')],
  'a negative clock': () => [pair('Start', '-1:00')],
  'a key of every object': () => [pair('__proto__', '1'), pair('constructor', '1')],
  'ten thousand keys': () => many(10_000).map((n) => pair(`k${n}`, '1')),
  'one key ten thousand times': () => many(10_000).map(() => pair('Weight', '1')),
  'values of what is calculated': () => many(100).map((n) => pair(`Sum ${n}`, '1')),
}

test.each(Object.keys(hostile))('%s is refused in a sentence or harmless, and a colleague goes on', async (name) => {
  const { studyid, siteid } = place
  const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: name } }, 'subjectid')
  const input = { subjectid, formtypeid, fields: hostile[name]?.() ?? [] }
  const [answer, own] = await Promise.all([
    attempt(nurse, 'addForm', { input }, 'fields { key value }'),
    attempt(colleague, 'getSubject', { studyid, subjectid }),
  ])
  expect(own.errors).toBeUndefined()
  for (const { message, extensions } of answer.errors ?? []) {
    expect(message).toMatch(/^\p{Lu}/u)
    expect(extensions.code).toBe('BAD_INPUT')
  }
  if (answer.errors) return
  const stored: { key: string; value: string }[] = answer.data.addForm.fields
  for (const { key, value } of stored) {
    expect(value, key).not.toMatch(/NaN|Infinity|undefined|null/)
    if (key.startsWith('Sum')) expect(Number.isFinite(Number(value)), key).toBe(true)
  }
  // What the server stored, it takes again.
  const again = await attempt(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: stored } }, 'version')
  expect(again.errors).toBeUndefined()
})
