import { expect } from 'vitest'
import { type ReadChannel, readWhole } from '../testing/read-whole.ts'
import { openSample, readSample, testOfSamples } from '../testing/samples.ts'

/** The rows of a table of ActiLife, which has a preamble of ten lines and one line of headings. */
async function readTable(path: string): Promise<string[][]> {
  const lines = new TextDecoder()
    .decode(await readSample(path))
    .trim()
    .split(/\r?\n/)
  return lines.slice(11).map((line) => line.split(','))
}

function mostApart(rows: readonly string[][], channels: readonly ReadChannel[], from: number): number {
  const apart = rows.flatMap((row, index) =>
    channels.map(({ values }, column) => Math.abs(Number(row[column]) - (values[from + index] ?? Number.NaN))),
  )
  return apart.reduce((most, each) => (each <= most ? most : each), 0)
}

testOfSamples('the primary accelerometer of a GT9X is what ActiLife exports', async () => {
  const recording = await openSample('gt3x/AGread-GT9X-IMU.gt3x')
  expect(recording.description).toMatchObject({
    start: Date.UTC(2019, 1, 14, 8, 58) / 1000,
    duration: 180,
    device: 'ActiGraph Link',
    serialnumber: 'TAS1E31150129',
    recognised: [{ code: 'utc-offset', params: { minutes: -300 } }],
  })
  const { channels, faults } = await readWhole(recording)
  expect([faults, channels.flatMap(({ gaps }) => gaps)]).toEqual([[], []])
  const rows = await readTable('gt3x/AGread-exampleRAW.csv')
  expect([rows.length, channels[0]?.values.length]).toEqual([10_800, 180 * 90])
  // ActiLife rounds to three decimals.
  expect(mostApart(rows, channels.slice(0, 3), 0)).toBeLessThan(0.000501)
})

testOfSamples('the inertial unit of a GT9X is what ActiLife exports', async () => {
  const { channels } = await readWhole(await openSample('gt3x/AGread-GT9X-IMU.gt3x'))
  const rows = await readTable('gt3x/AGread-example-IMU.csv')
  expect([rows.length, channels[3]?.values.length]).toEqual([2300, 163 * 100 + 16 * 101])
  // For a second with 101 samples, ActiLife computes 100 of its own. Those of other seconds are unchanged.
  const times = channels[3]?.times ?? []
  const compared = Array.from({ length: 23 }, (_, second) => {
    const from = times.findIndex((time) => time >= second - 1e-6)
    const to = times.findIndex((time) => time >= second + 1 - 1e-6)
    if (to - from !== 100) return null
    const each = rows.slice(second * 100, second * 100 + 100).map((row) => row.slice(1))
    return mostApart(each, channels.slice(3, 13), from)
  }).filter((apart) => apart !== null)
  expect(compared.length).toBe(21)
  expect(Math.max(...compared)).toBeLessThan(0.00001)
})
