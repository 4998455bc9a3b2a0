import { expect, test } from 'vitest'
import { type NumberType, readType } from './bytes/hdf5-file.ts'
import { readFillValue } from './fill-value.ts'
import { float, integer, join, number } from './test/write-hdf5.ts'

const message = (type: number, data: Uint8Array) => ({
  type,
  data: { view: new DataView(Uint8Array.from(data).buffer), at: 0 },
})
const typeOf = (data: Uint8Array) => readType(message(3, data)) as NumberType
const short = typeOf(integer(2))
const value = join(number(2, 4), number(-999 & 0xffff, 2))
const nan = join(number(4, 4), new Uint8Array(Float32Array.of(Number.NaN).buffer))

test.each([
  ['of the present version', 5, join(3, 0x29, value), -999],
  ['that is not defined', 5, join(3, 0x09), 0],
  ['that is not defined, before other bytes', 5, join(3, 0x09, value), 0],
  ['that is said to be undefined', 5, join(3, 0x1a), 0],
  ['of version 2', 5, join(2, 2, 2, 1, value), -999],
  ['of version 2 without a value', 5, join(2, 2, 2, 0), 0],
  ['of version 1', 5, join(1, 2, 2, 0, value), -999],
  ['of version 1 without a value', 5, join(1, 2, 2, 1, number(0, 4)), 0],
  ['of the old message', 4, value, -999],
  ['of another size', 4, join(number(4, 4), number(1, 4)), 0],
  ['that is cut off', 4, join(number(2, 4), 1), 0],
  ['without its size', 4, join(number(2, 2)), 0],
])('a fill value %s', (_, type, data, expected) => {
  expect(readFillValue([message(1, join(0)), message(type, data)], short)).toBe(expected)
})

test('the present message precedes the old one, a number may be none, and without either it is 0', () => {
  const both = [message(4, join(number(2, 4), number(5, 2))), message(5, join(3, 0x29, value))]
  expect(readFillValue(both, short)).toBe(-999)
  expect(readFillValue(both, short)).toBe(-999)
  expect(readFillValue([message(5, join(3, 0x29, nan))], typeOf(float(4)))).toBeNaN()
  expect(readFillValue([], short)).toBe(0)
})
