import { describe, expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { isFault } from '../../recording.ts'
import { withLimits } from '../../testing/survives.ts'
import type { Plan } from './plan.ts'
import { FaultTally, RowParser } from './row-parser.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** A time in the first column and a channel in the second. */
function planOf(more: object = {}): Plan {
  return {
    dialect: { delimiter: ',', decimal: '.' },
    encoding: 'utf-8',
    headerRows: 0,
    header: [],
    cellUnits: [],
    width: 2,
    usual: 2,
    time: { form: 'number', column: 0, unit: 's', isEpoch: false, isUnitSaid: true },
    dateOrder: 'dmy',
    origin: { value: 0, fraction: 0 },
    scale: 1,
    step: null,
    gap: 1.5,
    isSingle: false,
    spread: null,
    counter: null,
    channels: [{ column: 1, sparseGap: null }],
    texts: [],
    states: [],
    stateNames: [],
    isLocal: false,
    empties: [],
    ...more,
  } as unknown as Plan
}
const parserOf = (more: object = {}) => new RowParser(planOf(more))

/** Reads lines, and returns what they were read as. */
function feed(parser: RowParser, ...lines: readonly string[]) {
  let offset = 0
  for (const line of lines) {
    const bytes = new TextEncoder().encode(line)
    parser.readLine(bytes, 0, bytes.length, offset)
    offset += bytes.length + 1
  }
  const items = parser.take()
  return {
    blocks: items.flatMap((item) =>
      isFault(item) ? [] : [[[...(item.times ?? [])], [...item.values], item.continues]],
    ),
    faults: items.filter(isFault),
  }
}

describe('lines', () => {
  test('become a block, and each gap begins another', () => {
    const parser = parserOf()
    expect(feed(parser, '0,1', '1,2', '2.5,3', '4.1,4', '5,5')).toEqual({
      blocks: [
        [[0, 1, 2.5], [1, 2, 3], false],
        [[4.1, 5], [4, 5], false],
      ],
      faults: [],
    })
    expect([parser.rows, parser.line, parser.at]).toEqual([5, 5, 5])
    expect(feed(parser, '6,6').blocks).toEqual([[[6], [6], true]])
  })

  test('of the header are counted and not read, and those that are empty are no fault', () => {
    const parser = parserOf({ headerRows: 2 })
    expect(feed(parser, 'a,b', '5,5', '', '\r', '0,1\r').blocks).toEqual([[[0], [1], false]])
    expect([parser.rows, parser.line]).toEqual([1, 5])
    // A carriage return before the line is not its own.
    parser.readLine(new TextEncoder().encode('\r'), 1, 1, 9)
    expect([parser.take(), parser.rows, parser.line]).toEqual([[], 1, 6])
    expect(feed(parser, 'soon,2\r').faults).toMatchObject([{ detail: 'soon,2' }])
  })

  test('that have other cells are faults', () => {
    const { blocks, faults } = feed(parserOf(), '0,1', '1', '1,2,3', 'time,x', '2,3')
    expect(blocks).toEqual([[[0, 1, 1, 2], [1, Number.NaN, 2, 3], false]])
    expect(faults).toEqual([{ what: 'wrong-line', count: 3, line: 2, offset: 4, at: 1, detail: '1 ≠ 2' }])
  })

  test('without a time, or one that goes back, are left out', () => {
    const { blocks, faults } = feed(parserOf(), '5,1', 'soon,2', '4,3', ',4', '5,5', `${limits.duration},6`, ',')
    expect(blocks).toEqual([[[5, 5], [1, 5], false]])
    expect(faults).toEqual([
      { what: 'wrong-time', count: 4, line: 2, offset: 4, at: 5, detail: 'soon,2' },
      { what: 'time-backwards', count: 1, line: 3, offset: 11, at: 5, detail: '4,3' },
    ])
  })

  test('with words for numbers are read without them, and counted by cells', () => {
    const parser = parserOf({
      width: 3,
      usual: 3,
      channels: [
        { column: 1, sparseGap: null },
        { column: 2, sparseGap: null },
      ],
    })
    const { faults } = feed(parser, '0,1,1', '1,high,low', '2,x,5')
    expect(faults).toEqual([{ what: 'not-a-number', count: 3, line: 2, offset: 6, at: 1, detail: 'high' }])
  })

  test('that end with the file and are too short are cut off', () => {
    const parser = parserOf()
    const last = new TextEncoder().encode('5')
    parser.readLine(last, 0, 1, 70, true)
    expect(parser.take()).toEqual([{ what: 'cut-off', count: 1, line: 1, offset: 70, at: null, detail: '5' }])
    const whole = new TextEncoder().encode('5,6')
    parser.readLine(whole, 0, 3, 71, true)
    expect(parser.rows).toBe(1)
  })

  test('that are too long are counted with their beginning', () => {
    const parser = parserOf()
    parser.skipLine(new TextEncoder().encode(`9${'7'.repeat(200)}`), 9)
    parser.skipLine(new TextEncoder().encode('8'), 300)
    expect(parser.take()).toEqual([
      { what: 'limit', count: 2, line: 1, offset: 9, at: null, detail: `9${'7'.repeat(79)}` },
    ])
    expect(parser.line).toBe(2)
  })

  test('that say something where nothing was expected are told', () => {
    const { faults } = feed(parserOf({ width: 3, usual: 3, empties: [2] }), '0,1,', '1,2,more')
    expect(faults).toEqual([{ what: 'limit', count: 1, line: 2, offset: 5, at: 1, detail: 'more' }])
  })

  test('that are long are told by their beginnings, the first of each kind', () => {
    const more = ','.padEnd(100, '7')
    const { faults } = feed(parserOf(), `5${more}`, `soon${more}`, `4${more}`, `late${more}`, '9,8,9')
    expect(faults.map(({ what, detail, count }) => [what, detail, count])).toEqual([
      ['wrong-time', `soon${more}`.slice(0, 80), 2],
      ['time-backwards', `4${more}`.slice(0, 80), 1],
      ['wrong-line', '3 ≠ 2', 1],
    ])
  })

  test('of which a local clock was changed between are told', () => {
    const clock = { time: { form: 'date-time', column: 0 }, isLocal: true, gap: 3, origin: { value: 0, fraction: 0 } }
    const { blocks, faults } = feed(parserOf(clock), '1970-01-01 03:00:00,1', '1970-01-01 02:00:02,2')
    expect(blocks).toEqual([[[10_800, 10_802], [1, 2], false]])
    expect(faults).toMatchObject([{ what: 'clock-changed', count: 1, line: 2, detail: '-1' }])
  })

  test('with times of single precision have gaps beyond what these can tell apart', () => {
    expect(feed(parserOf({ isSingle: true }), '10000000,1', '10000002,2', '10000005,3').blocks).toEqual([
      [[10_000_000, 10_000_002], [1, 2], false],
      [[10_000_005], [3], false],
    ])
  })

  test('in two encodings are told and noted in theirs', () => {
    const more = { width: 3, usual: 3, texts: [2] }
    const line = [...'0,1,målt'].map((sign) => sign.charCodeAt(0))
    const parser = parserOf({ ...more, encoding: 'windows-1252' })
    parser.readLine(Uint8Array.from(line), 0, line.length, 0)
    const other = parserOf({ ...more, encoding: 'utf-16le' })
    feed(other, '0,1,målt')
    expect([parser, other].map(({ annotations }) => annotations[0]?.text)).toEqual(['målt', 'målt'])
  })

  test('that lost others are after a gap, even if none lasts that long', () => {
    const counter = { column: 0, sub: null, subs: 1, modulus: null }
    const { blocks, faults } = feed(parserOf({ time: { form: 'none' }, step: 1, counter }), '0,1', '1,2', '3,3')
    expect(blocks).toEqual([
      [[], [1, 2], false],
      [[], [3], false],
    ])
    expect(faults).toMatchObject([{ what: 'lost-samples', count: 1, line: 3, at: 1, detail: '1' }])
  })

  test('fill blocks, which continue one another', () =>
    withLimits({ blockSamples: 100 }, () => {
      const { blocks } = feed(parserOf(), ...range(201).map((i) => `${i},1`))
      expect(blocks.map(([times, , continues]) => [(times as number[]).length, continues])).toEqual([
        [100, false],
        [100, true],
        [1, true],
      ])
    }))
})

test('a checkpoint is all that is needed to go on', () => {
  const plan = { time: { form: 'time-of-day', column: 0 }, channels: [{ column: 1, sparseGap: null }] }
  const parser = parserOf(plan)
  feed(parser, '23:59:59,1', '00:00:00,2')
  const times = { row: 2, at: 86_400, counted: null, days: 1, shift: 0, lastTime: null, repeats: 0, isOver: false }
  expect(parser.checkpoint(42)).toEqual({ offset: 42, line: 2, ...times })
  const other = new RowParser(planOf(plan), parser.checkpoint(42))
  expect(feed(other, '00:00:01,3').blocks).toEqual([[[86_401], [3], false]])
  expect(other.line).toBe(3)
})

test('a checkpoint has the time, the counter and the clock of the last line', () => {
  /** Reads lines in one go, and with another parser after each. */
  const both = (more: object, ...lines: readonly string[]) => {
    const whole = parserOf(more)
    const expected = feed(whole, ...lines).faults
    let parser = parserOf(more)
    const found = lines.flatMap((line) => {
      const { faults } = feed(parser, line)
      parser = new RowParser(planOf(more), parser.checkpoint(0))
      return faults
    })
    expect(parser.checkpoint(0)).toEqual(whole.checkpoint(0))
    expect(found.map(({ what, line, detail }) => [what, line, detail])).toEqual(
      expected.map(({ what, line, detail }) => [what, line, detail]),
    )
    return expected.map(({ what }) => what)
  }
  expect(both({}, '5,1', '4,2', '6,3')).toEqual(['time-backwards'])
  expect(both({ spread: { tick: 1, step: 0.25 } }, '5,1', '5,2', '5,3', '6,4', '6,5')).toEqual([])
  const counter = { column: 0, sub: null, subs: 1, modulus: null }
  expect(both({ time: { form: 'none' }, step: 1, counter }, '4,1', '5,2', '8,3', '9,4')).toEqual(['lost-samples'])
  const clock = { time: { form: 'date-time', column: 0 }, isLocal: true, gap: 3 }
  const told = ['03:00:00', '02:00:02', '02:00:04', '02:00:06'].map((time, i) => `1970-01-01 ${time},${i}`)
  expect(both(clock, ...told)).toEqual(['clock-changed'])
  const nights = ['23:00:00', '01:00:00', '23:00:00', '01:00:00', '02:00:00'].map((time, i) => `${time},${i}`)
  expect(both({ time: { form: 'time-of-day', column: 0 } }, ...nights)).toEqual([])
})

describe('texts', () => {
  test('are annotations at their times, and lines of them alone are no samples', () => {
    const parser = parserOf({ width: 3, usual: 3, texts: [2] })
    expect(feed(parser, '0,1,', '0.5,,got up', '1,2,sat down').blocks).toEqual([[[0, 1], [1, 2], false]])
    expect(parser.annotations).toEqual([
      { at: 0.5, duration: null, text: 'got up' },
      { at: 1, duration: null, text: 'sat down' },
    ])
    // An event may be written later than it was.
    expect(feed(parser, '0.7,,late').faults).toEqual([])
    expect(parser.annotations.at(-1)).toMatchObject({ at: 0.7, text: 'late' })
    parser.finish()
    expect(parser.annotations.map(({ at }) => at)).toEqual([0.5, 0.7, 1])
  })

  test('are kept up to a limit, and told beyond it', () =>
    withLimits({ annotations: 2 }, () => {
      const parser = parserOf({ width: 3, usual: 3, texts: [2] })
      const { faults, blocks } = feed(parser, '0,1,stood', '1,2,sat', '2,3,walked', '3,4,ran')
      expect(parser.annotations.map(({ text }) => text)).toEqual(['stood', 'sat'])
      expect(faults).toMatchObject([{ what: 'limit', count: 2, line: 3, detail: 'walked' }])
      expect(blocks).toHaveLength(1)
    }))

  test('are cut after a thousand characters', () => {
    const parser = parserOf({ width: 3, usual: 3, texts: [2] })
    feed(parser, `0,1,${'a'.repeat(1001)}`)
    expect(parser.annotations[0]?.text).toHaveLength(1000)
  })

  test('that repeat are states, each from its first line to the next', () => {
    const parser = parserOf({ width: 3, usual: 3, texts: [2], states: [2], stateNames: ['Stage'] })
    feed(parser, '0,1,wake', '1,1,wake', '2,1,N1', '3,1,', '4,1,N1', '5,1,N1', '9,1,N1', '10,1,N1')
    expect(parser.annotations).toEqual([
      { at: 0, duration: 2, text: 'wake', source: 'Stage' },
      { at: 2, duration: 1, text: 'N1', source: 'Stage' },
      // To the last line before a gap.
      { at: 4, duration: 1, text: 'N1', source: 'Stage' },
    ])
    parser.finish()
    expect(parser.annotations.at(-1)).toEqual({ at: 9, duration: 1, text: 'N1', source: 'Stage' })
  })
})

test('faults of one kind are counted together, each with its first place', () => {
  const tally = new FaultTally()
  expect([tally.has('limit'), tally.take()]).toEqual([false, []])
  tally.add('limit', { line: 3, offset: 7, at: Number.NEGATIVE_INFINITY }, 'x'.repeat(100))
  tally.add('cut-off', { line: null, offset: null, at: null }, '', 5)
  tally.add('limit', { line: 4, offset: 9, at: 2 }, 'y', 2)
  expect([tally.has('limit'), tally.has('wrong-line')]).toEqual([true, false])
  expect(tally.take()).toEqual([
    { what: 'limit', count: 3, line: 3, offset: 7, at: null, detail: 'x'.repeat(80) },
    { what: 'cut-off', count: 5, line: null, offset: null, at: null, detail: '' },
  ])
  expect([tally.has('limit'), tally.take()]).toEqual([false, []])
})
