import { expect, test } from 'vitest'
import { openRecording } from '../../open/open-recording.ts'
import { memorySource } from '../../source.ts'
import { tally } from '../../testing/tally.ts'

const range = (length: number) => [...Array(length).keys()]
const seconds = (iso: string) => Date.parse(iso) / 1000

async function read(lines: readonly string[], name = 'x.csv') {
  const recording = await openRecording(memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`)), name)
  const { channels, faults } = await tally(recording)
  const { description } = recording
  return { description, channels, faults, annotations: await recording.annotations() }
}

test('a Campbell logger has its names above the units and how each was averaged', async () => {
  const { description, channels, faults } = await read([
    '"TOA5","Lab","CR1000","12345","CR1000.Std.32","CPU:prog.CR1","1234","Table1"',
    '"TIMESTAMP","RECORD","BattV_Avg","AirTC_Avg"',
    '"TS","RN","Volts","Deg C"',
    '"","","Avg","Avg"',
    ...range(200).map(
      (row) =>
        `"2026-03-04 09:${String(Math.floor(row / 60) + 10)}:${String(row % 60).padStart(2, '0')}",${row},12.5,${row === 7 ? '"NAN"' : 20 + row / 100}`,
    ),
  ])
  expect(description).toMatchObject({ start: seconds('2026-03-04T09:10:00Z'), duration: 200 })
  expect(description.channels.slice(-2)).toMatchObject([
    { name: 'BattV_Avg', unit: 'Volts', kind: 'battery' },
    { name: 'AirTC_Avg', unit: 'Deg C', kind: 'temperature' },
  ])
  expect([channels.at(-1)?.n, faults]).toEqual([199, {}])
})

const labChart = (point: string) => [
  `Interval=\t0${point}01 s`,
  `ExcelDateTime=\t4${point}6085375000000000e+004\t04.03.2026 09:00:00${point}00000`,
  'TimeFormat=\tStartOfBlock',
  'DateFormat=\t',
  'ChannelTitle=\tECG\tResp',
  'UnitName=\tmV\t*',
]
test.each(['.', ','])('LabChart has its names and its start above the data (decimal %s)', async (point) => {
  const { description, channels, faults } = await read([
    ...labChart(point),
    ...range(300).map((row) => `${(row / 100).toFixed(2)}\t${row}.5\t${row}.25`.replaceAll('.', point)),
  ])
  expect(description).toMatchObject({
    start: seconds('2026-03-04T09:00:00Z'),
    clock: 'local',
    duration: 3,
    channels: [
      { name: 'ECG', unit: 'mV', rate: 100 },
      { name: 'Resp', unit: null },
    ],
  })
  expect([channels[0]?.n, channels[0]?.max, faults]).toEqual([300, 299.5, {}])
})

test('OpenSignals has its names, its rate and its start in JSON', async () => {
  const device = {
    device: 'bitalino',
    'sampling rate': 100,
    date: '2026-3-4',
    time: '9:5:0.123',
    column: ['nSeq', 'DI', 'CH1', 'CH2'],
    label: ['CH1', 'CH2'],
    sensor: ['ECG', 'RAW'],
  }
  const { description, channels, faults } = await read(
    [
      '# OpenSignals Text File Format',
      `# ${JSON.stringify({ '00:07': device })}`,
      '# EndOfHeader',
      ...range(300).map((row) => `${row % 16}\t0\t${row}\t7\t`),
    ],
    'opensignals.txt',
  )
  expect(description).toMatchObject({ start: seconds('2026-03-04T09:05:00.123Z'), duration: 3 })
  expect(description.channels).toMatchObject([{ name: 'DI', rate: 100 }, { name: 'ECG', kind: 'ecg' }, { name: 'RAW' }])
  expect([channels[1]?.n, channels[1]?.gaps, faults]).toEqual([300, 0, {}])
})

test('AcqKnowledge has names and units below each other, and minutes', async () => {
  const { description, channels } = await read([
    'arm.acq',
    '10 msec/sample',
    '2 channels',
    'ECG',
    'mV',
    'RSP',
    'Volts',
    'min\tCH1\tCH2',
    '\t300\t300',
    ...range(300).map((row) => `${(row / 6000).toFixed(8)}\t${row}.5\t${row}.25\t`),
  ])
  expect(description).toMatchObject({
    channels: [
      { name: 'ECG', unit: 'mV' },
      { name: 'RSP', unit: 'Volts' },
    ],
  })
  expect(description.duration).toBeCloseTo(3, 3)
  expect(channels[0]).toMatchObject({ n: 300, max: 299.5 })
})

test('Delsys: sensors with other times than the first are told, and not read at its times', async () => {
  const { description, channels, faults } = await read([
    'X[s],EMG 1 [V],X[s],ACC 1 [g],X[s],EMG 2 [V]',
    ...range(400).map((row) => {
      const time = (row / 200).toFixed(4)
      return `${time},${row}.5,${row < 80 ? `${(row / 40).toFixed(4)},${row}.25` : ','},${time},${row}.75`
    }),
  ])
  expect(description.channels.map(({ name, rate }) => [name, rate])).toEqual([
    ['EMG 1', 200],
    ['EMG 2', 200],
  ])
  expect(description.recognised).toContainEqual({ code: 'other-times', params: { columns: 'X, ACC 1' } })
  expect([channels.map(({ n }) => n), faults]).toEqual([[400, 400], {}])
})

test('other times of each line are told, and no annotations', async () => {
  const { description, annotations } = await read([
    'Time rel [s];Time abs [hh:mm:ss];x',
    ...range(200).map((row) => `${row};10:00:${String(row % 60).padStart(2, '0')};${row}.5`),
  ])
  expect(description.recognised).toContainEqual({ code: 'other-times', params: { columns: 'Time abs [hh:mm:ss]' } })
  expect([description.channels.length, annotations]).toEqual([1, []])
})

test('Polar: a summary of the session stands above the names', async () => {
  const { description, channels, faults } = await read([
    'Name,Sport,Date,Start time,Duration,Distance (km),Average heart rate (bpm)',
    'A B,RUNNING,04-03-2026,09:00:00,00:10:00,1.62,124',
    'Sample rate,Time,HR (bpm),Altitude (m),Distances (m),Power (W)',
    ...range(300).map(
      (row) =>
        `${row === 0 ? '1' : ''},00:${String(Math.floor(row / 60)).padStart(2, '0')}:${String(row % 60).padStart(2, '0')},${120 + (row % 9)},34,${row * 2}.5,`,
    ),
  ])
  expect(description.channels).toMatchObject([{ name: 'Sample rate' }, { name: 'HR', unit: 'bpm', rate: 1 }, {}, {}])
  expect([channels[1]?.n, faults]).toEqual([300, {}])
})

test('Kinovea: the words of a title between spaces are no sensors', async () => {
  const { description } = await read([
    '#Kinovea Trajectory data export',
    '#T X Y Z',
    ...range(100).map((row) => `0:00:0${Math.floor(row / 25)}:${String((row % 25) * 4).padStart(2, '0')} ${row}.5 2 3`),
  ])
  expect(description.channels.map(({ name, sensor }) => [name, sensor])).toEqual([
    ['X', undefined],
    ['Y', undefined],
    ['Z', undefined],
  ])
})

test('a start that is said above a single column is none of its times', async () => {
  const { description, faults } = await read([
    'Actiwave export',
    'Sampling frequency: 128 Hz',
    'Start: 04-Mar-2026 09:00:00',
    'ECG',
    ...range(256).map((row) => `${row}.5`),
  ])
  expect(description).toMatchObject({ duration: 2, channels: [{ name: 'ECG', rate: 128 }] })
  expect(faults).toEqual({})
})
