import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Fault, isFault, type Layout } from '../recording.ts'
import { memorySource } from '../source.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const range = (length: number) => [...Array(length).keys()]

async function read(
  lines: readonly string[],
  { layout, name = 'x.csv', end = '\n' }: { layout?: Layout; name?: string; end?: string } = {},
) {
  const source = memorySource(new TextEncoder().encode(lines.join('\n') + end))
  const recording = await openRecording(source, name, layout && { layout })
  const blocks: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks()) isFault(item) ? faults.push(item) : blocks.push(item)
  const { description } = recording
  const codes = description.recognised.map(({ code }) => code)
  return { recording, description, codes, faults, blocks, first: blocks.filter(({ channel }) => channel === 0) }
}

test('a jump of time is a gap, and the samples keep their times', async () => {
  const times = [...range(50).map((row) => row * 10), ...range(50).map((row) => 60_000 + row * 10)]
  const { first, description } = await read(['ms,x', ...times.map((time, row) => `${time},${row}.5`)])
  expect(first.map(({ at, values, continues }) => [at, values.length, continues])).toEqual([
    [0, 50, false],
    [60, 50, false],
  ])
  expect(description).toMatchObject({ duration: 60.5, samples: 100, channels: [{ rate: 100 }] })
})

test('a jump of the packet counter is a gap as long as the packets that were lost', async () => {
  const counts = range(100).filter((count) => count < 40 || count >= 55)
  const { first, faults } = await read([
    '// Update Rate: 100.0Hz',
    'PacketCounter\tAcc_X',
    ...counts.map((count) => `${count}\t${count}.5`),
  ])
  expect(first.map(({ at, values }) => [at, values.length])).toEqual([
    [0, 40],
    [0.55, 45],
  ])
  expect(faults).toMatchObject([{ what: 'lost-samples', count: 15, line: 43 }])
})

test('a packet counter that wraps at 65536 has lost nothing', async () => {
  const { first, faults } = await read(
    ['PacketCounter;x', ...range(60).map((row) => `${(65_510 + row) % 65_536};${row}.5`)],
    {
      layout: { rate: 50 },
    },
  )
  expect(faults).toEqual([])
  expect(first.map(({ values }) => values.length)).toEqual([60])
})

test('cells that are not numbers are missing, and counted with the line of the first', async () => {
  const lines = range(40).map((row) => `${row * 20},${row === 7 || row === 8 ? '#REF!' : row}.5`)
  const { first, faults } = await read(['ms,x', ...lines])
  expect(faults).toEqual([
    { what: 'not-a-number', count: 2, line: 9, offset: expect.any(Number), at: 0.14, detail: '#REF!.5' },
  ])
  expect(first[0]?.values).toHaveLength(40)
  expect(first[0]?.values[7]).toBeNaN()
})

test('short lines, long lines and headers in the middle are faults, and the rest is read', async () => {
  const line = (row: number) => `${row * 20},${row}.5,1.5`
  const lines = [
    'ms,x,y',
    ...range(20).map(line),
    '400,1.5',
    '420,1.5,2.5,3.5',
    'ms,x,y',
    ...range(20).map((row) => line(row + 22)),
  ]
  const { first, faults } = await read(lines)
  expect(faults).toMatchObject([{ what: 'wrong-line', count: 3, line: 22 }])
  expect(first.flatMap(({ values }) => [...values])).toHaveLength(42)
})

test('a file that ends in the middle of a line reports it and omits that line', async () => {
  const { first, faults } = await read(['ms,x,y', ...range(20).map((row) => `${row * 20},${row}.5,1.5`), '400,1.'], {
    end: '',
  })
  expect(faults).toMatchObject([{ what: 'cut-off', line: 22, detail: '400,1.' }])
  expect(first.flatMap(({ values }) => [...values])).toHaveLength(20)
})

test('lines whose time goes back are omitted and counted', async () => {
  const { first, faults } = await read([
    'ms,x',
    ...[0, 20, 40, 60, 10, 30, ...range(40).map((row) => 80 + row * 20)].map((time) => `${time},1.5`),
  ])
  expect(faults).toMatchObject([{ what: 'time-backwards', count: 2, line: 6 }])
  expect(first.flatMap(({ times }) => [...(times ?? [])])).toHaveLength(44)
})

test('a sensor slower than the others is read at its own rate', async () => {
  const { blocks, description } = await read([
    'ms,x,temp',
    ...range(400).map((row) => `${row * 10},${row}.5,${row % 100 === 0 ? 36.5 : ''}`),
  ])
  expect(description.channels).toMatchObject([{ rate: 100 }, { rate: 1, kind: 'temperature' }])
  const slow = blocks.filter(({ channel }) => channel === 1)
  expect(slow).toHaveLength(1)
  expect([...(slow[0]?.times ?? [])]).toEqual([0, 1, 2, 3])
})

test('samples with the same second are spread over it', async () => {
  const second = (row: number) => new Date(Date.parse('2026-05-04T10:00:00Z') + Math.floor((row + 20) / 50) * 1000)
  const iso = (row: number) =>
    second(row < 300 ? row : row + 5000)
      .toISOString()
      .slice(0, 19)
  const { first, description } = await read(['time,x', ...range(1200).map((row) => `${iso(row)},${row}.5`)])
  expect(description).toMatchObject({ channels: [{ rate: 50 }], samples: 1200 })
  expect(first).toHaveLength(2)
  const times = first.flatMap((block) => [...(block.times ?? [])])
  expect(times.slice(30, 33).map((time) => Math.round(time * 1000))).toEqual([1000, 1020, 1040])
  expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
})

test('times of day go on after midnight', async () => {
  const clock = (second: number) => new Date((86_390 + second) * 1000).toISOString().slice(11, 19)
  const { first, description } = await read(['time,x', ...range(20).map((second) => `${clock(second)},1.5`)])
  expect(description).toMatchObject({ start: null, clock: 'unknown', duration: 20 })
  expect(first.flatMap(({ times }) => [...(times ?? [])])).toEqual(range(20))
})

test('for an ambiguous date the assumed order is reported, and can be set', async () => {
  const lines = ['time,x', ...range(9).map((second) => `03/04/2026 10:00:0${second},1.5`)]
  const american = await read(lines)
  expect(american.description.start).toBe(seconds('2026-03-04T10:00:00Z'))
  expect(american.codes).toContain('date-order-assumed')
  const european = await read(lines, { layout: { dateOrder: 'dmy' } })
  expect(european.description.start).toBe(seconds('2026-04-03T10:00:00Z'))
  expect(european.codes).not.toContain('date-order-assumed')
})

test('the dates of an ActiGraph preamble outweigh the order that it claims', async () => {
  const { description } = await read([
    '------------ Data File Created By ActiGraph GT3X+ ActiLife v6.11.9 date format dd/MM/yyyy at 30 Hz -----------',
    'Serial Number: NEO1',
    'Start Time 15:00:00',
    'Start Date 09-12-2017',
    'Epoch Period (hh:mm:ss) 00:00:00',
    'Download Time 15:29:44',
    'Download Date 09-19-2017',
    'Current Memory Address: 0',
    'Current Battery Voltage: 3.85     Mode = 12',
    '--------------------------------------------------',
    'Accelerometer X,Accelerometer Y,Accelerometer Z',
    ...range(60).map((row) => `0.1,0.2,${row}.5`),
  ])
  expect(description).toMatchObject({
    start: seconds('2017-09-12T15:00:00Z'),
    clock: 'local',
    duration: 2,
    serialnumber: 'NEO1',
  })
})

test('settings take precedence: rows, columns, unit, rate, start', async () => {
  const lines = ['a,b', ...range(30).map((row) => `${row * 2},${row}.5`)]
  const seconds_ = await read(lines, { layout: { timeColumn: 0, timeUnit: 's' } })
  expect(seconds_.description).toMatchObject({ duration: 60, channels: [{ name: 'b', rate: 0.5 }] })
  const rated = await read(lines, { layout: { timeColumn: null, rate: 10, start: 1000, clock: 'local' } })
  expect(rated.description).toMatchObject({
    duration: 3,
    start: 1000,
    clock: 'local',
    channels: [{ name: 'a' }, { name: 'b' }],
  })
  expect((await read(lines, { layout: { headerRows: 11 } })).first[0]?.values).toHaveLength(20)
})

test.each<Layout>([
  { timeColumn: 9 },
  { headerRows: -1 },
  { rate: Number.NaN },
  { rate: -5 },
  { start: Number.POSITIVE_INFINITY },
  { counterColumn: [0, 77] },
])('settings that do not fit the file are refused: %j', async (layout) => {
  await expect(read(['a,b', '1,2', '2,3'], { layout })).rejects.toMatchObject({ code: 'wrong-layout' })
})

test('a part of a large file is read from near where it begins', async () => {
  const text = ['ms,x', ...range(120_000).map((row) => `${row * 10},${row % 977}.25`), ''].join('\n')
  const bytes = new TextEncoder().encode(text)
  let read = 0
  const source = { size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) }
  const counting = {
    size: source.size,
    read: (at: number, length: number) => {
      read += length
      return source.read(at, length)
    },
  }
  const recording = await openRecording(counting, 'x.csv')
  expect(recording.description.duration).toBeCloseTo(1200, 6)
  for await (const _ of recording.blocks());
  read = 0
  const values = new Map<number, number>()
  for await (const item of recording.blocks({ from: 1000, to: 1001 }))
    if (!isFault(item))
      for (const [index, value] of item.values.entries())
        values.set(Math.round((item.times?.[index] ?? 0) * 100), value)
  expect(values.get(100_000)).toBe((100_000 % 977) + 0.25)
  expect(values.get(100_099)).toBe((100_099 % 977) + 0.25)
  expect(read).toBeLessThan(bytes.length / 2)
})
