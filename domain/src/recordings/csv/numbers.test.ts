import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { tally } from '../testing/tally.ts'

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
