import { expect, test } from 'vitest'
import { completed, completionsAt } from './completions.ts'

const offered = [
  { text: 'weight', detail: 'Body weight' },
  { text: 'height', detail: 'Height' },
  { text: 'round()', detail: 'rounds' },
]
const textsAt = (source: string, caret = source.length) =>
  completionsAt(source, caret, offered).options.map(({ text }) => text)

test('the word before the caret is completed, by variable or by label', () => {
  expect(textsAt('round(we')).toEqual(['weight'])
  expect(textsAt('bod')).toEqual(['weight'])
  expect(textsAt('we / height', 2)).toEqual(['weight'])
})

test('nothing is offered for a whole variable, within quotes, or without a word', () => {
  expect(textsAt('weight')).toEqual([])
  expect(textsAt('smokes == "we')).toEqual([])
  expect(textsAt('smokes == "\\"we')).toEqual([])
  expect(textsAt('weight / ')).toEqual([])
  expect(textsAt('smokes == "x" && we')).toEqual(['weight'])
})

test('a completion replaces the word, and the caret is put where the first argument begins', () => {
  expect(completed('1 + we', { from: 4, to: 6, text: 'weight' })).toEqual({ source: '1 + weight', caret: 10 })
  expect(completed('to', { from: 0, to: 2, text: 'today()' })).toEqual({ source: 'today()', caret: 7 })
  expect(completed('ro + 1', { from: 0, to: 2, text: 'round(, 1)' })).toEqual({ source: 'round(, 1) + 1', caret: 6 })
  expect(completed('fi', { from: 0, to: 2, text: 'filled()' })).toEqual({ source: 'filled()', caret: 7 })
  expect(completed('2 * su', { from: 4, to: 6, text: 'sum([])' })).toEqual({ source: '2 * sum([])', caret: 9 })
})
