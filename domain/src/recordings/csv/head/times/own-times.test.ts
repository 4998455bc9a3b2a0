import { expect, test } from 'vitest'
import { columnsOfOtherTimes } from './own-times.ts'

const column = (index: number, name: string, more: object = {}) => ({
  index,
  name,
  unit: 's',
  kind: 'number',
  isIncreasing: true,
  ...more,
})
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const x = column(0, 'X')
const signal = (index: number) => column(index, `EMG ${index}`, { isIncreasing: false })

test('sensors behind other times belong to them, and repeated times to none', () => {
  const columns = [x, signal(1), column(2, 'X'), signal(3), column(4, 'X'), signal(5), signal(6)]
  const data = range(40).map((row) => [`${row}`, 'a', `${row * 2}`, 'b', `${row}`, 'c', 'd'])
  expect(columnsOfOtherTimes(columns, 0, data)).toEqual({ repeated: [4], others: [2, 3] })
  expect(columnsOfOtherTimes(columns, 2, data)).toEqual({ repeated: [], others: [0, 1, 4, 5, 6] })
})

test('one line in twenty may have other times', () => {
  const columns = [x, signal(1), column(2, 'X')]
  const data = (wrong: number) => range(40).map((row) => [`${row}`, 'a', row < wrong ? '-' : `${row}`])
  expect(columnsOfOtherTimes(columns, 0, data(2))).toEqual({ repeated: [2], others: [] })
  expect(columnsOfOtherTimes(columns, 0, data(3))).toEqual({ repeated: [], others: [2] })
})

test('times have the same name and unit, or are called a series of times', () => {
  const others = (one: object, two: object) =>
    columnsOfOtherTimes(
      [
        { ...x, ...one },
        { ...column(1, 'X'), ...two },
      ],
      0,
      [['1', '2']],
    ).others
  expect(others({}, {})).toEqual([1])
  expect(others({ name: 'EMG Time Series' }, { name: 'ACC time series' })).toEqual([1])
  expect(others({}, { name: 'Y' })).toEqual([])
  expect(others({ name: '' }, { name: '' })).toEqual([])
  expect(others({}, { unit: 'ms' })).toEqual([])
  expect(others({}, { isIncreasing: false })).toEqual([])
  expect(others({}, { kind: 'text' })).toEqual([])
  expect(others({ name: 'Time Series' }, { name: 'X' })).toEqual([])
})
