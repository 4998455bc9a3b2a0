import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutDays, withGaps } from './day-layout.ts'

const zone = 'Europe/Oslo'
const nine = 1_792_479_600
const made = (activitytypeid: string, startTime: number, stopTime: number) => ({
  activitytypeid,
  startTime,
  stopTime,
  referenceData: [],
})

test('activities are in order and to scale, with the gaps between them', () => {
  const [day] = layOutDays([made('b', nine + 1200, nine + 1800), made('a', nine, nine + 600)], [], zone)
  expect(day?.day).toBe('2026-10-20')
  expect(day?.activities.map(({ of }) => of.activitytypeid)).toEqual(['a', 'b'])
  const [first, second] = day?.activities ?? []
  if (!first || !second) throw new Error('two bars are missing')
  expect(second.to - second.from).toBeCloseTo(first.to - first.from)
  expect(day?.gaps).toEqual([{ from: first.to, to: second.from, seconds: 600 }])
  expect(day?.activityLanes).toBe(1)
})

test('the list has each gap before the activity that ends it, as in the picture', () => {
  const [first, within] = [made('a', nine, nine + 600), made('b', nine + 300, nine + 400)]
  const [later, both] = [made('c', nine + 1200, nine + 1800), made('d', nine + 1200, nine + 1300)]
  const tomorrow = made('e', nine + 86_400, nine + 86_460)
  expect(withGaps([tomorrow, later, both, within, first], zone)).toEqual([
    first,
    within,
    { from: nine + 600, to: nine + 1200 },
    both,
    later,
    tomorrow,
  ])
})

test('overlapping activities have separate lanes', () => {
  const [day] = layOutDays([made('a', nine, nine + 600), made('b', nine + 300, nine + 900)], [], zone)
  expect(day?.activities.map(({ lane }) => lane)).toEqual([0, 1])
  expect(day?.gaps).toEqual([])
})

test('each day of the zone is drawn separately', () => {
  const days = layOutDays([made('a', nine, nine + 60), made('b', nine + 86_400, nine + 86_460)], [], zone)
  expect(days.map(({ day }) => day)).toEqual(['2026-10-20', '2026-10-21'])
})

test('a file an hour off is drawn beside its activity, one of another day is not', () => {
  const file = (referencedataid: string, from: number) => ({
    referencedataid,
    filename: 'arm.csv',
    activity: 'a',
    span: { from, to: from + 600 },
  })
  const [day] = layOutDays([made('a', nine, nine + 600)], [file('near', nine + 3600), file('far', nine + 90_000)], zone)
  expect(day?.files.map(({ of }) => of.referencedataid)).toEqual(['near'])
  expect(day?.files[0]?.from).toBeGreaterThan(day?.activities[0]?.to ?? 100)
})

test('bars stay inside and never overlap in a lane, and ticks are few', () => {
  const activity = fc.record({
    start: fc.integer({ min: 0, max: 80_000 }),
    length: fc.integer({ min: 1, max: 20_000 }),
  })
  fc.assert(
    fc.property(fc.array(activity, { minLength: 1, maxLength: 8 }), (many) => {
      const all = many.map(({ start, length }, at) => made(String(at), nine + start, nine + start + length))
      const days = layOutDays(all, [], zone)
      expect(days.flatMap(({ activities }) => activities)).toHaveLength(all.length)
      for (const { activities, ticks } of days) {
        expect(ticks.length).toBeLessThanOrEqual(9)
        for (const one of activities) {
          expect(one.from).toBeGreaterThanOrEqual(0)
          expect(one.to).toBeLessThanOrEqual(100)
          const others = activities.filter((other) => other !== one && other.lane === one.lane)
          expect(others.every((other) => other.to <= one.from + 1e-9 || other.from >= one.to - 1e-9)).toBe(true)
        }
      }
    }),
  )
})

test('an activity of several weeks has few ticks, which are days', () => {
  const [day] = layOutDays([made('a', nine, nine + 38 * 86_400)], [], zone)
  const texts = day?.ticks.map(({ text }) => text) ?? []
  expect(texts.length).toBeGreaterThan(4)
  expect(texts.length).toBeLessThanOrEqual(9)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/^\d\d-\d\d$/)
})
