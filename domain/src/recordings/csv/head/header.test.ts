import { describe, expect, test } from 'vitest'
import { secondsPer, timeUnitOf } from '../../time-units.ts'
import { readHeader, shortUnitOf, timeUnitAtEnd, widthOf } from './header.ts'
import type { Dialect } from './lines/dialect.ts'

const commas: Dialect = { delimiter: ',', decimal: '.' }

test('the width is that of most lines, of as many that of the first', () => {
  const rows = (...widths: readonly number[]) => widths.map((width) => Array<string>(width).fill('1'))
  expect([widthOf(rows(2, 3, 3)), widthOf(rows(2, 3)), widthOf([])]).toEqual([3, 2, 0])
})

describe('names', () => {
  const read = (usual: number, ...lines: readonly string[]) => readHeader(lines, lines.length, usual, commas)

  test('are those of the last line before the data', () => {
    expect(read(2, 'time,x')).toEqual({
      rows: 1,
      width: 2,
      preamble: [],
      names: ['time', 'x'],
      units: [null, null],
      sensors: [null, null],
      hasUnitsRow: false,
      hasSensorRow: false,
      naming: ['time,x'],
    })
    expect(read(2)).toMatchObject({ names: [null, null], width: 2, preamble: [] })
    expect(readHeader(['time,x', '1,2'], 1, 2, commas).rows).toBe(1)
  })

  test('stand below what is said of the file', () => {
    expect(read(2, 'sep=,', '# Rate: 5', '//made by x', 'time,x', '')).toMatchObject({
      preamble: ['Rate: 5', 'made by x'],
      names: ['time', 'x'],
    })
    expect(read(2, '# time,x')).toMatchObject({ names: ['time', 'x'], preamble: [] })
  })

  test('may have a line of units below them', () => {
    expect(read(2, 'time,x', 's,m/s^2')).toMatchObject({
      names: ['time', 'x'],
      units: ['s', 'm/s^2'],
      hasUnitsRow: true,
    })
    expect(read(3, 'a,b,c', '[ms],(g),')).toMatchObject({ units: ['[ms]', '(g)', null], hasUnitsRow: true })
    // A single one may be a name, unless there is only one column.
    expect(read(2, 'a,b', ',g')).toMatchObject({ names: ['a', 'g'], hasUnitsRow: false })
    expect(read(1, 'a', 'g')).toMatchObject({ names: ['a'], units: ['g'] })
    // Four of five.
    expect(read(5, 'a,b,c,d,e', 's,g,V,Hz,other')).toMatchObject({ hasUnitsRow: true })
    expect(read(5, 'a,b,c,d,e', 's,g,V,more,other')).toMatchObject({ hasUnitsRow: false })
    expect(read(2, 'a,b', `s,${'k'.repeat(20)} celsius`)).toMatchObject({ hasUnitsRow: false })
    expect(read(2, 'a,b', `s,${'k'.repeat(16)} celsius`)).toMatchObject({ hasUnitsRow: true })
  })

  test('are not units, though they could be, if no others stand above them', () => {
    expect(read(1, 's,g,V')).toMatchObject({ names: ['s', 'g', 'V'], units: [null, null, null], hasUnitsRow: false })
    expect(read(2, 'Device,ABC', 't,count')).toMatchObject({ names: ['t', 'count'], hasUnitsRow: false })
    expect(read(2, 'x,y,z', 's,counts,T')).toMatchObject({ names: ['x', 'y', 'z'], units: ['s', 'counts', 'T'] })
  })

  test('may have a unit within them', () => {
    expect(read(5, 'Time [s],acc_x (m/s^2),x (left),Temp_[°C],(g)')).toMatchObject({
      names: ['Time', 'acc_x', 'x (left)', 'Temp', '(g)'],
      units: ['s', 'm/s^2', null, '°C', null],
    })
    expect(read(2, 'Time [s],x (g)', 'ms,V')).toMatchObject({ units: ['s', 'g'] })
    expect(read(2, 'a (m/(s^2)),b (millis)')).toMatchObject({ names: ['a', 'b'], units: ['m/(s^2)', 'millis'] })
  })

  test('may have a line of sensors above them, which stand for what follows', () => {
    expect(read(5, 'left,,right,,', 'x,y,x,y,')).toMatchObject({
      names: ['x', 'y', 'x', 'y', null],
      sensors: ['left', 'left', 'right', 'right', null],
      hasSensorRow: true,
      preamble: [],
    })
    // One name alone is a title.
    expect(read(4, 'left,,,', 'x,y,x,y')).toMatchObject({ hasSensorRow: false, preamble: ['left,,,'] })
    // Above a column without a name, it is the name.
    expect(read(4, 'Time,LASI,,RASI', ',X1,Y1,X2')).toMatchObject({
      names: ['Time', 'X1', 'Y1', 'X2'],
      sensors: [null, 'LASI', 'LASI', 'RASI'],
    })
    // Two in ten, at least.
    expect(read(10, 'a,,,,,b,,,,', 'x,y,x,y,x,y,x,y,x,y').hasSensorRow).toBe(true)
    expect(read(11, 'a,,,,,b,,,,,', 'x,y,x,y,x,y,x,y,x,y,z').hasSensorRow).toBe(false)
  })

  test('are as many as the cells of the data, or nearly', () => {
    expect(read(3, 'a,b')).toMatchObject({ names: ['a', 'b', null], width: 3 })
    expect(read(4, 'a,b')).toMatchObject({ names: [null, null, null, null], preamble: ['a,b'] })
    expect(read(2, 'a,b,c,d')).toMatchObject({ names: ['a', 'b', 'c', 'd'], width: 4 })
    expect(read(2, 'a,b,c,')).toMatchObject({ names: ['a', 'b', 'c'], width: 3 })
    expect(read(2, 'a,b,c,d,e')).toMatchObject({ names: [null, null], preamble: ['a,b,c,d,e'] })
    // Half of them, at least.
    expect(read(4, 'a,,b,')).toMatchObject({ names: ['a', null, 'b', null] })
    expect(read(4, 'a,,,')).toMatchObject({ names: [null, null, null, null] })
  })

  test('may tell the start and the interval', () => {
    const name = 'acceleration (mg) - 2014-05-07 13:29:50 - 2014-05-13 09:49:50 - sampleRate = 5 seconds'
    expect(read(2, `${name},imputed`)).toMatchObject({
      names: ['acceleration', 'imputed'],
      units: ['mg', null],
      preamble: ['Start: 2014-05-07 13:29:50', 'sampleRate = 5 seconds'],
    })
  })
})

test.each([
  ['s', 's'],
  [' Sec ', 's'],
  ['secs', 's'],
  ['second', 's'],
  ['Seconds', 's'],
  ['sekunder', 's'],
  ['MS', 'ms'],
  ['msec', 'ms'],
  ['millis', 'ms'],
  ['milliseconds', 'ms'],
  ['millisekunder', 'ms'],
  ['us', 'us'],
  ['µs', 'us'],
  ['μs', 'us'],
  ['usec', 'us'],
  ['microseconds', 'us'],
  ['ns', 'ns'],
  ['nanoseconds', 'ns'],
  ['min', 'min'],
  ['mins', 'min'],
  ['Minute', 'min'],
  ['minutes', 'min'],
  ['minutter', 'min'],
  ['h', 'h'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['Hour', 'h'],
  ['hours', 'h'],
  ['timer', 'h'],
  ['g', null],
  ['constructor', null],
  ['', null],
])('%j is the unit of time %s', (text, expected) => {
  expect(timeUnitOf(text)).toBe(expected)
})

test('a unit of time may end a name', () => {
  expect(['time since start ms', 'elapsed seconds', 'Time.us', 't-ns', 'times', 'ms_time'].map(timeUnitAtEnd)).toEqual([
    'ms',
    's',
    'us',
    'ns',
    null,
    null,
  ])
  expect(secondsPer).toEqual({ d: 86_400, h: 3600, min: 60, s: 1, ms: 1e-3, us: 1e-6, '100ns': 1e-7, ns: 1e-9 })
})

test('longer units of time are not those of a row, nor told by a name of one word', () => {
  expect(['time_min', 'Elapsed hours', 't h'].map(timeUnitAtEnd)).toEqual(['min', 'h', 'h'])
  expect(['min', 'h', 'timer'].map(timeUnitAtEnd)).toEqual([null, null, null])
  expect(['min', 'h', 's', 'ms', 'g'].map(shortUnitOf)).toEqual([null, null, 's', 'ms', null])
  const lines = ['hours,minutes,seconds', '1,2,3']
  expect(readHeader(lines, 1, 3, { delimiter: ',', decimal: '.' })).toMatchObject({
    names: ['hours', 'minutes', 'seconds'],
    hasUnitsRow: false,
  })
})
