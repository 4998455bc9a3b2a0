import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Choice, choiceMeant, newTypedWord } from './choice-keys.ts'

const answers: Choice[] = [
  { code: '1', label: 'Never' },
  { code: '2', label: 'Rarely' },
  { code: '3', label: 'Not sure' },
  { code: '10', label: 'Always' },
]

test('a letter means the label that begins with it, a digit the code', () => {
  expect(choiceMeant(answers, 'r', -1)).toEqual({ place: 1, isOnly: true })
  expect(choiceMeant(answers, 'A', -1)).toEqual({ place: 3, isOnly: true })
  expect(choiceMeant(answers, '2', 3)).toEqual({ place: 1, isOnly: true })
  expect(choiceMeant(answers, 'x', -1)).toBeUndefined()
})

test('a letter that several labels begin with goes on to the next, and around', () => {
  expect(choiceMeant(answers, 'n', -1)).toEqual({ place: 0, isOnly: false })
  expect(choiceMeant(answers, 'n', 0)).toEqual({ place: 2, isOnly: false })
  expect(choiceMeant(answers, 'n', 2)).toEqual({ place: 0, isOnly: false })
})

test('more letters say which, and stay where they fit', () => {
  expect(choiceMeant(answers, 'no', 2)).toEqual({ place: 2, isOnly: true })
  expect(choiceMeant(answers, 'ne', 2)).toEqual({ place: 0, isOnly: true })
  const alike = [
    { code: 'a', label: 'Nothing' },
    { code: 'b', label: 'Not sure' },
  ]
  expect(choiceMeant(alike, 'no', 1)).toEqual({ place: 1, isOnly: false })
})

test('a whole code comes before longer ones and before labels, and is not the only one while a longer one is possible', () => {
  expect(choiceMeant(answers, '1', 3)).toEqual({ place: 0, isOnly: false })
  expect(choiceMeant(answers, '10', 0)).toEqual({ place: 3, isOnly: true })
  const doses = [
    { code: '1', label: '2 mg' },
    { code: '2', label: '1 mg' },
  ]
  expect(choiceMeant(doses, '1', -1)?.place).toBe(0)
})

test('a whole label comes before longer ones', () => {
  const alike = [
    { code: 'a', label: 'Not sure' },
    { code: 'b', label: 'No' },
  ]
  expect(choiceMeant(alike, 'no', 0)?.place).toBe(1)
})

test('Norwegian letters and capitals do not matter', () => {
  expect(choiceMeant([{ code: 'x', label: 'Øvre' }], 'ø', -1)?.place).toBe(0)
})

function typing(choices: readonly Choice[]) {
  const word = newTypedWord()
  return (key: string, at: number, list: unknown = choices) =>
    word({ key, at, list }, (typed) => choiceMeant(choices, typed, -1))?.place
}

test('digits soon after one another are one code; after a pause or in another list they are not', () => {
  const scale = Array.from({ length: 11 }, (_, n) => ({ code: `${n}`, label: `${n}` }))
  const type = typing(scale)
  expect([type('1', 0), type('0', 300)]).toEqual([1, 10])
  expect([type('1', 5_000), type('0', 6_000)]).toEqual([1, 0])
  expect([type('1', 9_000, 'one'), type('0', 9_100, 'another')]).toEqual([1, 0])
})

test('a key that does not continue the word begins a new one', () => {
  const type = typing(answers)
  expect([type('r', 0), type('a', 100), type('a', 200), type('x', 300), type('1', 400)]).toEqual([
    1,
    1,
    3,
    undefined,
    0,
  ])
})

test('a word is one press, and its first letter typed anew is another', () => {
  const symptoms = ['Cough', 'Fever', 'Fatigue'].map((label, place) => ({ code: `${place + 1}`, label }))
  const meantByWord = newTypedWord()
  const presses = (word: string, from: number) =>
    [...word].map(
      (key, n) =>
        meantByWord({ key, at: from + n * 100, list: 'one' }, (typed) => choiceMeant(symptoms, typed, -1))?.isOnly,
    )
  expect(presses('cough', 0)).toEqual([true, false, false, false, false])
  expect(presses('fev', 5_000)).toEqual([false, true, false])
  expect(presses('cc', 10_000)).toEqual([true, true])
})

test('whatever is typed, what is meant begins with it', () => {
  const text = fc.string({ minLength: 1, maxLength: 3 }).filter((each) => each.trim() === each)
  const choice = fc.record({ code: text, label: text })
  fc.assert(
    fc.property(
      fc.array(choice, { maxLength: 8 }),
      text,
      fc.integer({ min: -1, max: 7 }),
      (choices, typed, current) => {
        const meant = choiceMeant(choices, typed, current)
        const fits = choices.filter((each) =>
          [each.code, each.label].some((begin) => begin.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase())),
        )
        if (meant === undefined) expect(fits).toEqual([])
        else expect(fits).toContain(choices[meant.place])
      },
    ),
  )
})
