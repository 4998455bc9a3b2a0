import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import type { Layout } from '../recording.ts'
import type { Sample } from './head/sample.ts'
import { checkLayout, makePlan } from './make-plan.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const seconds = (iso: string) => Date.parse(iso) / 1000
const utf8 = { gzip: false, encoded: { encoding: 'utf-8', mark: 0 }, lineEnd: '\n' } as const

function sampleOf(lines: readonly string[], more: Partial<Sample> = {}): Sample {
  return { file: utf8, lines, isWhole: true, middle: [], tail: [], totalLines: lines.length, ...more }
}
const plan = (lines: readonly string[], layout: Layout = {}, more: Partial<Sample> = {}, filename = 'x.csv') =>
  makePlan(sampleOf(lines, more), { layout, filename })
const rows = (count: number, line: (i: number) => string) => range(count).map(line)
const wild = (i: number) => `${(i * 7) % 11}.5`
const codeOf = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    return error
  }
  return null
}

test('a table with times is planned with them', () => {
  const table = [
    'time;x;note',
    ...rows(20, (i) => `2026-03-04 10:00:${String(i + 10)};${i},5;${i === 3 ? 'fall' : ''}`),
  ]
  expect(plan(table).plan).toEqual({
    dialect: { delimiter: ';', decimal: ',' },
    encoding: 'utf-8',
    headerRows: 1,
    header: ['time;x;note'],
    cellUnits: [null, null, null],
    width: 3,
    usual: 3,
    time: { form: 'date-time', column: 0 },
    dateOrder: 'ymd',
    origin: { value: seconds('2026-03-04T10:00:10Z'), fraction: 0 },
    scale: 1,
    step: null,
    gap: expect.closeTo(1.5, 6),
    isSingle: false,
    spread: null,
    counter: null,
    channels: [{ column: 1, sparseGap: null }],
    texts: [2],
    states: [],
    stateNames: [],
    isLocal: true,
    empties: [],
  })
})

test('a table without times is planned by its rate, or as one line a second', () => {
  const lines = rows(20, (i) => `${wild(i)},${wild(i + 3)}`)
  expect(plan(['a,b', ...lines]).plan).toMatchObject({
    time: { form: 'none' },
    dateOrder: 'dmy',
    origin: { value: 0, fraction: 0 },
    scale: 1,
    step: 1,
    isSingle: false,
    isLocal: false,
    channels: [
      { column: 0, sparseGap: null },
      { column: 1, sparseGap: null },
    ],
  })
  expect(plan(['Sample Rate: 50', 'a,b', ...lines]).plan).toMatchObject({ step: 0.02, gap: expect.closeTo(0.03, 6) })
  expect(plan(['Sample Rate: 50', 'a,b', ...lines], { rate: 4 })).toMatchObject({ rate: 4, plan: { step: 0.25 } })
  expect(plan(['a,b', ...lines]).rate).toBeNull()
  // Times of its own outweigh what is said above them.
  expect(plan(['Sample Rate: 50', 'time (s),b', ...rows(20, (i) => `${i},${wild(i)}`)]).plan.step).toBeNull()
})

describe('times in numbers', () => {
  const numbers = (first: number, name = 'time (ms)') => [name, ...rows(20, (i) => `${first + 10 * i},${wild(i)}`)]

  test('are counted from the first, unless a start is said for zero', () => {
    expect(plan(numbers(500)).plan).toMatchObject({ origin: { value: 500, fraction: 0 }, scale: 1e-3, isSingle: true })
    const said = plan(['Start: 2026-03-04 10:00:00', ...numbers(500)])
    expect(said.plan.origin).toEqual({ value: 0, fraction: 0 })
    const epoch = plan(['Start: 2026-03-04 10:00:00', ...numbers(1_772_618_400_000)])
    expect(epoch.plan).toMatchObject({ origin: { value: 1_772_618_400_000 }, isLocal: false, isSingle: false })
  })

  test('are of single precision if all of them are', () => {
    const single = (at: (i: number) => number) =>
      plan(['time', ...rows(20, (i) => `${at(i)},${wild(i)}`)]).plan.isSingle
    expect(single((i) => Math.fround(20_000 + i / 100))).toBe(true)
    expect(single((i) => 20_000 + i / 100)).toBe(false)
    expect(single((i) => (i === 7 ? 0.1 : 0) + i)).toBe(false)
  })

  test('that go back, and lines without one, do not change their spacing', () => {
    const bad = [...numbers(0), 'x,1', '5,1', '7,1', '5,1', ...rows(20, (i) => `${200 + 10 * i},${wild(i)}`)]
    expect(plan(bad).spacings[0]?.rate).toBe(100)
    expect(plan(bad).first).toMatchObject({ value: 0 })
    const often = numbers(0).flatMap((line, i) => (i % 5 === 4 ? [line, '5,1.5'] : [line]))
    expect(plan(often, { timeColumn: 0 }).spacings[0]?.rate).toBe(100)
    expect(plan(['time (ms)', 'x,1', ...numbers(30).slice(1)]).first).toMatchObject({ value: 30 })
  })
})

test('times that tell no spacing have a gap after a second', () => {
  expect(plan(['time (s),x', '5,1.5']).plan).toMatchObject({ step: null, gap: 1, channels: [{ column: 1 }] })
})

test('samples with the same time are spread over it', () => {
  const table = ['time,x', ...rows(200, (i) => `2026-03-04T10:00:${String(10 + Math.floor(i / 20))}Z,${wild(i)}`)]
  expect(plan(table).plan).toMatchObject({ spread: { tick: 1, step: 0.05 }, gap: 1.5, isLocal: false })
})

test('a column that most lines leave empty has its own spacing, and its gaps', () => {
  const table = (every: number, seconds: number) => [
    'time (s),x,slow',
    ...rows(200, (i) => `${i * seconds},${wild(i)},${i % every === 0 ? 36 + (i % 7) / 4 : ''}`),
  ]
  const slow = plan(table(10, 0.1))
  expect(slow.plan.channels).toEqual([
    { column: 1, sparseGap: null },
    { column: 2, sparseGap: 5 },
  ])
  expect(slow.spacings.map((spacing) => spacing?.rate)).toEqual([10, 1])
  // Also where lines end before it.
  const short = plan(table(10, 0.1).map((line) => line.replace(/,$/, '')))
  expect(short.spacings.map((spacing) => spacing?.rate)).toEqual([10, 1])
  // At least a second.
  expect(plan(table(10, 0.01)).plan.channels[1]?.sparseGap).toBe(1)
  expect(plan(table(2, 0.1)).plan.channels[1]?.sparseGap).toBeNull()
  // Without times there is nothing to measure it by.
  const untimed = plan(['x,slow', ...rows(200, (i) => `${wild(i)},${i % 10 ? '' : 36.5}`)])
  expect([untimed.plan.channels[1]?.sparseGap, untimed.spacings[1]?.rate]).toEqual([null, 1])
  const once = plan(['time (s),x,slow', ...rows(20, (i) => `${i},${wild(i)},${i === 3 ? 36.5 : ''}`)])
  expect(once.plan.channels[1]?.sparseGap).toBe(5)
})

test('columns of times and counters are no channels; texts, states and empty columns are told apart', () => {
  const table = [
    'date,time,n,x,note,state,,gone,late',
    ...rows(20, (i) => `2026-03-04,10:00:${10 + i},${i},${wild(i)},${i === 4 ? 'fall' : ''},${i < 9 ? 'a' : 'b'},c,,`),
  ]
  const found = plan(table, {}, { tail: ['2026-03-04,11:00:00,99,1.5,,a,c,,36.5'] })
  expect(found.plan).toMatchObject({
    counter: { column: 2, sub: null, subs: 1, modulus: null },
    channels: [{ column: 3 }, { column: 8 }],
    texts: [4, 5, 6],
    states: [5, 6],
    stateNames: ['state', '#7'],
    empties: [7],
  })
  expect(plan(table, {}, { middle: ['2026-03-04,11:00:00,99,1.5,,a,c,7,'] }).plan.empties).toEqual([8])
  expect(plan(table).plan.empties).toEqual([7, 8])
  const sub = plan(['Frame,Sub Frame,x', ...rows(40, (i) => `${Math.floor(i / 4)},${i % 4},${wild(i)}`)])
  expect(sub.plan.channels).toEqual([{ column: 2, sparseGap: null }])
  expect(sub.layout.counterColumn).toEqual([0, 1])
})

test('recordings of an Empatica have their own beginning, unless a header was set', () => {
  const lines = ['1560279825', '4', ...rows(20, (i) => `3${i % 10}.5`)]
  expect(plan(lines, {}, {}, 'TEMP.csv')).toMatchObject({
    empatica: { rate: 4, start: 1_560_279_825 },
    plan: { headerRows: 2, step: 0.25, time: { form: 'none' }, counter: null },
  })
  expect(plan(lines, { headerRows: 2 }, {}, 'TEMP.csv')).toMatchObject({ empatica: null, plan: { step: 1 } })
  const beats = ['1560279825, IBI', ...rows(20, (i) => `${10 + i * 0.75}, 0.75`)]
  expect(plan(beats)).toMatchObject({
    empatica: { rate: null },
    plan: { headerRows: 1, step: null, time: { form: 'number', column: 0, unit: 's' }, origin: { value: 0 } },
  })
  expect(plan(lines.map((line) => `${line};1`)).empatica).toBeNull()
})

describe('the order of dates', () => {
  const ambiguous = ['time,x', ...rows(20, (i) => `3/4/2026 10:00:${10 + i},${wild(i)}`)]
  const order = (lines: readonly string[], layout?: Layout, more?: Partial<Sample>) => {
    const found = plan(lines, layout, more)
    return [found.plan.dateOrder, found.isDateOrderSure]
  }

  test('is what was set, what is declared, or what the dates tell', () => {
    expect(order(ambiguous)).toEqual(['mdy', false])
    expect(order(ambiguous, { dateOrder: 'dmy' })).toEqual(['dmy', true])
    expect(order(['date format dd/MM/yyyy', ...ambiguous])).toEqual(['dmy', true])
    expect(order(ambiguous, {}, { tail: rows(5, () => '13/4/2026 10:00:10,1.5') })).toEqual(['dmy', true])
    expect(order(ambiguous, {}, { middle: rows(5, () => '4/13/2026 10:00:10,1.5') })).toEqual(['mdy', true])
    expect(order(['a,b', ...rows(20, (i) => `${wild(i)},1`)])).toEqual(['dmy', true])
    const declared = ['date format M/d/yyyy', 'a,b', ...rows(20, (i) => `${wild(i)},1`)]
    expect(order(declared)).toEqual(['mdy', true])
    expect(order(['time (s),b', ...rows(20, (i) => `${i},1.5`)])).toEqual(['dmy', true])
  })

  test('is told by the length of the file', () => {
    // Two days of a line each minute.
    const long = ['time,x', ...rows(20, (i) => `3/4/2026 10:${10 + i}:00,${wild(i)}`)]
    const tail = rows(5, (i) => `5/4/2026 10:${10 + i}:00,1.5`)
    expect(order(long, {}, { tail, totalLines: 2 * 1440 })).toEqual(['dmy', true])
    expect(order(long, {}, { tail, totalLines: 61 * 1440 })).toEqual(['mdy', true])
  })
})

describe('lines that are examined', () => {
  test('are two thousand, without empty ones', () => {
    const events = (at: number) => ['time (s),x,e', ...rows(2100, (i) => `${i},${wild(i)},${i === at ? 'fall' : ''}`)]
    expect(plan(events(1999)).plan.texts).toEqual([2])
    expect(plan(events(2000)).plan.texts).toEqual([])
    const blank = events(1999).flatMap((line) => [line, ' '])
    expect(plan(blank).plan.texts).toEqual([2])
  })

  test('are fewer if they are wide', () => {
    const line = (i: number, event = '') =>
      `${range(399)
        .map(() => wild(i))
        .join(',')},${event}`
    // 500 lines have 200,000 cells.
    const table = (at: number) => ['x', ...rows(510, (i) => line(i, i === at ? 'fall' : ''))]
    expect(plan(table(499)).plan.texts).toEqual([399])
    expect(plan(table(500)).plan.texts).toEqual([])
  })
})

test('columns beyond the limit are counted', () => {
  const line = range(limits.channels + 2).map((i) => `${i}.5`)
  const found = plan(['Title', line.join(','), line.join(',')])
  expect(found.plan.channels).toHaveLength(limits.channels)
  expect(found.faults).toEqual([
    { what: 'limit', count: 2, offset: null, line: 1, at: null, detail: `${limits.channels + 2} > ${limits.channels}` },
  ])
  expect(plan([line.slice(1).join(','), line.slice(1).join(',')]).faults).toMatchObject([{ count: 1, line: 0 }])
  expect(plan([line.slice(2).join(','), line.slice(2).join(',')]).faults).toEqual([])
})

describe('without data', () => {
  test.each<[string, readonly string[], number]>([
    ['nothing', [], 1],
    ['words', ['a letter', 'to somebody', 'without numbers'], 3],
    ['only times', ['time,x', ...rows(20, (i) => `10:00:${10 + i},`)], 2],
  ])('a table of %s is refused', (_what, lines, line) => {
    expect(codeOf(() => plan(lines))).toMatchObject({ code: 'no-data', line })
  })

  test('a header that leaves no line is refused', () => {
    const lines = ['a,b', '1,2.5', '2,3.5']
    expect(codeOf(() => plan(lines, { headerRows: 3 }))).toMatchObject({ code: 'no-data', line: 3 })
    expect(plan(lines, { headerRows: 2 }).plan.headerRows).toBe(2)
  })
})

describe('settings', () => {
  test('are told as they are used', () => {
    const dated = ['d,t,x', ...rows(20, (i) => `04.03.2026,10:00:${10 + i},1`)]
    expect(plan(dated, { start: 5, clock: 'utc', rate: 3 }).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: [0, 1],
      dateOrder: 'dmy',
      counterColumn: null,
      rate: 3,
      start: 5,
      clock: 'utc',
    })
    expect(plan(['time (ms),x', ...rows(20, (i) => `${10 * i},${wild(i)}`)]).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: 0,
      timeUnit: 'ms',
      counterColumn: null,
    })
    expect(plan(['a,b', ...rows(20, (i) => `${wild(i)},1`)]).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: null,
      counterColumn: null,
    })
  })

  test.each<[Layout, string | null]>([
    [{}, null],
    [{ timeColumn: null, counterColumn: null }, null],
    [{ timeColumn: 0, counterColumn: [0, 1], headerRows: 0, rate: 1e-5, start: 0 }, null],
    [{ timeColumn: limits.headerBytes, headerRows: 10_000, rate: 1e6 }, null],
    [{ timeColumn: -1 }, 'column'],
    [{ timeColumn: [0, 0.5] }, 'column'],
    [{ counterColumn: limits.headerBytes + 1 }, 'column'],
    [{ headerRows: -1 }, 'headerRows'],
    [{ headerRows: 10_001 }, 'headerRows'],
    [{ rate: -5 }, 'rate'],
    [{ start: Number.NaN }, 'start'],
  ])('%j can apply to a file, or not: %s', (layout, detail) => {
    const refused = codeOf(() => checkLayout(layout))
    if (detail === null) expect(refused).toBeNull()
    else expect(refused).toMatchObject({ code: 'wrong-layout', detail })
  })

  test('need columns that the file has', () => {
    const lines = ['a,b', ...rows(20, (i) => `${i},${wild(i)}`)]
    expect(plan(lines, { timeColumn: 0, counterColumn: null }).plan.channels).toHaveLength(1)
    expect(plan(lines, { counterColumn: 1 }).plan.channels).toEqual([{ column: 0, sparseGap: null }])
    for (const layout of [{ timeColumn: 2 }, { counterColumn: 2 }, { timeColumn: [0, 2] }] as const)
      expect(codeOf(() => plan(lines, layout))).toMatchObject({ code: 'wrong-layout', detail: 'column' })
  })
})
