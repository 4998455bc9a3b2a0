import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Fault, isFault, type Source } from '../recording.ts'
import { survey } from '../seen/survey.ts'
import { memorySource } from '../source.ts'

const start = Date.parse('2026-03-04T10:00:00Z') / 1000

async function open(lines: readonly string[]) {
  return openRecording(memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`)), 'long.csv')
}

async function samplesOf(lines: readonly string[]) {
  const recording = await open(lines)
  const found = new Map<string, [number, number][]>()
  for await (const item of recording.blocks()) {
    if (isFault(item)) throw new Error(item.what)
    const name = recording.description.channels[item.channel]?.name ?? ''
    const known = found.get(name) ?? []
    for (const [index, value] of item.values.entries()) known.push([item.times?.[index] ?? Number.NaN, value])
    found.set(name, known)
  }
  return { recording, found }
}

test('each signal of a table with one line per value is a channel with its own times, in whatever order they stand', async () => {
  const signal = fc.record({ step: fc.constantFrom(1, 2, 5, 60), count: fc.integer({ min: 8, max: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(signal, { minLength: 2, maxLength: 5 }), fc.boolean(), async (signals, isByTime) => {
      const rows = signals.flatMap(({ step, count }, index) =>
        Array.from({ length: count }, (_, i) => ({ at: i * step, name: `s${index}`, value: index * 100 + i + 0.5 })),
      )
      if (isByTime) rows.sort((a, b) => a.at - b.at)
      const lines = rows.map(({ at, name, value }) => `${new Date((start + at) * 1000).toISOString()},${name},${value}`)
      const { recording, found } = await samplesOf(['time,signal,value', ...lines])
      expect(recording.description).toMatchObject({ start, clock: 'utc' })
      for (const [index, { step, count }] of signals.entries())
        expect(found.get(`s${index}`)).toEqual(
          Array.from({ length: count }, (_, i) => [i * step, index * 100 + i + 0.5]),
        )
    }),
    { numRuns: 40 },
  )
})

test('numbers of signals, values with their quality and columns beside them are read', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => {
    const [tag, value] = [
      [7, 74],
      [19, 300],
      [66, 33.5],
    ][i % 3] as [number, number]
    return `${i},-1,${tag},${start + Math.floor(i / 3)},${value};100`
  })
  const { recording, found } = await samplesOf(['count,streamType,tag,time,values', ...lines])
  expect(recording.description.channels).toMatchObject([
    { name: 'tag 7', rate: 1 },
    { name: 'tag 19', rate: 1 },
    { name: 'tag 66', rate: 1 },
  ])
  expect(found.get('tag 66')?.slice(0, 2)).toEqual([
    [0, 33.5],
    [1, 33.5],
  ])
})

test('a pause of one signal is a gap of that signal, and bad lines are counted', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => [
    `${start + i},hr,bpm,${60 + (i % 5)}`,
    ...(i < 40 || i >= 70 ? [`${start + i},temp,C,36.${i % 10}`] : []),
  ]).flat()
  const recording = await open(['time,signal,unit,value', ...lines, 'soon,hr,bpm,61', `${start + 200},hr,bpm,high`])
  expect(recording.description.channels).toMatchObject([
    { name: 'hr', unit: 'bpm', kind: 'heart-rate' },
    { name: 'temp', unit: 'C' },
  ])
  const { gaps, faults } = await survey(recording)
  expect(gaps).toEqual({ count: 1, seconds: 30, longest: [{ at: 40, seconds: 30 }] })
  expect(faults).toEqual([
    { what: 'wrong-time', count: 1 },
    { what: 'not-a-number', count: 1 },
  ])
})

test('a part is read as it is in the whole', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${start + Math.floor(i / 2)},${i % 2 ? 'a' : 'b'},${i}.5`)
  const recording = await open(['time,signal,value', ...lines])
  expect(recording.description).toMatchObject({ samples: 20_000, channels: { length: 2 } })
  expect((await readAll(recording)).faults).toEqual([])
  const times: number[] = []
  for await (const item of recording.blocks({ from: 5000, to: 5010 }))
    if (!isFault(item) && item.channel === 0) times.push(...(item.times ?? []))
  expect(times.filter((at) => at >= 5000 && at <= 5010)).toEqual(Array.from({ length: 11 }, (_, i) => 5000 + i))
})

test('a table with one signal after the other is read, whichever begins first', async () => {
  // More lines of the first than are examined at the beginning.
  const rows = [
    ...range(9000).map((i) => `${new Date((start + 60 + i) * 1000).toISOString()},hr,bpm,${70 + (i % 9)}`),
    ...range(9060).map((i) => `${new Date((start + i) * 1000).toISOString()},temp,C,${33 + (i % 7)}.5`),
  ]
  const { recording, found } = await samplesOf(['time,signal,unit,value', ...rows])
  expect(recording.description).toMatchObject({
    start,
    clock: 'utc',
    duration: 9059,
    samples: 18_060,
    channels: [
      { name: 'hr', unit: 'bpm', kind: 'heart-rate', rate: 1 },
      { name: 'temp', unit: 'C', kind: 'temperature', rate: 1 },
    ],
  })
  expect([found.get('hr')?.[0], found.get('hr')?.length]).toEqual([[60, 70], 9000])
  expect([found.get('temp')?.[0], found.get('temp')?.at(-1), found.get('temp')?.length]).toEqual([
    [0, 33.5],
    [9059, 34.5],
    9060,
  ])
  const part = (await readAll(recording, { from: 0, to: 30 })).blocks
  expect(part.map(({ channel, at }) => [channel, at])).toEqual([[1, 0]])
  expect((await readAll(recording)).faults).toEqual([])
})

test('a table with signals in columns of their own is none', async () => {
  const lines = Array.from({ length: 50 }, (_, i) => `${start + i},${i % 2 ? 'walk' : 'run'},${i}.5,${i}.25`)
  const { description } = await open(['time,type,value,x', ...lines])
  expect(description.channels.map(({ name }) => name)).toEqual(['value', 'x'])
})

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
/** The names of the channels of a table of these columns; the second is filled with one of these words, or others. */
async function channelsOf(names: string, cells: (i: number) => string, count = 40) {
  const { description } = await open([names, ...range(count).map((i) => `${start + i},${cells(i)}`)])
  return description.channels.map(({ name }) => name)
}

describe('a table is long', () => {
  const word = (i: number) => (i % 2 ? 'a' : 'b')

  test.each([
    'time,tag,value',
    'time,Signal,values',
    'time,channel_id,val',
    'time,Parameter.Name,reading',
    'time,variable,verdi',
    'time,metric,Wert',
    'time,vital sign,waarde',
    'time,kanal,valeur',
    'time,sensor,value',
    'time,measurement,value',
    'time,type,value',
    'time,name,value',
    'time,label,value',
    'time,navn,value',
  ])('by the names of its columns: %s', async (names) => {
    expect(await channelsOf(names, (i) => `${word(i)},${i}.5`)).toEqual(['b', 'a'])
  })

  test('if every other column says something about the value', async () => {
    const others = [
      'count',
      'Counter',
      'id',
      'idx',
      'quality',
      'stream_type',
      'device_id',
      'source',
      'serial_number',
      '#',
    ]
    for (const other of others)
      expect(await channelsOf(`time,tag,value,${other}`, (i) => `${word(i)},${i}.5,7`)).toEqual(['b', 'a'])
    expect(await channelsOf('time,tag,value,x', (i) => `${word(i)},${i}.5,7.5`)).toEqual(['value', 'x'])
    // A column without anything says nothing.
    expect(await channelsOf('time,tag,value,x', (i) => `${word(i)},${i}.5,`)).toEqual(['b', 'a'])
  })

  test('if there are a few signals, named or numbered', async () => {
    const numbered = (most: number) => channelsOf('time,tag,value', (i) => `${i % most},${i}.5`, 200)
    expect(await numbered(64)).toHaveLength(64)
    expect(await numbered(65)).toEqual(['tag', 'value'])
    expect(await numbered(1)).toEqual(['tag', 'value'])
    expect(await channelsOf('time,tag,value', (i) => `${(i % 3) + 0.5},${i}.5`)).toEqual(['tag', 'value'])
    expect(await channelsOf('time,tag,value', (i) => `a,${i}.5`)).toEqual(['value'])
    // A line that names none names no other.
    expect(await channelsOf('time,tag,value', (i) => `${i % 2 ? 'a' : ''},${i}.5`)).toEqual(['value'])
    const short = range(40).map((i) => (i % 9 === 3 ? `${start + i}` : `${start + i},a,${i}.5`))
    expect((await open(['time,tag,value', ...short])).description.channels.map(({ name }) => name)).toEqual(['value'])
  })

  test('if it has a column of values, and times', async () => {
    expect(await channelsOf('time,tag,x', (i) => `${word(i)},${i}.5`)).toEqual(['x'])
    expect(await channelsOf('time,tag,quality', (i) => `${word(i)},${i}.5`)).toEqual(['quality'])
    expect(await channelsOf('time,value,quality', (i) => `${i % 3}.5,${i}.5`)).toEqual(['value', 'quality'])
    const untimed = await open(['tag,value', ...range(40).map((i) => `${word(i)},${(i * 7) % 11}.5`)])
    expect(untimed.description.channels.map(({ name }) => name)).toEqual(['value'])
    const twice = range(40).map((i) => `2026-03-04,10:00:${10 + Math.floor(i / 2)},${word(i)},${i}.5`)
    const { description } = await open(['date,time,tag,value', ...twice])
    expect(description).toMatchObject({
      duration: 19,
      channels: [
        { name: 'b', rate: 1 },
        { name: 'a', rate: 1 },
      ],
    })
  })

  test('with units in a column of words', async () => {
    const lines = range(40).map((i) => `${start + i},${word(i)},${i}.5,${i % 2 ? 'bpm' : ''}`)
    expect((await open(['time,tag,value,Unit', ...lines])).description.channels).toMatchObject([
      { name: 'b', unit: null },
      { name: 'a', unit: 'bpm' },
    ])
    const numbers = range(40).map((i) => `${start + i},${word(i)},${i}.5,7`)
    const { description } = await open(['time,tag,value,units', ...numbers])
    expect(description.channels.map(({ name }) => name)).toEqual(['value', 'units'])
  })
})

test('what is told of a long table is told of its signals', async () => {
  const lines = range(60).map((i) => `${i},${start + Math.floor(i / 2)},${i % 2 ? 7 : 19},${i}.5`)
  const { description, layout, fingerprint } = await open(['id,time,signal,value', ...lines])
  expect(description).toEqual({
    format: 'CSV',
    recognised: [
      { code: 'time-column', params: { column: 2, form: 's' } },
      { code: 'start', params: { from: 'time-column' } },
      { code: 'delimiter', params: { delimiter: ',' } },
      { code: 'header-rows', params: { rows: 1 } },
      { code: 'long-table', params: { column: 3 } },
    ],
    start,
    clock: 'utc',
    duration: 29,
    channels: [
      { name: 'signal 19', unit: null, kind: 'other', rate: 1 },
      { name: 'signal 7', unit: null, kind: 'other', rate: 1 },
    ],
    samples: 60,
  })
  expect(layout).toMatchObject({ timeColumn: 1 })
  expect(fingerprint).toMatch(/^csv-/)
  // Neither the rate of its lines nor its texts.
  const even = await open(['time,tag,value', ...range(60).map((i) => `${start + i},${i % 2 ? 'a' : 'b'},${i}.5`)])
  expect(even.description.recognised.map(({ code }) => code)).toEqual([
    'time-column',
    'start',
    'delimiter',
    'header-rows',
    'long-table',
  ])
  const second = await open(['time,tag,value', ...range(8).map((i) => `${start + (i >> 2)},${i % 2 ? 'a' : 'b'},1.5`)])
  expect(second.description).toMatchObject({ duration: 1, samples: 8 })
  const moment = await open(['time,tag,value', ...range(6).map((i) => `2026-03-04T10:00:00Z,${i % 2 ? 'a' : 'b'},1.5`)])
  expect(moment.description).toMatchObject({ duration: null, samples: 6 })
  expect(await moment.annotations()).toEqual([])
})

async function readAll(recording: Awaited<ReturnType<typeof open>>, options = {}) {
  const blocks: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks(options)) isFault(item) ? faults.push(item) : blocks.push(item)
  return { blocks, faults }
}

test('the rate of a signal is that of its times, whether several are the same or some go back', async () => {
  const ticks = range(800).map((i) => `${start + Math.floor(i / 40)},${i % 2 ? 'a' : 'b'},${i}.5`)
  const { description } = await open(['time,tag,value', ...ticks])
  expect(description.channels.map(({ rate }) => rate)).toEqual([20, 20])
  const iso = (at: number) => new Date((start + at) * 1000).toISOString()
  const back = range(200).flatMap((i) => [
    `${iso(i)},${i % 2 ? 'a' : 'b'},${i}.5`,
    ...(i % 10 === 9 ? [`${iso(4)},a,${i}.5`] : []),
  ])
  const { channels } = (await open(['time,tag,value', ...back])).description
  expect(channels.map(({ rate }) => rate)).toEqual([0.5, 0.5])
  const often = range(100).flatMap((i) => [
    `${iso(2 * i)},a,1.5`,
    ...(i > 0 ? [`${iso(2 * i - 1)},a,1.5`] : []),
    `${iso(2 * i)},b,1.5`,
  ])
  expect((await open(['time,tag,value', ...often])).description.channels.map(({ rate }) => rate)).toEqual([0.5, 0.5])
})

test('a line that goes back counts neither for the start nor for the samples, as it is left out', async () => {
  const iso = (at: number) => new Date((start + at) * 1000).toISOString()
  const lines = range(40).map((i) => `${iso(i)},${i % 2 ? 'a' : 'b'},1.5`)
  const recording = await open(['time,tag,value', ...lines, `${iso(-9e8)},a,1.5`, `${iso(40)},a,1.5`])
  expect(recording.description).toMatchObject({ start, duration: 40, samples: 41 })
  const { blocks, faults } = await readAll(recording)
  expect(blocks.map(({ at, values }) => [at, values.length])).toEqual([
    [0, 20],
    [1, 21],
  ])
  expect(faults).toMatchObject([{ what: 'time-backwards', count: 1, line: 42 }])
})

test('a table whose lines have no time has no data', async () => {
  const lines = range(40).map((i) => `${start + i},${i % 2 ? 'a' : 'b'},${i}.5,7`)
  const source = memorySource(new TextEncoder().encode(['time,tag,value,id', ...lines, ''].join('\n')))
  const layout = { timeColumn: [0, 3] } as const
  await expect(openRecording(source, 'x.csv', { layout })).rejects.toMatchObject({ code: 'no-data', line: 2 })
})

describe('the samples of a long table', () => {
  const line = (at: number, name: string, value: string | number = '1.5') => `${start + at},${name},${value}`
  const sane = range(20).flatMap((i) => [line(i, 'a'), line(i, 'b')])

  test('are told with what is wrong with lines, where it was first', async () => {
    const bad = [
      line(20, 'a', 'high'),
      line(20, '', 3),
      'soon,a,5',
      ' ',
      line(3, 'a'),
      line(20, 'a', 'low'),
      line(20, 'a', '2.5;80'),
    ]
    const { blocks, faults } = await readAll(await open(['time,tag,value', ...sane, ...bad]))
    const place = { offset: null, at: null }
    expect(faults).toEqual([
      { what: 'not-a-number', count: 2, line: 42, detail: 'high', ...place },
      { what: 'wrong-line', count: 1, line: 43, detail: `${start + 20},,3`, ...place },
      { what: 'wrong-time', count: 1, line: 44, detail: 'soon,a,5', ...place },
      { what: 'time-backwards', count: 1, line: 46, detail: 'a', ...place },
    ])
    expect(blocks).toEqual([
      {
        channel: 0,
        at: 0,
        step: null,
        times: Float64Array.from(range(21)),
        values: Float64Array.from([...Array<number>(20).fill(1.5), 2.5]),
        continues: false,
      },
      expect.objectContaining({ channel: 1, at: 0, continues: false, times: Float64Array.from(range(20)) }),
    ])
  })

  test('are told with what lines lack', async () => {
    const bad = [`${start + 20},a`, `${start + 20}`, 'soon,a,5']
    const file = `${['time,tag,value', ...sane, ...bad].join('\r\n')}\r\n`
    const recording = await openRecording(memorySource(new TextEncoder().encode(file)), 'x.csv')
    expect(recording.description).toMatchObject({ start, samples: 40 })
    expect((await readAll(recording)).faults).toMatchObject([
      { what: 'not-a-number', line: 42, detail: '' },
      { what: 'wrong-line', line: 43, detail: `${start + 20}` },
      { what: 'wrong-time', line: 44, detail: 'soon,a,5' },
    ])
  })

  test('of which the first two thousand have one time have a gap after a second', async () => {
    const iso = (at: number) => new Date((start + at) * 1000).toISOString()
    const table = [...Array<number>(2000).fill(0), 3, 4].flatMap((at) => [`${iso(at)},a,1.5`, `${iso(at)},b,1.5`])
    const { blocks, faults } = await readAll(await open(['time,tag,value', ...table]))
    expect(faults).toEqual([])
    expect(blocks.map(({ channel, at, values }) => [channel, at, values.length]).sort()).toEqual([
      [0, 0, 2000],
      [0, 3, 2],
      [1, 0, 2000],
      [1, 3, 2],
    ])
  })

  test('before a gap are no part of what follows it', async () => {
    const table = [...range(20), ...range(20).map((i) => 100 + i)].flatMap((at) => [line(at, 'a'), line(at, 'b')])
    const { blocks } = await readAll(await open(['time,tag,value', ...table]), { from: 100 })
    expect(blocks.map(({ channel, at }) => [channel, at])).toEqual([
      [0, 100],
      [1, 100],
    ])
  })

  test('have their times in the unit of the file', async () => {
    const table = range(40).map((i) => `${(start + i / 4) * 1000},${i % 2 ? 'a' : 'b'},1.5`)
    const recording = await open(['time,tag,value', ...table])
    expect(recording.description).toMatchObject({ start, duration: 9.75, channels: [{ rate: 2 }, { rate: 2 }] })
  })

  test('have a gap after five times the usual interval, and at least a second', async () => {
    const after = async (step: number, pause: number) => {
      const times = [...range(20).map((i) => i * step), ...range(20).map((i) => 19 * step + pause + i * step)]
      const { blocks } = await readAll(
        await open(['time,tag,value', ...times.flatMap((at) => [line(at, 'a'), line(at, 'b')])]),
      )
      return blocks.filter(({ channel }) => channel === 1).map(({ values, continues }) => [values.length, continues])
    }
    const cut = [
      [20, false],
      [20, false],
    ]
    expect(await after(2, 10)).toEqual([[40, false]])
    expect(await after(2, 11)).toEqual(cut)
    expect(await after(0.125, 1)).toEqual([[40, false]])
    expect(await after(0.125, 1.125)).toEqual(cut)
  })

  test('have their times to the fraction, and names of at most eighty characters', async () => {
    const long = 'n'.repeat(81)
    const iso = (at: number) => new Date((start + at) * 1000).toISOString()
    const table = range(40).map((i) => `${iso(0.75 + i / 2)},${i % 2 ? long : 'b'},1.5`)
    const recording = await open(['time,tag,value', ...table])
    expect(recording.description.start).toBe(start + 0.75)
    expect(recording.description.channels.map(({ name }) => name)).toEqual(['b', 'n'.repeat(80)])
    const { blocks } = await readAll(recording)
    expect(blocks.map(({ times }) => [...(times ?? [])])).toEqual([range(20), range(20).map((i) => i + 0.5)])
  })

  test('come in blocks of four thousand, which go on, all signals together', async () => {
    const table = range(5000).flatMap((i) => (i % 10 === 0 ? [line(i, 'a'), line(i, 'b')] : [line(i, 'a')]))
    const { blocks } = await readAll(await open(['time,tag,value', ...table]))
    expect(blocks.map(({ channel, at, values, continues }) => [channel, at, values.length, continues])).toEqual([
      [0, 0, 4096, false],
      [1, 0, 410, false],
      [0, 4096, 904, true],
      [1, 4100, 90, true],
    ])
    const part = await readAll(await open(['time,tag,value', ...table]), { from: 4096 })
    expect(part.blocks.map(({ channel, at }) => [channel, at])).toEqual([
      [0, 4096],
      [1, 4100],
    ])
    const last = await readAll(await open(['time,tag,value', ...table]), { from: 4095 })
    expect(last.blocks[0]).toMatchObject({ channel: 0, at: 0 })
    const early = await readAll(await open(['time,tag,value', ...table]), { to: 4096 })
    expect(early.blocks.map(({ channel, at }) => [channel, at])).toEqual([
      [0, 0],
      [1, 0],
      [0, 4096],
    ])
    expect((await readAll(await open(['time,tag,value', ...table]), { to: 4095 })).blocks).toHaveLength(2)
  })

  test('of more signals than channels are left out, and counted', async () => {
    const more = range(limits.channels + 3).map((i) => line(2000 + i, `more ${i}`))
    const recording = await open([
      'time,tag,value',
      ...range(1000).flatMap((i) => [line(i, 'a'), line(i, 'b')]),
      ...more,
    ])
    expect(recording.description.channels).toHaveLength(limits.channels)
    const { faults } = await readAll(recording)
    expect(faults).toMatchObject([{ what: 'limit', count: 5, detail: `more ${limits.channels - 2}` }])
  })

  test('are read whatever the file is packed and written in', async () => {
    const text = (end: string) => ['time,tag,value', ...sane].join(end)
    const files = [
      new TextEncoder().encode(text('\n')),
      new TextEncoder().encode(`${text('\r\n')}\r\n`),
      new TextEncoder().encode(text('\r')),
      new Uint8Array(Buffer.from(`\ufeff${text('\n')}`, 'utf16le')),
      Uint8Array.from(text('\n').replaceAll(',a,', ',å,'), (character) => character.charCodeAt(0)),
    ]
    for (const [index, bytes] of files.entries()) {
      const recording = await openRecording(memorySource(bytes), 'x.csv')
      expect(recording.description).toMatchObject({
        samples: 40,
        channels: [{ name: index === 4 ? 'å' : 'a' }, { name: 'b' }],
      })
      expect((await readAll(recording)).blocks.map(({ values }) => values.length)).toEqual([20, 20])
    }
  })

  test('have names that are read whole, wherever the file is divided', async () => {
    const name = 'å'.repeat(39)
    const table = range(8000).map((i) => line(i >> 1, i % 2 ? name : 'b'))
    for (const time of ['time', 'times']) {
      const recording = await open([`${time},tag,value`, ...table])
      expect(recording.description).toMatchObject({ samples: 8000, channels: [{ name: 'b' }, { name }] })
    }
  })

  test('are read on after a line without an end, which is left out', async () => {
    const endless = `${start + 20},a,1.5,${'x'.repeat(3 << 20)}`
    const recording = await open(['time,tag,value', ...sane, endless, line(30, 'a'), line(30, 'b')])
    expect(recording.description).toMatchObject({ duration: 30, samples: 42 })
    expect((await readAll(recording)).faults).toMatchObject([
      { what: 'limit', count: 1, line: 42, detail: endless.slice(0, 80) },
    ])
    const last = new TextEncoder().encode(['time,tag,value', ...sane, endless].join('\n'))
    expect((await openRecording(memorySource(last), 'x.csv')).description.samples).toBe(40)
    const longest = `${line(20, 'a')},`.padEnd(limits.lineBytes, 'x')
    expect((await open(['time,tag,value', ...sane, longest])).description.samples).toBe(41)
    expect((await open(['time,tag,value', ...sane, `${longest}x`])).description.samples).toBe(40)
  })

  test('of a file in gzip that is cut off are read to there, and it is told', async () => {
    const packed = new Uint8Array(gzipSync(['time,tag,value', ...sane, ''].join('\n')))
    const recording = await openRecording(memorySource(packed.slice(0, -8)), 'x.csv.gz')
    expect(recording.description.samples).toBe(40)
    expect((await readAll(recording)).faults).toMatchObject([{ what: 'cut-off', count: 1, detail: 'gzip' }])
    const whole = await openRecording(memorySource(packed), 'x.csv.gz')
    expect((await readAll(whole)).faults).toEqual([])
  })

  test('of more text than is unpacked are left out, and it is told', async () => {
    const packed = new Uint8Array(gzipSync(['time,tag,value', ...sane, ''].join('\n')))
    const recording = await openRecording(memorySource(packed), 'x.csv.gz')
    const most = limits.inflatedBytes
    try {
      Object.assign(limits, { inflatedBytes: 7 })
      expect((await readAll(recording)).faults).toMatchObject([{ what: 'limit', count: 1, detail: '7' }])
    } finally {
      Object.assign(limits, { inflatedBytes: most })
    }
  })

  test('are not read on within what was read at once, once nobody waits for them', async () => {
    // A pause after each hundred samples makes many blocks.
    const times = range(5000).map((i) => i + 50 * Math.floor(i / 100))
    const recording = await open(['time,tag,value', ...times.flatMap((at) => [line(at, 'a'), line(at, 'b')])])
    expect((await readAll(recording)).blocks).toHaveLength(100)
    const controller = new AbortController()
    let blocks = 0
    const read = async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) {
        blocks++
        controller.abort()
      }
    }
    await expect(read()).rejects.toThrow(/abort/i)
    expect(blocks).toBeLessThan(50)
  })

  test('are not read on once nobody waits for them', async () => {
    const bytes = new TextEncoder().encode(
      ['time,tag,value', ...range(40_000).map((i) => line(i, i % 2 ? 'a' : 'b'))].join('\n'),
    )
    const source: Source = { size: bytes.length, read: async (at, length) => bytes.slice(at, at + length) }
    const recording = await openRecording(source, 'x.csv')
    const controller = new AbortController()
    controller.abort()
    await expect(readAll(recording, { signal: controller.signal })).rejects.toThrow(/abort/i)
  })
})
