import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Annotation } from '../recording.ts'
import { stageOf, tracksOf } from './tracks.ts'

const lasting = (at: number, text: string, source?: string): Annotation => ({
  at,
  duration: 30,
  text,
  ...(source !== undefined && { source }),
})

test('stages of sleep, columns of states, events and marks each have a track', () => {
  const tracks = tracksOf([
    { at: 12, duration: null, text: 'button' },
    lasting(5, 'apnea'),
    lasting(0, 'Sleep stage W'),
    lasting(0, 'REST', 'Interval Status'),
    lasting(0, 'off', 'Off-wrist'),
    { at: 3, duration: 0, text: 'lights off' },
  ])
  expect(tracks.map(({ kind, source, legend }) => [kind, source, legend])).toEqual([
    ['stages', null, ['Sleep stage W']],
    ['states', 'Interval Status', ['REST']],
    ['states', 'Off-wrist', ['off']],
    ['events', null, ['apnea']],
    ['marks', null, ['button', 'lights off']],
  ])
  expect(tracks.at(-1)?.items).toEqual([
    { from: 3, to: 3, text: 1 },
    { from: 12, to: 12, text: 0 },
  ])
})

test.each([
  [['Sleep stage W', 'Sleep stage R', 'Sleep stage N1', 'Sleep stage N2', 'Sleep stage N3', 'Sleep stage ?']],
  [['W', 'REM', '1', '2', '3', '4', 'MT']],
  [[' Sleep stage W ', 'N3', 'N4']],
  [['Wake', 'Sleep N1', 'Sleep N2', 'Sleep N3']],
])('stages stand from awake to deep: %j', (stages) => {
  const backwards = stages.toReversed().map((text, index) => lasting(index * 30, text))
  expect(tracksOf(backwards).map(({ kind, legend }) => [kind, legend])).toEqual([['stages', stages]])
})

test('other texts stand by how often they occur', () => {
  const texts = ['walk', 'rest', 'walk', 'sit', 'sit', 'walk']
  expect(tracksOf(texts.map((text, index) => lasting(index * 100, text)))[0]?.legend).toEqual(['walk', 'sit', 'rest'])
})

test('equal ones that touch are one, and none is lost or longer', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 40 }), (each, gap) => {
      const given = each.map((text, index) => lasting(index * 30 + (index >= gap ? 7 : 0), text))
      const [track] = tracksOf(given)
      const items = track?.items ?? []
      for (const { at, text } of given)
        expect(
          items.filter(({ from, to }) => at + 1 >= from && at + 29 <= to).map((item) => track?.legend[item.text]),
        ).toEqual([text])
      expect(items.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(each.length * 30)
      for (const [index, item] of items.slice(1).entries())
        expect(item.text === items[index]?.text && item.from === items[index]?.to).toBe(false)
    }),
  )
})

test('equal ones with a pause between them stay apart, and those as frequent stand by name', () => {
  const [track] = tracksOf([lasting(0, 'b'), lasting(30.5, 'b'), lasting(100, 'a'), lasting(200, 'a')])
  expect(track?.legend).toEqual(['a', 'b'])
  expect(track?.items.map(({ from, to }) => [from, to])).toEqual([
    [0, 30],
    [30.5, 60.5],
    [100, 130],
    [200, 230],
  ])
})

test('without annotations there are no tracks', () => {
  expect(tracksOf([])).toEqual([])
})

test.each([
  ['Sleep stage N2', 'N2'],
  ['Stage 3', '3'],
  ['wake', 'wake'],
  [' SLEEP-REM ', 'REM'],
  ['Arousal', 'Arousal'],
])('the stage of %s is %s', (text, stage) => {
  expect(stageOf(text)).toBe(stage)
})
