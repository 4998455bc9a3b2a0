import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geneactivFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'

const header = `Device Identity
Device Unique Serial Code:012967
Device Type:GENEActiv
Device Model:1.1

Configuration Info
Measurement Frequency:100 Hz
Start Time:2024-05-06 07:08:09:000
Time Zone:GMT -03:30

Subject Info
Subject Code:X

Calibration Data
x gain:25000
x offset:-100
y gain:25000
y offset:0
z gain:50000
z offset:200
Volts:300
Lux:600
`
const hex = (value: number) => (value & 0xfff).toString(16).padStart(3, '0').toUpperCase()
type Sample = readonly [x: number, y: number, z: number, light: number, button: number]
const still: Sample[] = Array.from({ length: 300 }, () => [0, 0, 250, 10, 0])

/** 300 samples at 100 Hz are three seconds. */
function page(sequence: number, seconds: number, samples: readonly Sample[] = still): string {
  const time = new Date(Date.UTC(2024, 4, 6, 7, 8, 9) + seconds * 1000).toISOString()
  const digits = samples.map(([x, y, z, light, button]) => hex(x) + hex(y) + hex(z) + hex((light << 2) | (button << 1)))
  return `Recorded Data
Device Unique Serial Code:012967
Sequence Number:${sequence}
Page Time:${time.slice(0, 10)} ${time.slice(11, 19)}:${time.slice(20, 23)}
Unassigned:
Temperature:23.5
Battery voltage:4.1
Device Status:Recording
Measurement Frequency:100.0
${digits.join('')}
`
}
const bytesOf = (...pages: string[]) => new TextEncoder().encode((header + pages.join('')).replaceAll('\n', '\r\n'))
const open = (...pages: string[]) => openRecording(memorySource(bytesOf(...pages)), 'x')

test('acceleration, light and the button are read back by the calibration of the header', async () => {
  const axis = fc.integer({ min: -2048, max: 2047 })
  const sample = fc.tuple(axis, axis, axis, fc.integer({ min: 0, max: 1023 }), fc.integer({ min: 0, max: 1 }))
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 300 }), async (samples) => {
      const { channels } = await readWhole(await open(page(0, 0, samples)))
      expect(channels.slice(0, 5).map(({ values }) => values)).toEqual([
        samples.map(([x]) => Math.fround((x * 100 + 100) / 25_000)),
        samples.map(([, y]) => Math.fround((y * 100) / 25_000)),
        samples.map(([, , z]) => Math.fround((z * 100 - 200) / 50_000)),
        samples.map(([, , , light]) => light * 2),
        samples.map(([, , , , button]) => button),
      ])
    }),
  )
})

test('the file says when it began, in which zone, and with which device', async () => {
  const { description } = await open(page(0, 0), page(1, 3), page(2, 6))
  expect(description).toMatchObject({
    format: 'GENEActiv',
    start: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000,
    clock: 'local',
    duration: 9,
    serialnumber: '012967',
    recognised: [{ code: 'utc-offset', params: { minutes: -210 } }],
  })
})

test('a missing page is a gap, a damaged one a fault where it lies', async () => {
  const damaged = page(3, 9).replace(/Page Time:.*/, 'Page Time:nonsense')
  const { channels, faults } = await readWhole(await open(page(0, 0), page(2, 6), damaged, page(4, 12)))
  expect(channels[0]?.gaps).toEqual([300, 600])
  expect(faults).toMatchObject([{ what: 'corrupt-block', count: 1, at: 9, line: 43 }])
  expect(channels[5]?.values).toEqual([23.5, 23.5, 23.5])
})

test('a truncated last page is read as far as possible', async () => {
  const { channels } = await readWhole(await openRecording(memorySource(bytesOf(page(0, 0)).slice(0, -1000)), 'x'))
  expect(channels[0]?.values.length).toBeGreaterThan(200)
})

test('a header without its calibration is refused', async () => {
  const bytes = new TextEncoder().encode(header.replace('y gain:25000', 'y gain:NaN') + page(0, 0))
  const opened = openRecording(memorySource(bytes), 'x')
  await expect(opened).rejects.toMatchObject({ code: 'wrong-header', detail: 'y gain' })
})

test('hostile files end in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const file = bytesOf(page(0, 0, still.slice(0, 20)), page(1, 0.2, still.slice(0, 20)))
  await survivesTruncation(geneactivFormat, file)
  await survivesFlips(geneactivFormat, file)
  await survivesNoise(geneactivFormat, new TextEncoder().encode(header))
})

const opened = (text: string) => openRecording(memorySource(new TextEncoder().encode(text)), 'x')

test('channels are described with their units and rates, and with the range that the header names', async () => {
  const { description } = await open(page(0, 0))
  expect(description.channels).toEqual([
    { name: 'Accelerometer X', unit: 'g', kind: 'acceleration', rate: 100 },
    { name: 'Accelerometer Y', unit: 'g', kind: 'acceleration', rate: 100 },
    { name: 'Accelerometer Z', unit: 'g', kind: 'acceleration', rate: 100 },
    { name: 'Light', unit: 'lux', kind: 'light', rate: 100 },
    { name: 'Button', unit: null, kind: 'other', rate: 100 },
    { name: 'Temperature', unit: '°C', kind: 'temperature', rate: 1 / 3 },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: 1 / 3 },
  ])
  const { channels } = await readWhole(await open(page(0, 0), page(1, 3)))
  expect(channels[6]?.values).toEqual([4.1, 4.1].map(Math.fround))
  expect(channels[6]?.times).toEqual([0, 3])
})

test.each([
  ['Range:-8 to 8', [-8, 8]],
  ['Accelerometer Range:-4.5 to +4.5', [-4.5, 4.5]],
  ['Range:8 to 8', undefined],
  ['Range:wide', undefined],
])('%s', async (line, range) => {
  const { channels } = (await opened(header.replace('Volts', `${line}\nVolts`) + page(0, 0))).description
  expect(channels[0]?.range).toEqual(range)
})

test('what only the pages say is not of the header', async () => {
  const light = page(0, 0).replace('Unassigned:', 'Range:-8 to 8\nTime Zone:GMT +01:00')
  const bare = header.replace('Time Zone:GMT -03:30\n', '').replace('Device Unique Serial Code:012967\n', '')
  const { description } = await opened(bare + light)
  expect(description.recognised).toEqual([])
  expect(description).not.toHaveProperty('serialnumber')
  expect(description.channels[0]).not.toHaveProperty('range')
})

test.each([
  ['GMT +02:00', 120],
  ['GMT -03:30', -210],
  ['GMT +14:00', 840],
  ['GMT +14:01', undefined],
  ['CET', undefined],
])('the zone %s', async (zone, minutes) => {
  const { recognised } = (await opened(header.replace('GMT -03:30', zone) + page(0, 0))).description
  expect(recognised).toEqual(minutes === undefined ? [] : [{ code: 'utc-offset', params: { minutes } }])
})

test.each([
  ['no samples', header, { code: 'cut-off', detail: 'Recorded Data' }],
  [
    'no gain',
    header.replace('z gain:50000', 'z gain:0') + page(0, 0),
    { code: 'wrong-header', offset: header.indexOf('z gain'), detail: 'z gain' },
  ],
  [
    'no flat first axis',
    header.replace('x gain:25000', 'x gain:0') + page(0, 0),
    { code: 'wrong-header', detail: 'x gain' },
  ],
  [
    'no third axis',
    header.replace('z offset:200\n', '') + page(0, 0),
    { code: 'wrong-header', offset: 0, detail: 'z offset' },
  ],
  [
    'no light',
    header.replace('Lux:600', 'Lux:dim') + page(0, 0),
    { code: 'wrong-header', offset: header.indexOf('Lux'), detail: 'Lux' },
  ],
])('a file with %s is refused', async (_name, text, why) => {
  await expect(opened(text)).rejects.toMatchObject(why)
})

test('a page that lies before the last one is a fault', async () => {
  const { channels, faults } = await readWhole(await open(page(0, 0), page(1, 3), page(2, 2), page(3, 6)))
  expect(faults).toMatchObject([{ what: 'time-backwards', count: 1, at: 6 }])
  expect(channels[0]?.values).toHaveLength(900)
})

test('decimal commas are read where the computer has them', async () => {
  const text = (header + page(0, 0)).replace('100.0', '85,7').replace('23.5', '23,5').replace('4.1\n', '4,1\n')
  const bytes = new TextEncoder().encode(text.replace('Volts:300', 'Volts:300,0'))
  const recording = await openRecording(memorySource(bytes), 'x')
  expect(recording.description.channels[0]?.rate).toBe(85.7)
  const { channels } = await readWhole(recording)
  expect([channels[3]?.values[0], channels[5]?.values, channels[6]?.values]).toEqual([20, [23.5], [Math.fround(4.1)]])
})
