import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Fault, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { decodePages, type Line, type Page, readLines, readPages } from './geneactiv-pages.ts'
import { openGeneactiv } from './geneactiv-recording.ts'

const sourceOf = (text: string) => memorySource(new TextEncoder().encode(text))
const start = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000

async function linesOf(text: string): Promise<Line[]> {
  const all: Line[] = []
  for await (const lines of readLines(sourceOf(text))) all.push(...lines)
  return all
}

describe('lines', () => {
  test('have their place and number, and no spaces around them', async () => {
    expect(await linesOf('ab\r\n\n  c \nd ')).toEqual([
      { text: 'ab', offset: 0, number: 1 },
      { text: '', offset: 4, number: 2 },
      { text: 'c', offset: 5, number: 3 },
      { text: 'd', offset: 10, number: 4 },
    ])
    expect(await linesOf('\n\nab')).toEqual([
      { text: '', offset: 0, number: 1 },
      { text: '', offset: 1, number: 2 },
      { text: 'ab', offset: 2, number: 3 },
    ])
    expect(await linesOf('')).toEqual([{ text: '', offset: 0, number: 1 }])
  })

  test('are whole across chunks', async () => {
    const text = Array.from({ length: 40_000 }, (_, i) => `line ${i} of many`).join('\n')
    const lines = await linesOf(text)
    expect(lines).toHaveLength(40_000)
    for (const [index, { text: each, offset, number }] of lines.entries()) {
      if (each === `line ${index} of many` && number === index + 1 && text.startsWith(each, offset)) continue
      throw new Error(`line ${index}`)
    }
  })

  test('that are too long are read at their beginning', async () => {
    const [first, second, third] = await linesOf(`${'x'.repeat(16_385)}\nb\n${'y'.repeat(16_385)}`)
    expect([first?.text.length, second, third?.text.length]).toEqual([
      16_384,
      { text: 'b', offset: 16_386, number: 2 },
      16_384,
    ])
  })

  test('without an end are divided, in bounded memory', async () => {
    const lines = await linesOf(`a\n${'x'.repeat(2 * limits.chunkBytes)}\nb`)
    expect(lines.map(({ text, offset, number }) => [text.length, offset, number])).toEqual([
      [1, 0, 1],
      [16_384, 2, 2],
      [2, 2 * limits.chunkBytes, 2],
      [1, 2 * limits.chunkBytes + 3, 3],
    ])
  })

  test('end where the source does', async () => {
    const short = sourceOf('a\nb')
    const lines: Line[] = []
    for await (const part of readLines({ ...short, size: 1000 })) lines.push(...part)
    expect(lines.map(({ text }) => text)).toEqual(['a', 'b'])
  })
})

const fields: Readonly<Record<string, string>> = {
  'Sequence Number': '7',
  'Page Time': '2024-05-06 07:08:09:500',
  Unassigned: '',
  Temperature: '23.5',
  'Battery voltage': '4.1',
  'Measurement Frequency': '100.0',
}
function pageText(more: Readonly<Record<string, string | undefined>> = {}, digits = '0123456789ab'.repeat(2)): string {
  const lines = Object.entries({ ...fields, ...more }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}:${value}\n`],
  )
  return `Recorded Data\n${lines.join('')}${digits}\n`
}
async function pagesOf(text: string): Promise<(Page | Fault)[]> {
  const all: (Page | Fault)[] = []
  for await (const items of readPages(sourceOf(text))) all.push(...items)
  return all
}
const summary = (items: readonly (Page | Fault)[]) =>
  items.map((item) => ('what' in item ? [item.what, item.offset, item.line, item.at] : item.sequence))

describe('pages', () => {
  test('have every value of their lines', async () => {
    expect(await pagesOf(`anything\n${pageText({ 'Page Time': ' 2024-05-06 07:08:09:500 ' })}`)).toEqual([
      {
        sequence: 7,
        start: start + 0.5,
        rate: 100,
        count: 2,
        digits: '0123456789ab0123456789ab',
        temperature: 23.5,
        battery: 4.1,
      },
    ])
    expect(await pagesOf(pageText({ Temperature: undefined, 'Battery voltage': undefined }))).toMatchObject([
      { temperature: Number.NaN, battery: Number.NaN },
    ])
    expect(await pagesOf(pageText({}, '0123456789AB0'))).toMatchObject([{ count: 1 }])
  })

  test.each([
    ['Page Time', undefined],
    ['Page Time', '2024-00-06 07:08:09:500'],
    ['Page Time', '2024-13-06 07:08:09:500'],
    ['Page Time', '2024-05-06 07:08:09'],
    ['Measurement Frequency', undefined],
    ['Measurement Frequency', '0'],
    ['Sequence Number', undefined],
    ['Sequence Number', '1.5'],
  ])('with a %s of %s are corrupt', async (key, value) => {
    expect(summary(await pagesOf(`x\n${pageText({ [key]: value })}`))).toEqual([['corrupt-block', 2, 2, null]])
  })

  test.each(['01', '12'])('may be in the month %s', async (month) => {
    const [page] = await pagesOf(pageText({ 'Page Time': `2024-${month}-06 07:08:09:500` }))
    expect(page).toMatchObject({ start: Date.UTC(2024, Number(month) - 1, 6, 7, 8, 9, 500) / 1000 })
  })

  test('without samples, and one that the file ends in, are faults where they begin', async () => {
    const next = pageText({ 'Sequence Number': '8', 'Page Time': '2024-05-06 07:08:10:000' })
    const text = `${pageText()}Recorded Data\nPage Time:x\n${next}Recorded Data\nPage`
    const [at, line] = [pageText().length, pageText().split('\n').length]
    const after = at + 'Recorded Data\nPage Time:x\n'.length + next.length
    expect(summary(await pagesOf(text))).toEqual([
      7,
      ['corrupt-block', at, line, start + 0.52],
      8,
      ['cut-off', after, 2 * line + 1, start + 1.02],
    ])
  })

  test('may begin a tenth before the last one ended, and not more', async () => {
    const digits = '0'.repeat(12 * 100)
    const after = async (time: string) =>
      summary(await pagesOf(pageText({}, digits) + pageText({ 'Sequence Number': '8', 'Page Time': time }, digits)))
    expect(await after('2024-05-06 07:08:10:400')).toEqual([7, 8])
    expect(await after('2024-05-06 07:08:10:399')).toEqual([
      7,
      ['time-backwards', pageText({}, digits).length, 9, start + 1.5],
    ])
  })

  test('have at most twenty values, each with a name', async () => {
    const filler = (count: number) => Array.from({ length: count }, (_, i) => `f${i}:1\n`).join('')
    const text = (count: number) => pageText().replace('\n', `\n:nameless\nno colon\n${filler(count)}`)
    expect(summary(await pagesOf(text(14)))).toEqual([7])
    expect(summary(await pagesOf(text(15)))).toEqual([['corrupt-block', 0, 1, null]])
  })
})

test('digits are three signed axes, light, the button and a spare bit', () => {
  const header = {
    axes: [
      { gain: 100, offset: 0 },
      { gain: 50, offset: 100 },
      { gain: -200, offset: -300 },
    ],
    lux: 2,
    serialnumber: null,
    utcOffset: null,
    range: null,
  }
  const part = (digits: string) => ({
    digits,
    count: digits.length / 12,
    sequence: 0,
    start: 0,
    rate: 1,
    temperature: 0,
    battery: 0,
  })
  const parts = [part('0017ff800fff001002009ABC'), part('fFfdEf0a0002')]
  const values = decodePages({ parts, samples: 3, step: 1, continues: false }, header)
  expect(values.map((each) => [...each])).toEqual([
    [1, 1, -1],
    [(2047 * 100 - 100) / 50, (2 * 100 - 100) / 50, (-529 * 100 - 100) / 50],
    [(-2048 * 100 + 300) / -200, (9 * 100 + 300) / -200, (160 * 100 + 300) / -200],
    [1023 * 2, (0xabc >> 2) * 2, 0],
    [1, 0, 1],
  ])
})

const header = `Device Identity
Calibration Data
x gain:25000
x offset:0
y gain:25000
y offset:0
z gain:25000
z offset:0
Volts:0
`
const second = (index: number, count = 100) => {
  const time = new Date((start + index) * 1000).toISOString()
  const stamp = `${time.slice(0, 10)} ${time.slice(11, 19)}:${time.slice(20, 23)}`
  return pageText(
    { 'Sequence Number': String(index), 'Page Time': stamp, Temperature: String(index % 50) },
    '00000000000c'.repeat(count),
  )
}
const openPages = (text: string) => openGeneactiv(sourceOf(header + text))
async function read(text: string, options = {}) {
  const found: unknown[] = []
  for await (const item of (await openPages(text)).blocks(options)) {
    if (isFault(item)) found.push([item.what, item.at])
    else if (item.channel === 0) found.push([item.at, item.values.length, item.continues])
  }
  return found
}

describe('a recording', () => {
  test('without a serial number, zone, light or range is described without them', async () => {
    const recording = await openPages(second(0))
    expect(recording.description).toMatchObject({ recognised: [], duration: 1, samples: null, device: 'GENEActiv' })
    expect(recording.description).not.toHaveProperty('serialnumber')
    expect(recording.description.channels[0]).not.toHaveProperty('range')
    expect([recording.layout, recording.fingerprint, await recording.annotations()]).toEqual([null, null, []])
    const light: number[] = []
    for await (const item of recording.blocks()) if (!isFault(item) && item.channel === 3) light.push(...item.values)
    expect(light).toEqual(Array.from({ length: 100 }, () => 3))
    const long = `Device Unique Serial Code: ${'9'.repeat(41)}\n`
    const named = await openGeneactiv(sourceOf(header.replace('Calibration', `${long}Calibration`) + second(0)))
    expect(named.description.serialnumber).toBe('9'.repeat(40))
  })

  test('without a whole page has no data', async () => {
    const text = header + second(0).replace('Page Time', 'Page')
    await expect(openGeneactiv(sourceOf(text))).rejects.toMatchObject({
      code: 'no-data',
      offset: text.length,
      detail: 'Recorded Data',
    })
  })

  test('needs the mark of its first page within 16 KiB', async () => {
    const padded = (bytes: number) =>
      openGeneactiv(sourceOf(`${header}${'x'.repeat(bytes - header.length - 1)}\n${second(0)}`))
    const mark = '\nRecorded Data'.length
    expect((await padded(16_384 - mark + 1)).description.duration).toBe(1)
    await expect(padded(16_384 - mark + 2)).rejects.toMatchObject({ code: 'cut-off', offset: 16_384 })
  })

  test('is as long as its last whole page says', async () => {
    const many = Array.from({ length: 60 }, (_, index) => second(index)).join('')
    expect((await openPages(many)).description.duration).toBe(60)
    expect((await openPages(`${many}Recorded Data\nPage`)).description.duration).toBe(60)
    expect((await openPages(second(0) + 'x'.repeat(16_384))).description.duration).toBeNull()
    expect((await openPages(second(100) + 'x\n'.repeat(9000) + second(0))).description.duration).toBeNull()
    expect((await openPages(second(1) + 'x\n'.repeat(9000) + second(0))).description.duration).toBeNull()
  })

  test('has blocks of pages that follow one another, divided at faults and at other sizes', async () => {
    const text = [second(0), second(1), second(5), 'Recorded Data\n', second(6), second(7, 50), second(20)].join('')
    expect(await read(text)).toEqual([
      [0, 200, false],
      [5, 100, false],
      ['corrupt-block', 6],
      [6, 100, true],
      [7, 50, true],
      [20, 100, false],
    ])
    expect(await read(`Recorded Data\n${second(3)}`)).toEqual([
      ['corrupt-block', 0],
      [0, 100, false],
    ])
  })

  test('goes on after damage of any size that took no time', async () => {
    const damage = 'Recorded Data\n'
    expect(await read([second(0), damage, damage, second(1), damage, second(2)].join(''))).toEqual([
      [0, 100, false],
      ['corrupt-block', 1],
      [1, 100, true],
      ['corrupt-block', 2],
      [2, 100, true],
    ])
    // Longer than what is read at once.
    const noise = 'x\n'.repeat(limits.chunkBytes)
    expect(await read([second(0), noise, second(1)].join(''))).toEqual([
      [0, 100, false],
      [1, 100, true],
    ])
  })

  test('has a temperature and a voltage for each page', async () => {
    const slow: unknown[] = []
    const recording = await openPages(
      second(30) + second(40, 50) + second(40.5, 50).replace('Number:40.5', 'Number:41'),
    )
    for await (const item of recording.blocks())
      if (!isFault(item) && item.channel > 4) slow.push([item.channel, item.at, item.step, [...item.values]])
    expect(slow).toEqual([
      [5, 0, 1, [30]],
      [6, 0, 1, [Math.fround(4.1)]],
      [5, 10, 0.5, [40, 40.5]],
      [6, 10, 0.5, [4.1, 4.1].map(Math.fround)],
    ])
  })

  test('is joined where its chunks meet', async () => {
    const many = Array.from({ length: 300 }, (_, index) => second(index)).join('')
    const blocks = (await read(many)) as [number, number, boolean][]
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.map(([, , continues]) => continues)).toEqual(blocks.map((_, index) => index > 0))
    expect(blocks.reduce((sum, [, samples]) => sum + samples, 0)).toBe(30_000)
  })

  test('is read from the block that reaches into a range of time to the one that begins in it', async () => {
    const text = [0, 1, 10, 11, 20].map((index) => second(index)).join('')
    const startsOf = async (options: object) => ((await read(text, options)) as [number][]).map(([at]) => at)
    expect(await startsOf({ from: 2, to: 10 })).toEqual([0, 10])
    expect(await startsOf({ from: 2.1, to: 9.9 })).toEqual([])
    expect(await startsOf({ from: 12, to: 20 })).toEqual([10, 20])
  })

  test('is read until it is told to stop', async () => {
    const controller = new AbortController()
    const recording = await openPages(second(0))
    const reading = async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })
})
