import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openRecording } from '../open/open-recording.ts'
import { type BlocksOptions, type Fault, isFault, type Layout, type Recording, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { fingerprintOf, openCsv } from './open-csv.ts'
import type { Plan } from './rows/plan.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const text = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`)
const open = (lines: readonly string[], layout?: Layout, name = 'x.csv') =>
  openRecording(memorySource(text(lines)), name, layout ? { layout } : {})
/** A source that tells where it is read. */
function watched(bytes: Uint8Array<ArrayBuffer>, onRead: (offset: number, length: number) => void): Source {
  return {
    size: bytes.length,
    read: async (offset, length) => {
      onRead(offset, length)
      return bytes.slice(offset, offset + length)
    },
  }
}
async function timesOf(recording: Recording, options: BlocksOptions = {}) {
  const times: number[] = []
  for await (const item of recording.blocks(options)) {
    if (isFault(item)) throw new Error(item.what)
    for (let i = 0; i < item.values.length; i++) times.push(item.times?.[i] ?? item.at + i * (item.step ?? 0))
  }
  return times
}
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const seconds = (iso: string) => Date.parse(iso) / 1000

describe('a large table', () => {
  const count = 30_000
  const start = seconds('2026-06-10T10:00:00Z')

  test('is described by its first and its last lines, without reading it', async () => {
    const bytes = text(['time,x', ...range(count).map((i) => `${isoOf(start + i)},${i % 7}.25`)])
    let read = 0
    const source = watched(bytes, (_offset, length) => {
      read += length
    })
    const { description } = await openRecording(source, 'x.csv')
    expect(description).toMatchObject({ start, duration: count, samples: null })
    expect(read).toBeLessThan(bytes.length)
  })

  test.each<[string, (i: number) => string, number | null]>([
    ['numbers', (i) => `${(i / 2).toFixed(1)},5`, count / 2],
    ['times of day, between which may be midnights', (i) => `${isoOf(start + i).slice(11, 19)},5`, null],
  ])('with %s lasts as long as they tell', async (_what, line, duration) => {
    const { description } = await open(['time,x,y', ...range(count).map((i) => `${line(i)},${i % 5}.125000000000`)])
    expect(description.duration).toBe(duration)
  })

  test('without an end of its last line lasts as long', async () => {
    const lines = ['time,x', ...range(count).map((i) => `${isoOf(start + i)},${i % 7}.25`)]
    const bytes = new TextEncoder().encode(lines.join('\n'))
    expect((await openRecording(memorySource(bytes), 'x.csv')).description.duration).toBe(count)
  })

  test('whose last lines have no time lasts until the last that has one', async () => {
    const lines = range(count).map((i) => `${isoOf(start + i)},${i % 7}.25`)
    const untimed = (many: number) => open(['time,x', ...lines, ...range(many).map(() => ',5.25')])
    for (const many of [1, 63, 64, 100]) expect((await untimed(many)).description.duration).toBe(count)
    expect((await untimed(20_000)).description.duration).toBeNull()
  })

  test('with many lines for each second lasts until the last of them', async () => {
    const lines = range(count).map((i) => `${isoOf(start + Math.floor(i / 200)).slice(0, 19)}Z,${i % 7}.25`)
    const { description } = await open(['time,x', ...lines])
    expect(description).toMatchObject({ start, duration: count / 200, channels: [{ rate: 200 }] })
  })

  test.each([
    ['2026-06-10T10:00:00', true],
    ['2026-03-28T20:00:00', false],
    ['2026-10-24T20:00:00', false],
    ['2026-04-04T20:00:00', false],
    ['2026-09-26T20:00:00', false],
    ['2026-11-28T20:00:00', false],
    ['2026-12-05T20:00:00', true],
    ['2026-03-23T10:00:00', true],
  ])('of a local clock from %s on may have changed it: its end is known %s', async (from, isKnown) => {
    const lines = range(count).map((i) => `${isoOf(seconds(`${from}Z`) + i).slice(0, 19)},${i % 7}.25`)
    expect((await open(['time,x', ...lines])).description.duration).toBe(isKnown ? count : null)
  })

  test('with a rate that was set is as long as its lines are', async () => {
    const lines = ['a,b', ...range(60_000).map((i) => `${(i * 7) % 11}.25,${i % 5}.5`)]
    expect((await open(lines, { rate: 10 })).description.duration).toBeNull()
    const timed = ['time,x', ...range(count).map((i) => `${isoOf(start + i)},${i % 7}.25`)]
    expect((await open(timed, { rate: 10 })).description).toMatchObject({ start, duration: null })
  })

  test('of long lines lasts as long, if only one of them fits into what is read of its end', async () => {
    const lines = range(10).map((i) => `${isoOf(start + i)},${i}.25,${'note '.repeat(8000)}`)
    expect((await open(['time,x,note', ...lines])).description.duration).toBe(10)
  })

  test('in gzip is read to its end only if nothing at its beginning shows the order of day and month', async () => {
    const described = async (date: (iso: string) => string) => {
      const lines = range(count).map((i) => `${date(isoOf(seconds('2026-03-02T14:00:00Z') + 2 * i))},${i % 7}.25`)
      const packed = new Uint8Array(gzipSync(text(['time,x', ...lines]), { level: 0 }))
      let end = 0
      const source = watched(packed, (offset, length) => {
        end = Math.max(end, offset + length)
      })
      const { description } = await openRecording(source, 'x.csv.gz')
      const codes = description.recognised.map(({ code }) => code)
      return {
        start: description.start,
        duration: description.duration,
        isAssumed: codes.includes('date-order-assumed'),
        isRead: end === packed.length,
      }
    }
    const from = seconds('2026-03-02T14:00:00Z')
    // Either order is as likely, until midnight.
    const slashed = (iso: string) => iso.replace(/^(....)-(..)-(..)T(.{8}).*/, '$3/$2/$1 $4')
    expect(await described(slashed)).toEqual({ start: from, duration: 2 * count, isAssumed: false, isRead: true })
    expect(await described((iso) => iso)).toEqual({ start: from, duration: null, isAssumed: false, isRead: false })
  })
})

describe('a part of a large table', () => {
  const lines = range(60_000).map((i) => `${String(i).padStart(6, '0')}.5,${(i * 7) % 11}.125`)
  const bytes = text(['s,x', ...lines])

  test('is what it is in the whole, whatever was read before', async () => {
    const wide = new Uint8Array(Buffer.from(`\ufeff${new TextDecoder().decode(bytes)}`, 'utf16le'))
    for (const file of [bytes, new Uint8Array(gzipSync(bytes)), wide]) {
      const recording = await openRecording(memorySource(file), 'x.csv')
      const whole = await timesOf(recording)
      expect(whole).toEqual(range(60_000))
      // The last line of the first bytes that are read at once, and its neighbours.
      const last = new TextDecoder().decode(bytes.subarray(0, limits.chunkBytes)).split('\n').length - 3
      for (const from of [last - 1, last, last + 0.5, last + 1, 40_000, 3]) {
        const wanted = (time: number) => time >= from && time <= from + 10
        const part = await timesOf(recording, { from, to: from + 10 })
        expect(part.filter(wanted)).toEqual(whole.filter(wanted))
      }
    }
  })

  test('has all samples of a second, if times are written to the second', async () => {
    const rows = range(60_000).map((i) => `${isoOf(Math.floor(i / 50))},${i % 7}.25`)
    const recording = await open(['time,x', ...rows])
    const whole = await timesOf(recording)
    expect(whole).toHaveLength(60_000)
    // The last line of the first bytes that are read at once.
    const head = text(['time,x', ...rows]).subarray(0, limits.chunkBytes)
    const at = head.filter((byte) => byte === 10).length - 2
    const from = whole[at + 1] ?? 0
    const part = await timesOf(recording, { from, to: from + 1 })
    expect(part.slice(0, 50)).toEqual(whole.slice(at + 1, at + 51))
  })

  test('with a rate has its first sample, which lasts until the next', async () => {
    const rows = range(60_000).map((i) => `${(i * 7) % 11}.125,${i % 5}.25`)
    const recording = await open(['a,b', ...rows], { rate: 0.5 })
    const whole: number[] = []
    for await (const item of recording.blocks()) if (!isFault(item) && item.channel === 0) whole.push(item.at)
    for (const at of whole.slice(1)) {
      const [first] = await timesOf(recording, { from: at - 0.5, to: at })
      expect(first).toBeLessThanOrEqual(at - 2)
    }
  })

  test('is read from shortly before it, in whatever order parts were read', async () => {
    let least = Number.POSITIVE_INFINITY
    const recording = await openRecording(
      watched(bytes, (offset) => {
        least = Math.min(least, offset)
      }),
      'x.csv',
    )
    await timesOf(recording)
    for (const from of [30_000, 59_000]) {
      least = Number.POSITIVE_INFINITY
      await timesOf(recording, { from, to: from + 1 })
      expect(least).toBeGreaterThan((bytes.length * from) / 60_000 - 2 * limits.chunkBytes)
      expect(least).toBeLessThan((bytes.length * from) / 60_000)
    }
  })
})

test('nobody waits for a table any longer: neither its lines nor its annotations are read on', async () => {
  const bytes = text(['s,x,event', ...range(40).map((i) => `${i},${(i * 7) % 11}.5,${i === 9 ? 'fall' : ''}`)])
  const opening = new AbortController()
  let wholes = 0
  const source = watched(bytes, (_offset, length) => {
    // Once to recognise it, and again to count its samples.
    if (length === bytes.length && ++wholes === 2) opening.abort()
  })
  await expect(openCsv(source, { signal: opening.signal })).rejects.toThrow(/abort/i)
  expect(wholes).toBe(2)
  const recording = await openCsv(memorySource(bytes))
  await expect(recording.annotations(AbortSignal.abort())).rejects.toThrow(/abort/i)
})

test('a table whose lines have no numbers has no data', async () => {
  const empty = open(['time,x', ...range(20).map((i) => `${i},`)])
  await expect(empty).rejects.toMatchObject({ code: 'no-data', line: 2 })
})

test('more columns than channels are counted, once', async () => {
  const width = limits.channels + 3
  const line = range(width)
    .map((i) => `${i}.5`)
    .join(',')
  const recording = await open([line, line, line])
  const faultsOf = async (options: object) => {
    const faults: Fault[] = []
    for await (const item of recording.blocks(options)) if (isFault(item)) faults.push(item)
    return faults
  }
  expect(await faultsOf({})).toEqual([
    { what: 'limit', count: 3, offset: null, line: 0, at: null, detail: `${width} > ${limits.channels}` },
  ])
  expect(await faultsOf({ from: 0 })).toEqual([])
})

test('annotations are read once, and only if there are texts', async () => {
  let reads = 0
  const bytes = text(['s,x,event', ...range(40).map((i) => `${i},${(i * 7) % 11}.5,${i === 9 ? 'fall' : ''}`)])
  const source = watched(bytes, () => reads++)
  const recording = await openRecording(source, 'x.csv')
  const expected = [{ at: 9, duration: null, text: 'fall' }]
  expect(await recording.annotations()).toEqual(expected)
  const after = reads
  expect(await recording.annotations()).toEqual(expected)
  expect(reads).toBe(after)
  const plain = await openRecording(memorySource(text(['s,x', ...range(40).map((i) => `${i},5.5`)])), 'x.csv')
  expect(await plain.annotations()).toEqual([])
})

describe('the fingerprint', () => {
  const plan = (more: object = {}) =>
    ({ dialect: { delimiter: ',', decimal: '.' }, width: 2, time: { form: 'none' }, ...more }) as Plan

  test('is that of notation, columns, names and time, whatever numbers are in the names', () => {
    const own = fingerprintOf(plan(), ['Acc_40AC', null])
    expect(own).toMatch(/^csv-[0-9a-f]{16}$/)
    expect(fingerprintOf(plan(), ['acc_9E2f', ''])).toBe(own)
    for (const other of [
      fingerprintOf(plan({ dialect: { delimiter: ';', decimal: '.' } }), ['Acc_40AC', null]),
      fingerprintOf(plan({ dialect: { delimiter: ',', decimal: ',' } }), ['Acc_40AC', null]),
      fingerprintOf(plan({ width: 3 }), ['Acc_40AC', null]),
      fingerprintOf(plan({ time: { form: 'date-time', column: 0 } }), ['Acc_40AC', null]),
      fingerprintOf(plan(), ['Gyr_40AC', null]),
      fingerprintOf(plan(), ['Acc_', null]),
      fingerprintOf(plan(), ['Acc_40AC']),
    ])
      expect(other).not.toBe(own)
  })

  test('has as many digits whatever the columns are', () => {
    for (const width of range(60)) expect(fingerprintOf(plan({ width }), [])).toMatch(/^csv-[0-9a-f]{16}$/)
  })

  test('is the same in every release', () => {
    expect(fingerprintOf(plan(), ['a', 'b'])).toBe('csv-cdb3d28cd1d27757')
  })
})

test('a part of a table in gzip, or in two bytes, is read from its beginning', async () => {
  const lines = ['s,x', ...range(40).map((i) => `${i},${(i * 7) % 11}.5`)]
  const packed = new Blob([text(lines)]).stream().pipeThrough(new CompressionStream('gzip'))
  const wide = Uint8Array.from(
    [...`\ufeff${lines.join('\n')}\n`].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
  )
  for (const bytes of [new Uint8Array(await new Response(packed).arrayBuffer()), wide]) {
    const recording = await openRecording(memorySource(bytes), 'x.csv')
    for (const from of [30, 10, 35]) {
      const times: number[] = []
      for await (const item of recording.blocks({ from, to: 36 })) if (!isFault(item)) times.push(...(item.times ?? []))
      expect(times).toEqual(range(40))
    }
  }
})

describe('settings', () => {
  const lines = ['a,b,c', ...range(40).map((i) => `${i},${(i * 7) % 11}.5,${i % 4}`)]

  test.each<[Layout, string]>([
    [{ timeColumn: -1 }, 'column'],
    [{ timeColumn: 1.5 }, 'column'],
    [{ timeColumn: 3 }, 'column'],
    [{ timeColumn: [0, 3] }, 'column'],
    [{ counterColumn: 3 }, 'column'],
    [{ timeColumn: limits.headerBytes + 1 }, 'column'],
    [{ headerRows: 10_001 }, 'headerRows'],
    [{ headerRows: 0.5 }, 'headerRows'],
    [{ rate: 0 }, 'rate'],
    [{ start: Number.NaN }, 'start'],
  ])('%j do not fit', async (layout, detail) => {
    await expect(open(lines, layout)).rejects.toMatchObject({ code: 'wrong-layout', detail })
  })

  test('with more header lines than there are lines leave no data', async () => {
    await expect(open(lines, { headerRows: 41 })).rejects.toMatchObject({ code: 'no-data', line: 41 })
    await expect(open(lines, { headerRows: 10_000 })).rejects.toMatchObject({ code: 'no-data' })
    expect((await open(lines, { headerRows: 40 })).description.samples).toBe(3)
  })

  test('with columns of date and time that have none leave no data', async () => {
    await expect(open(lines, { timeColumn: [0, 1] })).rejects.toMatchObject({ code: 'no-data', line: 2 })
  })

  test('are told as they are used', async () => {
    expect((await open(lines)).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: null,
      counterColumn: 0,
    })
    expect((await open(lines, { rate: 5, start: 7, clock: 'local', counterColumn: [0, 2] })).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: null,
      counterColumn: [0, 2],
      rate: 5,
      start: 7,
      clock: 'local',
    })
    const dated = ['d,t,x', ...range(40).map((i) => `04.03.2026,10:00:${String(i).padStart(2, '0')},1`)]
    expect((await open(dated)).layout).toEqual({
      delimiter: ',',
      decimal: '.',
      headerRows: 1,
      timeColumn: [0, 1],
      dateOrder: 'dmy',
      counterColumn: null,
    })
    expect((await open(lines, { timeColumn: 0 })).layout).toMatchObject({ timeColumn: 0, timeUnit: 's' })
  })
})
