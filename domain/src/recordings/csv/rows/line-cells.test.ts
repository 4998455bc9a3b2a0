import { describe, expect, test } from 'vitest'
import { LineCells } from './line-cells.ts'
import type { Plan } from './plan.ts'
import { RowBuffer } from './row-buffer.ts'

const utf8 = new TextDecoder()
type More = Partial<Omit<Plan, 'channels' | 'dialect'>> & {
  channels?: readonly number[]
  delimiter?: string
  decimal?: string
}

/** Reads lines with one plan; `rowOf` has the samples of the last. */
function reader({ channels = [], delimiter = ',', decimal = '.', ...more }: More) {
  const plan = {
    dialect: { delimiter, decimal },
    width: 4,
    time: { form: 'none' },
    dateOrder: 'dmy',
    counter: null,
    cellUnits: [],
    texts: [],
    states: [],
    empties: [],
    step: null,
    channels: channels.map((column) => ({ column, sparseGap: null })),
    ...more,
  } as unknown as Plan
  const cells = new LineCells(plan, utf8)
  const buffer = new RowBuffer(plan)
  return {
    cells,
    read(line: string) {
      const bytes = new TextEncoder().encode(`before${line}after`)
      buffer.clearRow()
      return cells.read(bytes, 6, bytes.length - 5, buffer)
    },
    rowOf: () => channels.map((_, channel) => buffer.cells[channel * buffer.capacity + buffer.rows]),
    buffer,
  }
}

describe('samples', () => {
  test('are those of the columns of channels, in the next row', () => {
    const { read, rowOf, cells, buffer } = reader({ channels: [2, 0] })
    buffer.rows = 3
    expect(read('1,x,2.5,3')).toBe(4)
    expect(rowOf()).toEqual([2.5, 1])
    expect([cells.filled, cells.wrong, cells.hasTime, cells.isEvent]).toEqual([2, 0, false, false])
  })

  test('that are missing are not wrong, and those that are no numbers are counted from the first', () => {
    const { read, rowOf, cells } = reader({ channels: [0, 1, 2, 3] })
    expect(read('NaN,bad,1,"also bad"')).toBe(4)
    expect(rowOf()).toEqual([Number.NaN, Number.NaN, 1, Number.NaN])
    expect([cells.filled, cells.wrong, cells.wrongStart, cells.wrongStop]).toEqual([1, 2, 6 + 4, 6 + 7])
    read('1,2,3,4')
    expect([cells.filled, cells.wrong]).toEqual([4, 0])
  })

  test('are in as many cells as a line has', () => {
    const { read, rowOf } = reader({ channels: [0, 3] })
    expect(read('1')).toBe(1)
    expect(rowOf()).toEqual([1, Number.NaN])
    expect(read('1,2,')).toBe(3)
    // Nothing follows a last delimiter.
    expect(read('1,2,3,4,')).toBe(4)
    expect(read('1,2,3,4,5')).toBe(5)
    expect(read('1,2,3,4,,')).toBe(6)
    expect(rowOf()).toEqual([1, 4])
  })

  test('may be between any number of spaces', () => {
    const { read, rowOf } = reader({ channels: [0, 1], delimiter: ' ', width: 2 })
    expect(read('  1   2.5  ')).toBe(2)
    expect(rowOf()).toEqual([1, 2.5])
    expect(read('1 2 3')).toBe(3)
    expect(read('1 ')).toBe(1)
  })

  test('may have a decimal comma', () => {
    const { read, rowOf } = reader({ channels: [0, 1], delimiter: ';', decimal: ',' })
    read('1,5;2')
    expect(rowOf()).toEqual([1.5, 2])
  })
})

describe('the time', () => {
  test('may be a number', () => {
    const { read, cells } = reader({ time: { form: 'number', column: 1, unit: 's', isEpoch: false, isUnitSaid: true } })
    read('x,12.5,y')
    expect([cells.time, cells.hasTime, cells.seconds]).toEqual([12.5, true, Number.NaN])
    read('x,,y')
    expect([cells.time, cells.hasTime]).toEqual([Number.NaN, false])
    read('x,soon')
    expect(cells.hasTime).toBe(false)
  })

  test('may be a text', () => {
    const at = Date.parse('2026-02-01T10:00:00Z') / 1000
    for (const form of ['date-time', 'time-of-day'] as const) {
      const { read, cells } = reader({ time: { form, column: 0 } })
      read('"1/2/2026 10:00:00.5",1')
      expect([cells.seconds, cells.fraction, cells.hasTime, Number.isNaN(cells.time)]).toEqual([at, 0.5, true, true])
      read('soon,1')
      expect([cells.seconds, cells.fraction, cells.hasTime]).toEqual([Number.NaN, 0, false])
    }
  })

  test('may be a date and a time, in either order', () => {
    const at = Date.parse('2026-02-01T10:00:30Z') / 1000
    const first = reader({ time: { form: 'date-and-time', date: 0, time: 2 } })
    first.read('1/2/2026,x,10:00:30.25')
    expect([first.cells.seconds, first.cells.fraction]).toEqual([at, 0.25])
    const second = reader({ time: { form: 'date-and-time', date: 2, time: 0 } })
    second.read('10:00:30.25,x,1/2/2026')
    expect([second.cells.seconds, second.cells.fraction]).toEqual([at, 0.25])
    // Half a time is none, whichever half is there.
    for (const line of ['1/2/2026,x,soon', '1/2/2026,x,', '1/2/2026', 'soon,x,10:00:30', ',x,10:00:30']) {
      first.read(line)
      expect([first.cells.hasTime, first.cells.seconds], line).toEqual([false, Number.NaN])
    }
    for (const line of ['soon,x,1/2/2026', ',x,1/2/2026']) {
      second.read(line)
      expect(second.cells.hasTime, line).toBe(false)
    }
    second.read('10:00:31.5,x,1/2/2026')
    expect([second.cells.seconds, second.cells.fraction]).toEqual([at + 1, 0.5])
  })
})

test('a counter has one column or two', () => {
  const { read, cells } = reader({ counter: { column: 1, sub: 2, subs: 4, modulus: null }, channels: [0] })
  read('5,7,3')
  expect([cells.count, cells.sub, cells.filled]).toEqual([7, 3, 1])
  read('5,,')
  expect([cells.count, cells.sub]).toEqual([Number.NaN, Number.NaN])
  const one = reader({ counter: { column: 1, sub: null, subs: 1, modulus: null }, channels: [0, 2] })
  one.read('5,7,3')
  expect([one.cells.count, one.cells.sub, one.rowOf()]).toEqual([7, Number.NaN, [5, 3]])
})

describe('texts', () => {
  test('are annotations, and a line of them alone is an event', () => {
    const { read, cells } = reader({ texts: [1, 2], channels: [0] })
    read(',"got up",-')
    expect([cells.texts, cells.isEvent]).toEqual([['got up'], true])
    read('5,walk, fast ')
    expect([cells.texts, cells.isEvent]).toEqual([['walk', 'fast'], false])
    const kept = cells.texts
    read('5,,')
    expect([cells.texts, cells.isEvent]).toEqual([[], false])
    // The texts that were handed out stay as they were.
    expect(kept).toEqual(['walk', 'fast'])
  })

  test('are states, one for each of their columns', () => {
    const { read, cells } = reader({ texts: [1, 3], states: [1, 3], channels: [0] })
    read('5,rest,x,"in, bed"')
    expect([cells.states, cells.texts]).toEqual([['rest', 'in, bed'], []])
    read('5,,x,walk')
    expect(cells.states).toEqual(['', 'walk'])
    read('5')
    expect(cells.states).toEqual(['', ''])
  })

  test('where nothing was expected are strays', () => {
    const { read, cells } = reader({ empties: [1], channels: [0] })
    read('5,more')
    expect(cells.stray).toBe('more')
    read('5,NaN')
    expect(cells.stray).toBe('')
    read('5,7')
    expect(cells.stray).toBe('7')
  })

  test('of no kind are skipped, with the delimiters in their quotes', () => {
    const { read, rowOf } = reader({ channels: [2] })
    expect(read('"a,b","c ""d"", e",7')).toBe(3)
    expect(rowOf()).toEqual([7])
  })
})

test('a number may have the unit of its column beside it, and no other', () => {
  const time = { form: 'number', column: 0, unit: 's', isEpoch: false, isUnitSaid: true } as const
  const { cells, read, rowOf } = reader({ time, channels: [1, 2], cellUnits: ['s', 'g', null], width: 3 })
  read('1.5 s,-0.25 g,3')
  expect([cells.time, rowOf(), cells.filled, cells.wrong]).toEqual([1.5, [-0.25, 3], 2, 0])
  read('2,"0.5g",3 g')
  expect([cells.time, rowOf(), cells.filled, cells.wrong]).toEqual([2, [0.5, Number.NaN], 1, 1])
  read('2 ms,5 mg,g')
  expect([cells.time, rowOf(), cells.filled, cells.wrong]).toEqual([Number.NaN, [Number.NaN, Number.NaN], 0, 2])
})
