import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DateOrder } from '../../bytes/time-text.ts'
import { findDateOrder, type Said } from './date-order.ts'

const pad = (part: number) => String(part).padStart(2, '0')

function written(seconds: number, order: DateOrder, separator = '/'): string {
  const at = new Date(seconds * 1000)
  const [year, month, day] = [at.getUTCFullYear(), pad(at.getUTCMonth() + 1), pad(at.getUTCDate())]
  const parts = order === 'dmy' ? [day, month, year] : order === 'mdy' ? [month, day, year] : [year, month, day]
  return `${parts.join(separator)} ${at.toISOString().slice(11, 19)}`
}

const silent: Said = { order: null, days: [] }
const declared = (order: DateOrder): Said => ({ order, days: [] })
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const start = (iso: string) => Date.parse(iso) / 1000
const times = (from: number, count: number, step: number) => Array.from({ length: count }, (_, i) => from + i * step)

/** What the reader sees of a file: its first lines, and some from the middle and the end. */
function texts(all: readonly number[], order: DateOrder, seen = all.length, separator = '/') {
  const write = (part: readonly number[]) => part.map((time) => written(time, order, separator))
  if (seen >= all.length) return { head: write(all), middle: [], tail: [], lines: all.length }
  const half = Math.floor(all.length / 2)
  return {
    head: write(all.slice(0, seen)),
    middle: write(all.slice(half, half + 20)),
    tail: write(all.slice(-20)),
    lines: all.length,
  }
}

test('a day above 12 anywhere decides', () => {
  const eight = times(start('2025-03-10T08:00:00Z'), 8 * 5760, 15)
  expect(findDateOrder(texts(eight, 'dmy', 2000), silent)).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(texts(eight, 'mdy', 2000), silent)).toEqual({ order: 'mdy', isSure: true })
})

test('a midnight decides between days that could be months', () => {
  const night = times(start('2025-03-04T23:00:00Z'), 400, 15)
  expect(findDateOrder(texts(night, 'dmy'), silent)).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(texts(night, 'mdy'), silent)).toEqual({ order: 'mdy', isSure: true })
})

test('a pause over a midnight is likelier than one of a month, and sure if it is short or the order is declared', () => {
  const paused = (until: string) => {
    const all = [...times(start('2025-03-04T23:30:00Z'), 100, 15), ...times(start(until), 100, 15)]
    return texts(all, 'dmy')
  }
  const night = paused('2025-03-06T06:00:00Z')
  expect(findDateOrder(night, silent)).toEqual({ order: 'dmy', isSure: false })
  expect(findDateOrder(night, declared('dmy'))).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(night, declared('mdy'))).toEqual({ order: 'dmy', isSure: false })
  // The last line before it is from 23:54:45.
  expect(findDateOrder(paused('2025-03-05T00:54:45Z'), silent)).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(paused('2025-03-05T00:54:46Z'), silent)).toEqual({ order: 'dmy', isSure: false })
})

test('lines that are hours apart pause for five times as long', () => {
  const hourly = (pause: number) => {
    const first = times(start('2025-03-03T09:00:00Z'), 12, 3600)
    return texts([...first, ...times((first.at(-1) ?? 0) + pause * 3600, 12, 3600)], 'dmy')
  }
  expect(findDateOrder(hourly(5), silent)).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(hourly(6), silent)).toEqual({ order: 'dmy', isSure: false })
})

test('a pause of a month is no midnight', () => {
  const month = [...times(start('2025-03-04T12:00:00Z'), 100, 15), ...times(start('2025-04-04T12:00:00Z'), 100, 15)]
  expect(findDateOrder(texts(month, 'dmy'), silent).isSure).toBe(false)
  expect(findDateOrder(texts(month, 'dmy'), declared('dmy')).isSure).toBe(false)
  expect(findDateOrder(texts(month, 'dmy'), { order: null, days: [start('2025-03-04T00:00:00Z') / 86_400] })).toEqual({
    order: 'dmy',
    isSure: true,
  })
})

test('a day that the file says beyond doubt decides if it is the first or the last', () => {
  const noon = texts(times(start('2025-03-04T12:00:00Z'), 100, 1), 'dmy')
  const of = (...days: readonly string[]) => ({
    order: null,
    days: days.map((day) => start(`${day}T00:00:00Z`) / 86_400),
  })
  expect(findDateOrder(noon, of('2025-03-04'))).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(noon, of('2025-04-03'))).toEqual({ order: 'mdy', isSure: true })
  expect(findDateOrder(noon, { ...of('2025-03-04'), order: 'mdy' })).toEqual({ order: 'dmy', isSure: true })
  // When it was exported, or days of both orders.
  expect(findDateOrder(noon, of('2025-03-05')).isSure).toBe(false)
  expect(findDateOrder(noon, of('2025-03-04', '2025-04-03')).isSure).toBe(false)
  const split = { ...noon, head: noon.head.slice(0, 50), tail: noon.head.slice(50).map(() => '05/03/2025 12:00:00') }
  expect(findDateOrder(split, of('2025-03-05'))).toEqual({ order: 'dmy', isSure: true })
})

test('the length of the file decides where no midnight was seen', () => {
  const eight = times(start('2025-03-01T08:00:00Z'), 8 * 5760, 15)
  expect(findDateOrder(texts(eight, 'dmy', 200), silent)).toEqual({ order: 'dmy', isSure: true })
  expect(findDateOrder(texts(eight, 'mdy', 200), silent)).toEqual({ order: 'mdy', isSure: true })
})

test('the length decides only between orders that it tells apart', () => {
  /** Lines of a minute each, or of so many seconds, from this day to that one. */
  const found = (from: string, to: string, days: number, step = 60) => {
    const at = (day: string, i: number) => `${day}/2026 10:${pad(Math.floor((i * step) / 60))}:${pad((i * step) % 60)}`
    const part = (day: string) => Array.from({ length: 20 }, (_, i) => at(day, i))
    const lines = (days * 86_400) / step
    return findDateOrder({ head: part(from), middle: [], tail: part(to), lines }, silent)
  }
  const [sure, unsure] = [{ order: 'dmy', isSure: true }, { isSure: false }]
  // Two days, or sixty-one.
  for (const days of [1.1, 2, 3.9]) expect(found('3/4', '5/4', days)).toEqual(sure)
  for (const days of [0.7, 0.95, 5, 20]) expect(found('3/4', '5/4', days)).toMatchObject(unsure)
  expect(found('3/4', '5/4', 61)).toEqual({ order: 'mdy', isSure: true })
  expect(found('3/4', '5/4', 2, 1)).toEqual(sure)
  // 121 days, or 35: in between it might be either.
  expect(found('1/2', '2/6', 115)).toEqual(sure)
  for (const days of [60, 80, 95]) expect(found('1/2', '2/6', days)).toMatchObject(unsure)
  expect(found('1/2', '2/6', 35)).toEqual({ order: 'mdy', isSure: true })
})

test('what is declared decides only where the dates say nothing', () => {
  const noon = times(start('2025-03-04T12:00:00Z'), 100, 1)
  expect(findDateOrder(texts(noon, 'dmy'), declared('dmy'))).toEqual({ order: 'dmy', isSure: true })
  const night = times(start('2025-03-04T23:00:00Z'), 400, 15)
  expect(findDateOrder(texts(night, 'dmy'), declared('mdy'))).toEqual({ order: 'dmy', isSure: true })
})

test('where nothing decides it is not sure', () => {
  const noon = times(start('2025-03-04T12:00:00Z'), 100, 1)
  // The likelier order by the sign between its parts is offered.
  expect(findDateOrder(texts(noon, 'dmy'), silent)).toEqual({ order: 'mdy', isSure: false })
  expect(findDateOrder(texts(noon, 'dmy', 100, '-'), silent)).toEqual({ order: 'dmy', isSure: false })
})

test('a date that reads the same both ways, and dates with points, are sure', () => {
  const same = times(start('2025-04-04T12:00:00Z'), 100, 1)
  expect(findDateOrder(texts(same, 'dmy'), silent).isSure).toBe(true)
  const points = times(start('2025-03-04T12:00:00Z'), 100, 1)
  expect(findDateOrder(texts(points, 'dmy', 100, '.'), silent)).toEqual({ order: 'dmy', isSure: true })
})

test('a line in another notation does not change the order', () => {
  const days = times(start('2025-03-20T12:00:00Z'), 100, 1)
  const { head, ...more } = texts(days, 'dmy')
  expect(findDateOrder({ head: [...head, '2025-03-20 12:01:40'], ...more }, silent).order).toBe('dmy')
})

test('no damaged line changes the order', () => {
  const night = times(start('2025-03-04T23:00:00Z'), 400, 15)
  const { head, ...more } = texts(night, 'dmy')
  const damaged = head.map((text, index) => (index % 50 === 7 ? '31/31/2025 00:00:00' : text))
  expect(findDateOrder({ head: damaged, ...more }, silent)).toEqual({ order: 'dmy', isSure: true })
})

test('cells without a date say nothing', () => {
  const empty = ['', 'NA', '-', '12:00:00']
  const years = times(start('2025-03-04T12:00:00Z'), 20, 1)
  const { head, ...more } = texts(years, 'ymd', 20, '-')
  expect(findDateOrder({ head: [...empty, ...head, ...empty], ...more }, silent)).toEqual({
    order: 'ymd',
    isSure: true,
  })
  const late = texts(times(start('2025-03-20T12:00:00Z'), 20, 1), 'dmy')
  expect(findDateOrder({ ...late, head: [...empty, ...late.head, ...empty] }, silent)).toEqual({
    order: 'dmy',
    isSure: true,
  })
})

test('an order fits if nineteen in twenty dates do', () => {
  const found = (damaged: number, count = 20) => {
    const { head, ...more } = texts(times(start('2025-03-20T12:00:00Z'), count - damaged, 1), 'dmy')
    return findDateOrder({ head: [...head, ...Array<string>(damaged).fill('31/31/2025 00:00:00')], ...more }, silent)
  }
  expect(found(1)).toEqual({ order: 'dmy', isSure: true })
  expect(found(2).isSure).toBe(false)
  expect(found(3, 40).isSure).toBe(false)
})

test('where no order fits, days come first, and it is not sure', () => {
  const damaged = Array<string>(20).fill('31/31/2025 00:00:00')
  expect(findDateOrder({ head: damaged, middle: [], tail: [], lines: 20 }, silent)).toEqual({
    order: 'dmy',
    isSure: false,
  })
})

test('what is declared counts only if the dates can be in that order', () => {
  const noon = texts(times(start('2025-03-04T12:00:00Z'), 100, 1), 'dmy')
  expect(findDateOrder(noon, declared('ymd'))).toEqual({ order: 'mdy', isSure: false })
  expect(findDateOrder(noon, declared('mdy'))).toEqual({ order: 'mdy', isSure: true })
})

test('a jump decides only if the other order jumps more than three times as far', () => {
  const jump = (from: string, to: string, sign = '/') => {
    const part = (day: string) => range(20).map((i) => `${day.replace('/', sign)}${sign}2026 10:00:${pad(i)}`)
    return findDateOrder({ head: [...part(from), ...part(to)], middle: [], tail: [], lines: 40 }, silent)
  }
  // One day, or thirty-one.
  expect(jump('4/3', '5/3')).toEqual({ order: 'dmy', isSure: false })
  // 121 days, or 35.
  expect(jump('1/2', '2/6')).toEqual({ order: 'mdy', isSure: false })
  // 90 days, or 34: neither is likelier, and the sign between the parts decides what is offered.
  expect(jump('1/2', '2/5', '-')).toEqual({ order: 'dmy', isSure: false })
  // 35 days, or 121.
  expect(jump('2/1', '6/2', '/')).toEqual({ order: 'dmy', isSure: false })
  // 32 days, or 31.
  expect(jump('4/3', '5/4').isSure).toBe(false)
})

test('a few dates that only one order can read decide, whatever is declared; a single one may be damaged', () => {
  const at = (day: string, count: number) => range(count).map((i) => `${day}/2026 10:00:${pad(i % 60)}`)
  for (const late of ['13/3', '17/3', '28/3']) {
    const found = (said: Said, count: number) =>
      findDateOrder({ head: [...at('12/3', 100), ...at(late, count)], middle: [], tail: [], lines: 105 }, said)
    for (const said of [silent, declared('dmy'), declared('mdy')])
      for (const count of [2, 5]) expect(found(said, count)).toEqual({ order: 'dmy', isSure: true })
    expect(found(silent, 1)).toEqual({ order: 'dmy', isSure: false })
    expect(found(declared('mdy'), 1)).toEqual({ order: 'dmy', isSure: false })
    expect(found(declared('dmy'), 1)).toEqual({ order: 'dmy', isSure: true })
  }
})

test('dates that the one and the other order alone can read decide nothing', () => {
  const head = [...range(100).map(() => '12/3/2026'), '13/3/2026', '14/3/2026', '3/13/2026', '3/14/2026']
  expect(findDateOrder({ head, middle: [], tail: [], lines: 104 }, silent)).toEqual({ order: 'mdy', isSure: false })
})

test('the length decides where a second has several lines, and where the last line is first', () => {
  const part = (day: string) => range(20).map((i) => `${day}/2026 10:00:00.${pad(i)}`)
  const file = { head: part('3/4'), middle: [], tail: part('5/4'), lines: 2 * 86_400 * 100 }
  expect(findDateOrder(file, silent)).toEqual({ order: 'dmy', isSure: true })
  const turned = { ...file, head: file.tail.toReversed(), tail: file.head.toReversed() }
  expect(findDateOrder(turned, silent)).toEqual({ order: 'dmy', isSure: true })
})

test('nothing decides a single date, or one that is repeated', () => {
  for (const count of [1, 20]) {
    const head = Array<string>(count).fill('3/4/2026')
    expect(findDateOrder({ head, middle: [], tail: [], lines: count }, silent)).toEqual({ order: 'mdy', isSure: false })
  }
})

test('a file that is said to be sure is read as it was written', () => {
  const file = fc.record({
    from: fc.integer({ min: start('2001-01-01T00:00:00Z'), max: start('2060-01-01T00:00:00Z') }),
    step: fc.constantFrom(0.5, 1, 15, 30, 60),
    count: fc.integer({ min: 20, max: 3000 }),
    order: fc.constantFrom('dmy', 'mdy' as const),
    seen: fc.integer({ min: 20, max: 400 }),
    separator: fc.constantFrom('/', '-'),
  })
  fc.assert(
    fc.property(file, ({ from, step, count, order, seen, separator }) => {
      const all = times(from, count, step).map(Math.floor)
      const found = findDateOrder(texts(all, order as DateOrder, seen, separator), silent)
      const isSameEitherWay = all.every(
        (time) => new Date(time * 1000).getUTCDate() === new Date(time * 1000).getUTCMonth() + 1,
      )
      if (found.isSure && !isSameEitherWay) expect(found.order).toBe(order)
      // More than a day in one piece always decides.
      if ((all.at(-1) ?? 0) - from > 86_400) expect(found.isSure).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('with pauses, damaged lines and a wrong declaration, what is said to be sure is right', () => {
  const hour = 3600
  const file = fc.record({
    day: fc.integer({ min: 11_323, max: 32_872 }),
    step: fc.constantFrom(1, 15, 60),
    counts: fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 1, maxLength: 3 }),
    pauses: fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 3, maxLength: 3 }),
    order: fc.constantFrom('dmy', 'mdy' as const),
    separator: fc.constantFrom('/', '-'),
    isDeclared: fc.boolean(),
    damaged: fc.array(fc.nat(), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(file, ({ day, step, counts, pauses, order, separator, isDeclared, damaged }) => {
      // Each part begins at eight in the morning, some days after the one before.
      let at = day
      const all = counts.flatMap((count, part) => {
        const from = at * 24 * hour + 8 * hour
        at += (pauses[part] ?? 0) + 1
        return times(from, count, step)
      })
      const drawn = texts(all, order as DateOrder, all.length, separator)
      const head = drawn.head.with((damaged[0] ?? 0) % all.length, '31/31/2025 00:00:00')
      const wrong = order === 'dmy' ? 'mdy' : 'dmy'
      const found = findDateOrder({ ...drawn, head }, isDeclared ? declared(wrong) : silent)
      const isSame = all.every((time) => new Date(time * 1000).getUTCDate() === new Date(time * 1000).getUTCMonth() + 1)
      // Where the dates are silent, a wrong declaration can't be seen through.
      const isSilent = all.every((time) => new Date(time * 1000).getUTCDate() <= 12)
      if (found.isSure && !isSame && !(isDeclared && isSilent)) expect(found.order).toBe(order)
      if (!isSilent && head.filter((text) => Number(text.slice(order === 'dmy' ? 0 : 3).slice(0, 2)) > 12).length > 2)
        expect(found).toEqual({ order, isSure: true })
    }),
    { numRuns: 200 },
  )
})
