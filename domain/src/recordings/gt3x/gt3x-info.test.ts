import { describe, expect, test } from 'vitest'
import { writeSchema, writeWords } from '../testing/write-gt3x.ts'
import { joinBytes } from '../testing/write-zip.ts'
import { readInfo, readParameters, readSchema, readSensorData } from './gt3x-info.ts'

const ticks = (seconds: number) => String(BigInt(seconds + 62_135_596_800) * 10_000_000n)
const at2024 = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000
const viewOf = (bytes: Uint8Array) => new DataView(Uint8Array.from(bytes).buffer)

describe('info.txt', () => {
  test('every value that is used is read', () => {
    const text = [
      'Serial Number : MOS2A01',
      'Device Type:wGT3XBT ',
      'Sample Rate: 30',
      'Acceleration Scale: 512',
      'Acceleration Min: -8.0',
      'Acceleration Max: 8.0',
      `Start Date: ${ticks(at2024)}`,
      `Last Sample Time: ${ticks(at2024 + 60)}`,
      'TimeZone: -03:30:00',
    ]
    const found = {
      serialnumber: 'MOS2A01',
      device: 'wGT3XBT',
      rate: 30,
      start: at2024,
      end: at2024 + 60,
      utcOffset: -210,
      scale: 512,
      range: [-8, 8],
    }
    expect(readInfo(text.join('\r\n'))).toEqual(found)
    expect(readInfo(text.join('\n'))).toEqual(found)
  })

  test('what is missing is null', () => {
    expect(readInfo('')).toEqual({
      serialnumber: null,
      device: null,
      rate: null,
      start: null,
      end: null,
      utcOffset: null,
      scale: 256,
      range: null,
    })
  })

  test('lines after the two hundredth are not read', () => {
    const filler = Array.from({ length: 199 }, () => 'x')
    expect(readInfo([...filler, 'Device Type: a'].join('\n')).device).toBe('a')
    expect(readInfo([...filler, 'x', 'Device Type: a'].join('\n')).device).toBeNull()
  })

  test('names are at most forty characters', () => {
    const { serialnumber, device } = readInfo(`Serial Number: ${'a'.repeat(41)}\nDevice Type: ${'b'.repeat(41)}`)
    expect([serialnumber, device]).toEqual(['a'.repeat(40), 'b'.repeat(40)])
  })

  test.each([
    ['NEO1', '', 341],
    ['CLE1', '', 341],
    ['MRA1', '', 341],
    ['XNEO', '', 256],
    ['NEO1', '1', 1],
    ['NEO1', '0.5', 0.5],
    ['NEO1', '65536', 65_536],
    ['NEO1', '65537', 341],
    ['MOS1', '0', 256],
    ['MOS1', '-1', 256],
  ])('a device %s with the scale "%s" has %d units per g', (serial, scale, expected) => {
    expect(readInfo(`Serial Number: ${serial}\nAcceleration Scale: ${scale}`).scale).toBe(expected)
  })

  test.each([
    ['-6', '6', [-6, 6]],
    ['6', '6', null],
    ['6', '-6', null],
    ['x', '6', null],
  ])('from %s to %s g', (least, most, expected) => {
    expect(readInfo(`Acceleration Min: ${least}\nAcceleration Max: ${most}`).range).toEqual(expected)
  })

  test.each([
    ['0', null],
    ['x', null],
    [ticks(631_152_000), null],
    [ticks(631_152_001), 631_152_001],
    [ticks(4_102_444_799), 4_102_444_799],
    [ticks(4_102_444_800), null],
  ])('a start of %s ticks', (text, expected) => {
    expect(readInfo(`Start Date: ${text}`).start).toBe(expected)
  })

  test.each([
    ['01:45:00', 105],
    ['+02:00', 120],
    ['-14:00', -840],
    ['14:00', 840],
    ['14:01', null],
    ['15:00', null],
    ['GMT', null],
  ])('a zone of %s is %s minutes', (text, expected) => {
    expect(readInfo(`TimeZone: ${text}`).utcOffset).toBe(expected)
  })

  test.each([
    ['0', null],
    ['100', 100],
    ['1e7', null],
  ])('a rate of %s Hz', (text, expected) => {
    expect(readInfo(`Sample Rate: ${text}`).rate).toBe(expected)
  })
})

/** An entry of PARAMETERS. */
function parameter(space: number, id: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint16(0, space, true)
  view.setUint16(2, id, true)
  view.setUint32(4, value, true)
  return new Uint8Array(view.buffer)
}

describe('parameters of the log', () => {
  // 2^22 is a half, so that an exponent of 9 makes 256.
  const scale = parameter(0, 55, (9 << 24) | (1 << 22))
  const temperature = parameter(0, 58, (6 << 24) | (5 << 20))

  test('rate, scale and offset of the thermometer are read wherever they are', () => {
    const all = [scale, parameter(1, 10, 30), temperature]
    const expected = { rate: 30, scale: 256, temperatureOffset: 40 }
    expect(readParameters(viewOf(joinBytes(all)))).toEqual(expected)
    expect(readParameters(viewOf(joinBytes(all.toReversed())))).toEqual(expected)
    expect(readParameters(viewOf(joinBytes([parameter(7, 7, 7), ...all, Uint8Array.of(1, 2)])))).toEqual(expected)
  })

  test('what is missing, zero or negative is null', () => {
    const nothing = { rate: null, scale: null, temperatureOffset: null }
    expect(readParameters(viewOf(new Uint8Array()))).toEqual(nothing)
    expect(readParameters(viewOf(joinBytes([parameter(1, 10, 0), parameter(0, 55, 0xff_ffff)])))).toEqual(nothing)
    expect(readParameters(viewOf(parameter(1, 10, 1))).rate).toBe(1)
  })
})

/** A column of a schema with any place and size, in bits. */
function column(label: string, flags: number, place: number, bits: number, scale = (1 << 24) | (1 << 22)): Uint8Array {
  const view = new DataView(new ArrayBuffer(23))
  for (const [at, value] of [flags, place, bits].entries()) view.setUint8(at, value)
  view.setUint32(3, scale, true)
  for (const [at, character] of [...label.padEnd(16, '\0')].entries()) view.setUint8(7 + at, character.charCodeAt(0))
  return new Uint8Array(view.buffer)
}
const schemaOf = (...columns: readonly Uint8Array[]) =>
  readSchema(viewOf(joinBytes([writeWords([7, columns.length, 0]), ...columns])))

describe('the schema of an inertial unit', () => {
  test('columns of one and two bytes are read, in either order and with either sign', () => {
    const schema = schemaOf(
      column('a', 0, 0, 8),
      column('b\0c', 2, 8, 8),
      column('d', 0, 16, 16),
      column('e', 1, 32, 16),
      column('f', 2, 48, 16),
      column('g', 3, 64, 16),
      column('', 0, 80, 16),
    )
    expect(schema).toMatchObject({ id: 7, length: 12 })
    expect(schema?.columns).toEqual([
      { label: 'a', isBigEndian: false, isSigned: false, offset: 0, size: 1, scale: 1 },
      { label: 'b c', isBigEndian: false, isSigned: true, offset: 1, size: 1, scale: 1 },
      { label: 'd', isBigEndian: false, isSigned: false, offset: 2, size: 2, scale: 1 },
      { label: 'e', isBigEndian: true, isSigned: false, offset: 4, size: 2, scale: 1 },
      { label: 'f', isBigEndian: false, isSigned: true, offset: 6, size: 2, scale: 1 },
      { label: 'g', isBigEndian: true, isSigned: true, offset: 8, size: 2, scale: 1 },
    ])
    if (!schema) return
    const sample = [0xfe, 0xfe, 0x01, 0xff, 0x01, 0xff, 0x01, 0xff, 0xff, 0x01, 0, 0]
    const values = readSensorData(viewOf(Uint8Array.of(7, 0, ...sample, ...sample, 9)), schema, 21)
    expect(values.map((each) => [...each])).toEqual(
      [0xfe, -2, 0xff01, 0x01ff, -255, -255].map((value) => [value, value]),
    )
  })

  test('a column with a label and an odd place or size is left out, one without a scale is unscaled', () => {
    expect(schemaOf(column('a', 0, 4, 8), column('b', 0, 8, 12))).toBeUndefined()
    const schema = schemaOf(column('a', 0, 4, 8), column('b', 0, 16, 8, 0), column('c', 0, 24, 8, 127 << 24))
    expect(schema).toMatchObject({ length: 4, columns: [{ label: 'b', offset: 2, scale: 1 }, { scale: 1 }] })
  })

  test('only a thermometer has the offset, and a record too short for a sample has none', () => {
    const schema = schemaOf(column('Temperature', 2, 0, 8, (2 << 24) | (1 << 22)), column('temperature 2', 2, 8, 8))
    if (!schema) throw new Error('no schema')
    const values = readSensorData(viewOf(Uint8Array.of(7, 0, 4, 4)), schema, 21)
    expect(values.map((each) => [...each])).toEqual([[23], [4]])
    expect(readSensorData(viewOf(Uint8Array.of(7)), schema, 21).map(({ length }) => length)).toEqual([0, 0])
  })

  test('at most 64 columns are read, and no more than there are bytes for', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ label: 'a', flags: 0, scale: 1 }))
    const short = writeSchema(300, many(2))
    expect(readSchema(viewOf(short))).toMatchObject({ id: 300, length: 4, columns: { length: 2 } })
    expect(readSchema(viewOf(short.slice(0, -1)))?.columns).toHaveLength(1)
    const columns = Array.from({ length: 65 }, () => column('a', 0, 0, 8))
    expect(schemaOf(...columns)?.columns).toHaveLength(64)
    expect(readSchema(viewOf(writeWords([1, 0, 0])))).toBeUndefined()
    expect(readSchema(viewOf(new Uint8Array(5)))).toBeUndefined()
  })

  test('no more columns are read than the schema has', () => {
    const bytes = joinBytes([writeWords([7, 1, 0]), column('a', 0, 0, 8), column('b', 0, 8, 8)])
    expect(readSchema(viewOf(bytes))?.columns).toHaveLength(1)
  })
})
