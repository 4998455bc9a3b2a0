import { describe, expect, test } from 'vitest'
import { openRecording } from '../../open/open-recording.ts'
import { memorySource } from '../../source.ts'
import { tally } from '../../testing/tally.ts'

const range = (length: number) => [...Array(length).keys()]

async function read(lines: readonly string[]) {
  const recording = await openRecording(memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`)), 'x.csv')
  const { channels, faults } = await tally(recording)
  const { description } = recording
  return { description, channels, faults, codes: description.recognised.map(({ code }) => code) }
}

const point = (row: number) => (row / 50).toFixed(2)
const comma = (row: number) => point(row).replace('.', ',')

test.each([
  ['a space', ';', (row: number) => [comma(row), `1 ${100 + row},5`]],
  ['a no-break space', ';', (row: number) => [comma(row), `1\u00a0${100 + row},5`]],
  ['a narrow no-break space', ';', (row: number) => [comma(row), `1\u202f${100 + row},5`]],
  ['a point', ';', (row: number) => [comma(row), `1.${100 + row},5`]],
  ['a point in quotes', ';', (row: number) => [comma(row), `"1.${100 + row},5"`]],
  ['an apostrophe', ';', (row: number) => [point(row), `1'${100 + row}.5`]],
  ['a typographic apostrophe', '\t', (row: number) => [point(row), `1\u2019${100 + row}.5`]],
  ['a space and a decimal point', ',', (row: number) => [point(row), `1 ${100 + row}.5`]],
])('%s separates thousands', async (_, delimiter, cells) => {
  const { description, channels, faults } = await read([
    `t${delimiter}x`,
    ...range(200).map((row) => cells(row).join(delimiter)),
  ])
  expect(description).toMatchObject({ duration: 4, channels: [{ name: 'x', rate: 50 }], samples: 200 })
  expect(channels[0]).toMatchObject({ n: 200, min: 1100.5, max: 1299.5 })
  expect(faults).toEqual({})
})

test('a column of whole numbers with points for thousands is one of numbers where others have decimal commas', async () => {
  const { channels } = await read(['t;x', ...range(200).map((row) => `"${comma(row)}";"1.${100 + row}"`)])
  expect(channels[0]).toMatchObject({ n: 200, min: 1100, max: 1299 })
})

test('a column with another decimal mark than the rest is a text, not thousands', async () => {
  const { codes, description } = await read([
    't;y;x',
    ...range(200).map((row) => `${comma(row)};${comma(row + 7)};${1 + row / 1000}`),
  ])
  expect(description.channels.map(({ name }) => name)).toEqual(['y'])
  expect(codes).toContain('text-columns')
})

test('a minus of typesetters is one', async () => {
  const { channels, faults } = await read([
    't,x',
    ...range(200).map((row) => `${point(row)},${((row - 100) / 8).toFixed(3)}`.replace('-', '\u2212')),
  ])
  expect(channels[0]).toMatchObject({ n: 200, min: -12.5, max: 12.375 })
  expect(faults).toEqual({})
})

test('names that could be units are names', async () => {
  const { description } = await read(['t;count', ...range(200).map((row) => `${row};1.${100 + row}`)])
  expect(description).toMatchObject({ channels: [{ name: 'count', unit: null, rate: 1 }], duration: 200 })
})

describe('units beside the numbers', () => {
  test('in every cell of a column are its unit', async () => {
    const { description, channels, faults } = await read([
      'time;a;SpO2;force (N)',
      ...range(200).map((row) => `${comma(row)} s;${row} mg;${90 + (row % 9)} %;${row},5`),
    ])
    expect(description).toMatchObject({
      duration: 4,
      channels: [
        { name: 'a', unit: 'mg', kind: 'acceleration', rate: 50 },
        { name: 'SpO2', unit: '%', kind: 'saturation' },
        { name: 'force', unit: 'N' },
      ],
    })
    expect(channels).toMatchObject([
      { n: 200, max: 199 },
      { n: 200, min: 90, max: 98 },
      { n: 200, max: 199.5 },
    ])
    expect(faults).toEqual({})
  })

  test('are counted as faults where another one stands, or none was before', async () => {
    const lines = (last: string) => ['t,a,b', ...range(2500).map((row) => `${row},${row < 2400 ? '1.5 g' : last},2`)]
    expect((await read(lines('5 mg'))).faults).toEqual({ 'not-a-number': 100 })
    expect((await read(lines('5'))).channels[0]).toMatchObject({ n: 2500, max: 5 })
    const plain = await read(['t,a,b', ...range(2500).map((row) => `${row},${row < 2400 ? '1.5' : '5 g'},2`)])
    expect(plain.faults).toEqual({ 'not-a-number': 100 })
    expect(plain.channels[0]).toMatchObject({ n: 2400 })
  })

  test('that differ within a column are a text, and a reason if nothing else is there', async () => {
    const mixed = range(200).map((row) => (row % 2 === 0 ? '1.5 g' : '1500 mg'))
    const { description, codes } = await read(['t,a,b', ...mixed.map((cell, row) => `${row},${cell},2`)])
    expect([description.channels.map(({ name }) => name), codes.includes('text-columns')]).toEqual([['b'], true])
    await expect(read(['t,a', ...mixed.map((cell, row) => `${row},${cell}`)])).rejects.toMatchObject({
      code: 'no-data',
      detail: 'units',
    })
  })

  test('in few cells are texts, and none of a rate above the data', async () => {
    const { description } = await read([
      'Rate;50 Hz',
      'Range;8 g',
      't;a;note',
      ...range(200).map((row) => `${row};${row}.5;${row === 9 ? '5 mg' : ''}`),
    ])
    expect(description.channels).toMatchObject([{ name: 'a', unit: null }])
  })
})

test('hexadecimal numbers are a reason of their own', async () => {
  const lines = range(200).map((row) => `${row},0x${row.toString(16)}`)
  await expect(read(['t,x', ...lines])).rejects.toMatchObject({ code: 'no-data', detail: 'hexadecimal' })
  await expect(read(['t,x', ...range(200).map((row) => `${row},word`)])).rejects.toMatchObject({ detail: null })
})

test('names with line breaks in quotes, and with commas in parentheses, are whole', async () => {
  const rows = range(200).map((row) => `${point(row)},${row},${row}.5`)
  const broken = await read(['"t', '(s)","x', '(g)","y', '(g)"', ...rows])
  expect(broken.description.channels).toMatchObject([
    { name: 'x', unit: 'g', rate: 50 },
    { name: 'y', unit: 'g' },
  ])
  const coded = await read(['t,Code (0=sitting, 1=standing),y', ...rows])
  expect(coded.description.channels.map(({ name }) => name)).toEqual(['Code (0=sitting, 1=standing)', 'y'])
})

test('a counter of few bits loses nothing where it begins again', async () => {
  const lines = range(400).map((row) => `${row % 16}\t${row}\t7`)
  const whole = await read(['# Sampling rate: 100', 'nSeq\tA\tB', ...lines])
  expect(whole.description).toMatchObject({ duration: 4 })
  expect([whole.channels[0]?.n, whole.channels[0]?.gaps, whole.faults]).toEqual([400, 0, {}])
  const lossy = await read(['# Sampling rate: 100', 'nSeq\tA\tB', ...lines.filter((_, row) => row < 94 || row > 98)])
  expect(lossy.faults).toEqual({ 'lost-samples': 5 })
})

test.each([4000, 70_000])('%i zero bytes below the data are a file that was not written to its end', async (count) => {
  const text = ['t,x', ...range(200).map((row) => `${row},${row}.5`), '200,'].join('\n')
  const bytes = Uint8Array.from([...new TextEncoder().encode(text), ...new Uint8Array(count)])
  const recording = await openRecording(memorySource(bytes), 'x.csv')
  const { channels, faults } = await tally(recording)
  expect([channels[0]?.n, faults]).toEqual([200, { 'cut-off': 1 }])
  expect(recording.description.duration).toBe(200)
})

test('text of four bytes a character is said not to be supported', async () => {
  const bytes = Uint8Array.from([...'t,x\n1,2\n3,4\n'].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0]))
  await expect(openRecording(memorySource(bytes), 'x.csv')).rejects.toMatchObject({
    code: 'unsupported',
    detail: 'UTF-32',
  })
})
