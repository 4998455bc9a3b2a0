import { describe, expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Fault, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { writeRecord, writeSchema, writeTwelveBits, writeWords } from '../testing/write-gt3x.ts'
import { joinBytes, writeZip } from '../testing/write-zip.ts'
import { openGt3x } from './gt3x-recording.ts'

const start = 1_700_000_000
const ticks = (seconds: number) => `${BigInt(seconds + 62_135_596_800) * 10_000_000n}`
const archive = (records: readonly Uint8Array[], lines: readonly string[] = [], isDeflated = true) =>
  writeZip({ 'LOG.BIN': joinBytes(records), 'Info.txt': new TextEncoder().encode(lines.join('\n')) }, isDeflated)
const open = (records: readonly Uint8Array[], lines?: readonly string[]) =>
  openGt3x(memorySource(archive(records, lines)))
/** A second of two samples, whose X are its number. */
const second = (index: number) => writeRecord(26, start + index, writeWords([index, 0, 0, index, 0, 0]))

async function read(recording: Awaited<ReturnType<typeof openGt3x>>, options = {}) {
  const items: (Block | Fault)[] = []
  for await (const item of recording.blocks(options)) items.push(item)
  return items
}
const startsOf = (items: readonly (Block | Fault)[], channel = 0) =>
  items.flatMap((item) => (!isFault(item) && item.channel === channel ? [item.at] : []))

describe('an archive', () => {
  test('is described by what it says and what its log holds', async () => {
    const recording = await open([second(0)], [`Last Sample Time: ${ticks(start + 60)}`, 'Device Type: GT9X'])
    expect(recording.description).toMatchObject({
      format: 'ActiGraph GT3X',
      recognised: [],
      start,
      clock: 'local',
      duration: 60,
      samples: null,
      device: 'ActiGraph GT9X',
    })
    expect(recording.description).not.toHaveProperty('serialnumber')
    expect([recording.layout, recording.fingerprint, await recording.annotations()]).toEqual([null, null, []])
    for (const last of [start, start - 5]) {
      const { description } = await open([second(0)], [`Last Sample Time: ${ticks(last)}`])
      expect(description).toMatchObject({ duration: null, device: 'ActiGraph' })
    }
    expect((await open([second(0)])).description.duration).toBeNull()
    expect((await open([second(0)], ['Serial Number: A1', 'TimeZone: 01:00'])).description).toMatchObject({
      serialnumber: 'A1',
      recognised: [{ code: 'utc-offset', params: { minutes: 60 } }],
    })
  })

  test('without samples, or without a log, has no data', async () => {
    const empty = writeZip({ 'info.txt': new Uint8Array(), 'log.bin': writeRecord(6, start, [1, 2]) }, false)
    await expect(openGt3x(memorySource(empty))).rejects.toMatchObject({
      code: 'no-data',
      offset: 38,
      detail: 'log.bin',
    })
    const other = writeZip({ 'info.txt': new Uint8Array() })
    await expect(openGt3x(memorySource(other))).rejects.toMatchObject({
      code: 'no-data',
      offset: 0,
      detail: 'log.bin, activity.bin',
    })
  })

  test('needs no info.txt, and of a long one the first 64 KiB', async () => {
    const alone = await openGt3x(memorySource(writeZip({ 'log.bin': second(0) })))
    expect(alone.description).toMatchObject({ start, device: 'ActiGraph' })
    const long = (before: number) => open([second(0)], ['x'.repeat(before), 'Device Type: a'])
    expect((await long(65_536 - 15)).description.device).toBe('ActiGraph a')
    expect((await long(65_536 - 14)).description.device).not.toBe('ActiGraph a')
  })

  test('has the channels of the first megabyte', async () => {
    const filler = (bytes: number) => writeRecord(6, start, new Uint8Array(bytes - 9))
    const fill = [...Array.from({ length: 16 }, () => filler(60_000)), filler(2 ** 20 - 16 * 60_000 - second(0).length)]
    const battery = writeRecord(2, start, [1, 1])
    const names = async (...more: readonly Uint8Array[]) =>
      (await open([...fill, ...more])).description.channels.map(({ name }) => name)
    expect(await names(second(0), battery)).toHaveLength(3)
    expect(await names(battery, second(0), second(1)).catch(({ code }) => code)).toBe('no-data')
  })
})

describe('records', () => {
  test('of twelve bits and of words are read as acceleration', async () => {
    const packed = writeRecord(0, start + 1, writeTwelveBits([20, 10, 30]))
    const { channels } = await readWhole(await open([second(0), packed]))
    expect(channels.map(({ values }) => values)).toEqual([
      [0, 0, 10 / 256],
      [0, 0, 20 / 256],
      [0, 0, 30 / 256],
    ])
  })

  test('of one byte are events, except for a heart rate', async () => {
    const event = writeRecord(26, start + 1, [9])
    const rates = [writeRecord(4, start + 1, [70]), writeRecord(4, start + 2, [])]
    const items = await read(await open([second(0), event, ...rates, writeRecord(26, start + 2, [1, 2]), second(3)]))
    expect(startsOf(items)).toEqual([0, 3])
    expect(items.flatMap((item) => (isFault(item) || item.channel !== 3 ? [] : [...item.values]))).toEqual([70])
  })

  test('of one byte are events in place of light, voltage or an inertial unit, too', async () => {
    const schema = writeRecord(24, start, writeSchema(7, [{ label: 'Gyroscope X', flags: 2, scale: 1 }]))
    const sensor = writeRecord(25, start, writeWords([7, 5]))
    const events = [2, 5, 25].map((type) => writeRecord(type, start + 1, [7]))
    const items = await read(await open([schema, second(0), sensor, ...events, second(2)]))
    expect(items.map((item) => (isFault(item) ? item.what : [item.channel, item.at, [...item.values]]))).toEqual([
      [0, 0, [0, 0]],
      [1, 0, [0, 0]],
      [2, 0, [0, 0]],
      [0, 2, [2 / 256, 2 / 256]],
      [1, 2, [0, 0]],
      [2, 2, [0, 0]],
      [3, 0, [5]],
    ])
  })

  test('of before the first sample are left out', async () => {
    const battery = (index: number) => writeRecord(2, start + index, writeWords([4000 + index]))
    const items = await read(await open([battery(-1), battery(0), second(0), battery(1)]))
    const [found] = items.filter((item) => !isFault(item) && item.channel === 3)
    expect(found).toMatchObject({ at: 0, values: Float32Array.of(4, 4.001), times: Float64Array.of(0, 1) })
  })

  test('of an inertial unit follow its own schema, and others are left out', async () => {
    const schema = writeRecord(24, start, writeSchema(7, [{ label: 'Gyro', flags: 2, scale: 1 }]))
    const data = (id: number, index: number) => writeRecord(25, start + index, writeWords([id, index, index]))
    const items = await read(await open([schema, data(7, 0), data(8, 1), data(7, 1), data(7, 2)]))
    expect(items).toMatchObject([{ channel: 0, at: 0, step: 0.5, values: Float32Array.of(0, 0, 1, 1, 2, 2) }])
  })

  test('that go back in time are a fault after what lies before them', async () => {
    const items = await read(await open([second(0), second(5), second(3), second(6)]))
    expect(items.map((item) => ('what' in item ? [item.what, item.at] : [item.channel, item.at]))).toEqual([
      ...[0, 1, 2].map((channel) => [channel, 0]),
      ...[0, 1, 2].map((channel) => [channel, 5]),
      ['time-backwards', 3],
      ...[0, 1, 2].map((channel) => [channel, 6]),
    ])
    const corrupt = second(1)
    corrupt[9] = 77
    const damaged = await read(await open([second(0), second(3), corrupt, second(4)]))
    expect(damaged.map((item) => ('what' in item ? [item.what, item.at] : item.at))).toEqual([
      ...[0, 0, 0, 3, 3, 3],
      ['corrupt-block', 3],
      ...[4, 4, 4],
    ])
    const first = await read(await open([corrupt, second(4)]))
    expect(first[0]).toMatchObject({ what: 'corrupt-block', at: 0 })
  })
})

describe('a range of time', () => {
  const far = [0, 1, 2, 50, 700, 800].map(second)

  test('ends ten minutes later, because records of other kinds may be late', async () => {
    expect(startsOf(await read(await open(far), { to: 100 }))).toEqual([0, 50, 700])
    expect(startsOf(await read(await open(far), { to: 99 }))).toEqual([0, 50])
    expect(startsOf(await read(await open(far)))).toEqual([0, 50, 700, 800])
  })

  test('begins with the block that reaches into it', async () => {
    expect(startsOf(await read(await open(far), { from: 3 }))).toEqual([0, 50, 700, 800])
    expect(startsOf(await read(await open(far), { from: 3.1 }))).toEqual([50, 700, 800])
    const readings = [5, 6].map((at) => writeRecord(2, start + at, [1, 1]))
    const lasting = await open([second(0), ...readings])
    expect(startsOf(await read(lasting, { from: 6 }), 3)).toEqual([5])
    expect(startsOf(await read(lasting, { from: 6.1 }), 3)).toEqual([])
  })
})

test('an archive that ends within its log says where', async () => {
  const records = Array.from({ length: 2000 }, (_, index) => second(index))
  const whole = archive(records, [], true)
  const cut = whole.slice(0, whole.length / 2)
  const items = await read(await openGt3x(memorySource(cut)))
  const fault = items.at(-1)
  expect(fault).toMatchObject({ what: 'cut-off', offset: cut.length, detail: expect.stringMatching(/^LOG.BIN: /) })
  const before = items.at(-2)
  if (!before || isFault(before) || !fault || !isFault(fault)) throw new Error('no block before the fault')
  expect(fault.at).toBe(before.at + before.values.length / 2 - 1)
})

test('a source that fails is no damaged archive, and reading stops when it is told to', async () => {
  const source = memorySource(archive([second(0)]))
  let isBroken = false
  const recording = await openRecording(
    {
      size: source.size,
      read: (...range) => (isBroken ? Promise.reject(new TypeError('no connection')) : source.read(...range)),
    },
    'x.gt3x',
  )
  isBroken = true
  await expect(readWhole(recording)).rejects.toThrow('no connection')
  const controller = new AbortController()
  const reading = async () => {
    for await (const _ of (await open([second(0)])).blocks({ signal: controller.signal })) controller.abort()
  }
  await expect(reading()).rejects.toThrow(/abort/i)
})
