import { expect, test } from 'vitest'
import { findFirstUnit, type SaidOfParts } from './first-unit.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const pad = (number: number) => String(number).padStart(2, '0')
const nothing: SaidOfParts = { name: 'time', rate: null, start: null }

/** Times of two parts from this many seconds or minutes on. */
const parts = (from: number, count: number, round = Number.POSITIVE_INFINITY) =>
  range(count).map((i) => `${pad(Math.floor(((from + i) % round) / 60))}:${pad((from + i) % 60)}`)

const cases: readonly (readonly [string, readonly string[], Partial<SaidOfParts>, 'h' | 'min', boolean])[] = [
  ['five minutes or five hours', parts(0, 300), {}, 'min', false],
  ['a quarter of an hour, or one after midnight', parts(37, 15), {}, 'h', false],
  ['up to 45 minutes or hours', parts(0, 2700), {}, 'min', false],
  ['fractions', ['00:00.0', '00:00.1', '00:00.2'], {}, 'min', true],
  ['fractions with a comma', ['21:07,25', '21:07,50'], {}, 'min', true],
  ['a single damaged fraction', [...parts(600, 99), '12:31.5'], {}, 'h', true],
  ['more than sixty of the first', parts(3590, 20), {}, 'min', true],
  ['a clock that begins late', parts(22 * 60 + 13, 90), {}, 'h', true],
  ['a clock that begins again', parts(23 * 60, 120, 24 * 60), {}, 'h', true],
  ['a clock from midnight to midnight', parts(0, 1500, 24 * 60), {}, 'h', true],
  ['minutes that begin again', parts(0, 3700, 3600), {}, 'min', true],
  ['a name with minutes', parts(0, 30), { name: 'Time (mm:ss)' }, 'min', true],
  ['a name with minutes in words', parts(0, 30), { name: 'min:sec' }, 'min', true],
  ['a name with hours', parts(0, 30), { name: 'Tid [hh:mm]' }, 'h', true],
  ['a clock by its name', parts(0, 30), { name: 'Klokkeslett' }, 'h', true],
  ['hours that follow minutes', [...parts(3500, 100), '1:00:00', '1:00:01'], {}, 'min', true],
  ['seconds that are omitted where they are zero', ['00:00', '00:00:30', '00:01', '00:01:30'], {}, 'h', true],
  ['a rate of one in a second', parts(0, 30), { rate: 1 }, 'min', true],
  ['a rate of one in a minute', parts(0, 30), { rate: 1 / 60 }, 'h', true],
  [
    'a rate of four, with equal times',
    range(120).map((i) => `${pad(0)}:${pad(Math.floor(i / 4))}`),
    { rate: 4 },
    'min',
    true,
  ],
  ['a rate that fits neither', parts(0, 30), { rate: 100 }, 'min', false],
  ['a start that the clock shows', parts(0, 30), { start: Date.parse('2026-03-01T00:00:20Z') / 1000 }, 'h', true],
  ['a start at another time', parts(0, 30), { start: Date.parse('2026-03-01T10:00:00Z') / 1000 }, 'min', false],
  ['times of three parts', ['00:00:01', '00:00:02'], {}, 'h', true],
  ['nothing', ['', ''], {}, 'h', true],
]

test.each(cases)('%s', (_, texts, said, unit, isSure) => {
  expect(findFirstUnit([texts], { ...nothing, ...said })).toEqual({ unit, isSure })
})

test('what the middle or the end of a file shows decides', () => {
  expect(findFirstUnit([parts(0, 30), parts(3590, 20), parts(0, 0)], nothing)).toEqual({ unit: 'min', isSure: true })
  const night = parts(23 * 60 + 50, 20, 24 * 60)
  expect(findFirstUnit([parts(0, 30), [], night], nothing)).toEqual({ unit: 'h', isSure: true })
})
