import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import type { Layout } from '../recording.ts'
import { memorySource } from '../source.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const seconds = (iso: string) => Date.parse(iso) / 1000

async function told(lines: readonly string[], layout?: Layout, name = 'x.csv') {
  const source = memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`))
  return (await openRecording(source, name, layout ? { layout } : {})).description
}
const rows = (count: number, line: (i: number) => string) => range(count).map(line)

test('a table with times of its own is told with them', async () => {
  const lines = ['time,x', ...rows(20, (i) => `2026-03-04T10:00:${String(i).padStart(2, '0')}Z,${i}.5`)]
  expect(await told(lines)).toEqual({
    format: 'CSV',
    recognised: [
      { code: 'time-column', params: { column: 1, form: 'date-time' } },
      { code: 'rate', params: { rate: 1, from: 'time-column' } },
      { code: 'start', params: { from: 'time-column' } },
      { code: 'times-have-zone' },
      { code: 'delimiter', params: { delimiter: ',' } },
      { code: 'header-rows', params: { rows: 1 } },
    ],
    start: seconds('2026-03-04T10:00:00Z'),
    clock: 'utc',
    duration: 20,
    channels: [{ name: 'x', unit: null, kind: 'other', rate: 1 }],
    samples: 20,
  })
})

test('a table without times is told without them', async () => {
  expect(await told(rows(20, (i) => `${(i * 7) % 11},5`))).toEqual({
    format: 'CSV',
    recognised: [
      { code: 'no-time-column' },
      { code: 'rate-unknown' },
      { code: 'start-unknown' },
      { code: 'delimiter', params: { delimiter: ',' } },
      { code: 'no-header' },
    ],
    start: null,
    clock: 'unknown',
    duration: null,
    channels: [
      { name: '#1', unit: null, kind: 'other', rate: null },
      { name: '#2', unit: null, kind: 'other', rate: null },
    ],
    samples: 40,
  })
})

test('what the lines above the data say is used, and told', async () => {
  const lines = [
    'Sample Rate: 10 Hz',
    'Start: 2026-03-04 10:00:00',
    'Serial Number: ABC-1',
    'a;b',
    ...rows(20, (i) => `${i},5;${i % 3}`),
  ]
  expect(await told(lines)).toMatchObject({
    start: seconds('2026-03-04T10:00:00Z'),
    clock: 'local',
    duration: 2,
    serialnumber: 'ABC-1',
    channels: [{ rate: 10 }, { rate: 10 }],
    recognised: [
      { code: 'no-time-column' },
      { code: 'rate', params: { rate: 10, from: 'preamble' } },
      { code: 'start', params: { from: 'preamble' } },
      { code: 'delimiter', params: { delimiter: ';' } },
      { code: 'decimal-comma' },
      { code: 'header-rows', params: { rows: 4 } },
    ],
  })
  const zoned = ['Start: 2026-03-04T10:00:00+01:00', 'a;b', ...rows(20, (i) => `${(i * 7) % 11};${i % 3}`)]
  expect(await told(zoned)).toMatchObject({ start: seconds('2026-03-04T09:00:00Z'), clock: 'utc' })
})

test('a rate that the times contradict by more than a twentieth is told', async () => {
  const of = async (stated: string) =>
    (
      await told([`Sample Rate: ${stated}`, 'time (s),x', ...rows(40, (i) => `${i / 10},${(i * 7) % 11}`)])
    ).recognised.filter(({ code }) => code === 'rate-stated')
  expect(await of('10.6')).toEqual([{ code: 'rate-stated', params: { rate: 10.6 } }])
  expect(await of('9.4')).toEqual([{ code: 'rate-stated', params: { rate: 9.4 } }])
  expect(await of('10.4')).toEqual([])
  expect(await of('9.6')).toEqual([])
})

test('a column that most lines leave empty does not tell the rate of the table, wherever it stands', async () => {
  const lines = rows(200, (i) => `${i / 10},${i % 10 === 0 ? 36.5 : ''},${(i * 7) % 11}.5`)
  expect(await told(['time (s),slow,x', ...lines])).toMatchObject({
    duration: 20,
    channels: [{ rate: 1 }, { rate: 10 }],
    recognised: expect.arrayContaining([{ code: 'rate', params: { rate: 10, from: 'time-column' } }]),
  })
})

test('a table without a rate lasts until its last line', async () => {
  const lines = ['time (s),x', ...rows(40, (i) => `${i + (i % 3) * 0.3},1.5`)]
  expect(await told(lines)).toMatchObject({ duration: 39, channels: [{ rate: null }] })
})

test('days of a spreadsheet begin on a local clock', async () => {
  const lines = rows(40, (i) => `${(45_720.5 + i / 1440).toFixed(9)},${(i * 7) % 11}.5`)
  expect(await told(['Time,x', ...lines])).toMatchObject({
    start: seconds('2025-03-04T12:00:00Z'),
    clock: 'local',
    recognised: expect.arrayContaining([{ code: 'time-column', params: { column: 1, form: 'd' } }]),
  })
})

test('what somebody set is told as such', async () => {
  const lines = ['a,b', ...rows(20, (i) => `${(i * 7) % 11},5`)]
  expect(await told(lines, { rate: 5, start: 100 })).toMatchObject({
    start: 100,
    clock: 'utc',
    duration: 4,
    channels: [{ rate: 5 }, { rate: 5 }],
    recognised: expect.arrayContaining([
      { code: 'rate', params: { rate: 5, from: 'layout' } },
      { code: 'start', params: { from: 'layout' } },
    ]),
  })
  const timed = ['time,x', ...rows(20, (i) => `2026-03-04T10:00:${String(i).padStart(2, '0')}Z,${i}.5`)]
  expect(await told(timed, { start: 100, clock: 'local' })).toMatchObject({ start: 100, clock: 'local', duration: 20 })
  expect(await told(timed, { rate: 4 })).toMatchObject({
    start: seconds('2026-03-04T10:00:00Z'),
    duration: 5,
    channels: [{ rate: 4 }],
  })
})

test('how it was recognised is told, as far as there is something to tell', async () => {
  const codes = async (...given: Parameters<typeof told>) => (await told(...given)).recognised
  expect(await codes(['time,x', ...rows(20, (i) => `${2 * i},${(i * 7) % 11}`)])).toContainEqual({
    code: 'time-unit-assumed',
    params: { unit: 'ms' },
  })
  expect(await codes(['t_ms,x', ...rows(20, (i) => `${2 * i},${(i * 7) % 11}`)])).not.toContainEqual(
    expect.objectContaining({ code: 'time-unit-assumed' }),
  )
  expect(await codes(['date,time,x', ...rows(20, (i) => `04.03.2026,10:00:${String(i).padStart(2, '0')},1`)])).toEqual([
    { code: 'date-and-time-columns', params: { date: 1, time: 2 } },
    { code: 'rate', params: { rate: 1, from: 'time-column' } },
    { code: 'start', params: { from: 'time-column' } },
    { code: 'times-without-zone' },
    { code: 'delimiter', params: { delimiter: ',' } },
    { code: 'header-rows', params: { rows: 1 } },
  ])
  expect(
    await codes(['time,x', ...rows(20, (i) => `3/4/2026 10:00:${String(i).padStart(2, '0')},1.5`)]),
  ).toContainEqual({
    code: 'date-order-assumed',
    params: { order: 'mdy' },
  })
  expect(await codes(['time,x', ...rows(40, (i) => `${i + (i % 3) * 0.3},1.5`)])).toContainEqual({
    code: 'irregular',
    params: { interval: expect.closeTo(1.3, 6) },
  })
  expect(
    await codes(
      [
        'left,,,,',
        'n,x,event,gone,',
        'counts,g,,,',
        ...rows(20, (i) => `${i},${(i * 7) % 11}.5,${i === 5 ? 'fall' : ''},,`),
      ],
      { headerRows: 3, rate: 5 },
    ),
  ).toEqual(
    expect.arrayContaining([
      { code: 'counter-column', params: { column: 1 } },
      { code: 'units-row' },
      { code: 'text-columns', params: { columns: 'event' } },
      { code: 'empty-columns', params: { columns: 'gone' } },
    ]),
  )
  expect(await codes(['left,,right,', 'x,y,x,y', ...rows(20, () => '1.5,2,3,4')])).toContainEqual({
    code: 'sensor-row',
  })
  const tabs = await told(['a\tb', ...rows(20, (i) => `${(i * 7) % 11}\t5`)])
  expect([tabs.format, tabs.recognised.find(({ code }) => code === 'delimiter')]).toEqual([
    'TSV',
    { code: 'delimiter', params: { delimiter: '\t' } },
  ])
})

test('its encoding and its packing are told', async () => {
  const text = ['målt,b', ...rows(20, (i) => `${(i * 7) % 11},5`), ''].join('\n')
  const latin = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const { recognised, channels } = (await openRecording(memorySource(latin), 'x.csv')).description
  expect(recognised).toContainEqual({ code: 'encoding', params: { encoding: 'windows-1252' } })
  expect(channels[0]?.name).toBe('målt')
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const gzip = memorySource(new Uint8Array(await new Response(packed).arrayBuffer()))
  const { format, recognised: said } = (await openRecording(gzip, 'x.csv.gz')).description
  expect([format, said.at(-1)]).toEqual(['CSV (gzip)', { code: 'gzip' }])
})

test('the recorder that writes so is told', async () => {
  const empatica = await told(['1560279825', '4', ...rows(20, (i) => `3${i % 10}.5`)], undefined, 'TEMP.csv')
  expect(empatica).toMatchObject({
    device: 'Empatica E4',
    start: 1_560_279_825,
    clock: 'utc',
    duration: 5,
    channels: [{ name: 'TEMP', unit: '°C', kind: 'temperature', rate: 4 }],
  })
  expect(empatica.recognised[0]).toEqual({ code: 'dialect', params: { device: 'empatica' } })
  for (const [name, start, kind] of [
    ['BVP', '1560279825', 'ppg'],
    ['EDA', '1560279825', 'eda'],
    ['HR', '1560279825', 'heart-rate'],
    ['IBI', '1560279825, IBI', 'beat-interval'],
  ] as const) {
    const line = (i: number) => (name === 'IBI' ? `${10 + i * 0.75},0.75` : `${(i * 7) % 11}.5`)
    const lines = [start, ...(name === 'IBI' ? [] : ['4']), ...rows(20, line)]
    const found = await told(lines, undefined, `${name}.csv`)
    expect(found.channels).toMatchObject([{ name, kind }])
    expect(found.recognised.map(({ code }) => code)).not.toContain('time-unit-assumed')
  }
  const three = ['1560279825,1560279825,1560279825', '32,32,32', ...rows(20, (i) => `${(i * 7) % 11},1,2`)]
  expect((await told(three, undefined, 'ACC.csv')).channels).toMatchObject(
    ['ACC x', 'ACC y', 'ACC z'].map((name) => ({ name, unit: '1/64 g', kind: 'acceleration', rate: 32 })),
  )
  const title = '--- Data File Created By ActiGraph GT3X+ ActiLife v6.11.9 date format M/d/yyyy at 30 Hz ---'
  const actigraph = await told([title, 'x,y', ...rows(20, (i) => `${(i * 7) % 11}.5,1`)])
  expect(actigraph).toMatchObject({ device: 'ActiGraph GT3X+', duration: expect.closeTo(2 / 3, 6) })
  expect(actigraph.recognised[0]).toEqual({ code: 'dialect', params: { device: 'actigraph' } })
})

test('a sensor is told with its channels, and tells what they are', async () => {
  const { channels } = await told(['gyroscope,,magnetometer,', 'x,y,x,', ...rows(20, () => '1.5,2,3,4')])
  expect(channels).toEqual([
    { name: 'x', unit: null, kind: 'rotation', rate: null, sensor: 'gyroscope' },
    { name: 'y', unit: null, kind: 'rotation', rate: null, sensor: 'gyroscope' },
    { name: 'x', unit: null, kind: 'magnetic', rate: null, sensor: 'magnetometer' },
    { name: '#4', unit: null, kind: 'other', rate: null },
  ])
})

test('the classes of a time series of accelerometer are no light', async () => {
  const head = 'acceleration (mg) - 2014-05-07 13:29:50 - 2014-05-13 09:49:50 - sampleRate = 30 seconds,imputed'
  const lines = [`${head},sleep,sedentary,light,moderate-vigorous`, ...rows(40, (i) => `${i % 9}.5,0,0,1,0.${i % 4},0`)]
  const { channels } = await told(lines)
  expect(channels.map(({ name, kind }) => [name, kind])).toContainEqual(['light', 'other'])
  expect(channels[0]).toMatchObject({ name: 'acceleration', unit: 'mg', kind: 'acceleration' })
})

test.each([
  ['Time (min),x', (i: number) => i / 2, 30],
  ['Time [h],x', (i: number) => i / 8, 450],
])('a time in the unit of %s is not taken for seconds', async (names, time, step) => {
  const found = await told([names, ...rows(20, (i) => `${time(i)},${(i * 7) % 11}`)])
  expect(found).toMatchObject({ duration: 20 * step, channels: [{ name: 'x', rate: expect.closeTo(1 / step, 9) }] })
  expect(found.recognised.map(({ code }) => code)).not.toContain('time-unit-assumed')
})

test('dates and times as one number are told as such, and read the same with the settings that were found', async () => {
  const lines = ['stamp,x', ...rows(20, (i) => `202603012359${40 + i},${(i * 7) % 11}`), '20260302000000,1']
  const found = { start: seconds('2026-03-01T23:59:40Z'), clock: 'local', duration: 21, channels: [{ rate: 1 }] }
  expect(await told(lines)).toMatchObject(found)
  expect(await told(lines, { timeColumn: 0, dateOrder: 'ymd' })).toMatchObject(found)
})
