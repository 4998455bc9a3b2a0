import { describe, expect } from 'vitest'
import { openSample, testOfSamples } from '../testing/samples.ts'
import { tally } from '../testing/tally.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000

// The figures were computed with pandas 2 from the same files.
describe('text recordings of other makers', () => {
  testOfSamples('an ActiGraph table of counts with ten lines of preamble', async () => {
    const recording = await openSample('csv/GGIRread-ActiGraph13_timestamps_headers.csv')
    expect(recording.description).toMatchObject({
      start: seconds('2017-09-12T15:00:00Z'),
      clock: 'utc',
      duration: 1000,
      samples: 5000,
      serialnumber: 'TAS1D48140206',
    })
    expect(recording.description.channels.map(({ name }) => name)).toEqual(['axis1', 'axis2', 'axis3', 'steps', 'vm'])
    const { channels, faults } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 1000, min: 0, max: 427, last: 999, gaps: 0 })
    expect(channels[4]?.mean).toBeCloseTo(99.706, 9)
    expect(faults).toEqual({})
  })

  testOfSamples('raw ActiGraph data, whose start and rate only the preamble tells', async () => {
    const recording = await openSample('gt3x/AGread-exampleRAW.csv')
    expect(recording.description).toMatchObject({
      start: seconds('2019-02-14T08:58:00Z'),
      clock: 'local',
      duration: 120,
      samples: 32_400,
      device: 'ActiGraph GT3X+',
    })
    expect(recording.description.channels).toMatchObject([
      { rate: 90, kind: 'acceleration' },
      { rate: 90 },
      { rate: 90 },
    ])
    const { channels } = await tally(recording)
    expect(channels[1]).toMatchObject({ n: 10_800, min: -3.297, max: 0.793, gaps: 0 })
    expect(channels[1]?.mean).toBeCloseTo(-0.1614, 4)
  })

  testOfSamples('ActiGraph IMU data with times without a zone', async () => {
    const recording = await openSample('gt3x/AGread-example-IMU.csv')
    expect(recording.description).toMatchObject({ start: seconds('2019-02-14T08:58:00Z'), clock: 'local' })
    expect(recording.description.duration).toBeCloseTo(23, 6)
    expect(recording.description.channels.map(({ kind }) => kind)).toEqual([
      ...Array(3).fill('acceleration'),
      'temperature',
      ...Array(3).fill('rotation'),
      ...Array(3).fill('magnetic'),
    ])
    const { channels } = await tally(recording)
    expect(channels[3]).toMatchObject({ n: 2300, max: 54.740678, gaps: 0 })
    expect(channels[3]?.mean).toBeCloseTo(53.174164, 6)
    expect(channels[3]?.last).toBeCloseTo(22.99, 6)
  })

  testOfSamples('a Faros column without time or rate', async () => {
    const recording = await openSample('csv/devicely-Faros-ECG.csv')
    expect(recording.description).toMatchObject({ start: null, clock: 'unknown', duration: null, samples: 39_000 })
    expect(recording.description.channels).toEqual([{ name: 'ECG', unit: null, kind: 'ecg', rate: null }])
    expect(recording.description.recognised).toContainEqual({ code: 'rate-unknown' })
    const { channels } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 39_000, min: -32_768, max: 32_767 })
    const set = await openSample('csv/devicely-Faros-ECG.csv', { layout: { rate: 250, start: 1_600_000_000 } })
    expect(set.description).toMatchObject({ start: 1_600_000_000, duration: 156, channels: [{ rate: 250 }] })
  })

  testOfSamples('a Muse recording, irregular, with events as texts between the samples', async () => {
    const recording = await openSample('csv/devicely-Muse.csv')
    expect(recording.description).toMatchObject({
      start: seconds('2021-04-05T15:48:04.834Z'),
      clock: 'local',
      samples: 418 * 37,
    })
    expect(recording.description.channels).toHaveLength(37)
    expect(recording.description.channels[20]).toEqual({ name: 'RAW_TP9', unit: null, kind: 'eeg', rate: null })
    const { channels, faults } = await tally(recording)
    expect(channels[20]).toMatchObject({ n: 418, min: 742.6007, max: 832.4542, gaps: 0 })
    expect(channels[20]?.mean).toBeCloseTo(802.09852232, 8)
    expect(channels[20]?.last).toBeCloseTo(1.545, 6)
    expect(faults).toEqual({})
    const [event, ...more] = await recording.annotations()
    expect(event).toMatchObject({ text: '/muse/elements/blink' })
    expect(event?.at).toBeCloseTo(0.006, 6)
    expect(more).toEqual([])
  })

  testOfSamples('a Shimmer export with a sep line, names and units', async () => {
    const recording = await openSample('csv/devicely-Shimmer.csv')
    expect(recording.description).toMatchObject({ start: 1_595_933_810.034, clock: 'utc', samples: 90 * 20 })
    expect(recording.description.channels).toHaveLength(20)
    expect(recording.description.channels[0]).toMatchObject({ unit: 'm/(s^2)', kind: 'acceleration', rate: null })
    expect(recording.description.channels[19]).toMatchObject({ unit: 'Degrees Celsius', kind: 'temperature' })
    const { channels, faults } = await tally(recording)
    expect(channels[0]?.mean).toBeCloseTo(-1.422464, 6)
    expect(channels[0]).toMatchObject({ n: 90, gaps: 0 })
    expect(channels[0]?.last).toBeCloseTo(1.74, 6)
    expect(faults).toEqual({})
  })

  testOfSamples('Garmin lines without a header, with a zone, lost samples and nine minutes of nothing', async () => {
    const recording = await openSample('csv/flirt-garmin-acc.csv')
    expect(recording.description).toMatchObject({ start: seconds('2019-10-16T12:09:01.702+02:00'), clock: 'utc' })
    expect(recording.description.channels).toMatchObject([{ rate: 25 }, { rate: 25 }, { rate: 25 }])
    expect(recording.description.duration).toBeCloseTo(958.042, 6)
    const { channels } = await tally(recording)
    // Steps of more than 60 ms.
    expect(channels[0]).toMatchObject({ n: 10_000, min: -1064, max: 2048, gaps: 247 })
    expect(channels[0]?.mean).toBeCloseTo(12.9204, 9)
  })

  testOfSamples('a table whose two header rows name sensor and axis', async () => {
    const recording = await openSample('csv/gaitmap-imu_sample.csv')
    expect(recording.description.channels).toHaveLength(12)
    expect(recording.description.channels.slice(0, 2)).toEqual([
      { name: 'acc_x', unit: null, kind: 'acceleration', rate: null, sensor: 'left_sensor' },
      { name: 'acc_x', unit: null, kind: 'acceleration', rate: null, sensor: 'right_sensor' },
    ])
    const { channels } = await tally(recording)
    expect(channels[0]?.mean).toBeCloseTo(0.4667951611422777, 12)
    expect(channels[0]).toMatchObject({ n: 7928, max: 50.467821339996135, gaps: 0 })
  })

  testOfSamples('a table whose first column counts the samples', async () => {
    const recording = await openSample('csv/mobgap-HA001-Test11.csv', { layout: { rate: 100 } })
    expect(recording.layout).toMatchObject({ counterColumn: 0, timeColumn: null, rate: 100 })
    const { channels } = await tally(recording)
    expect(channels).toHaveLength(6)
    expect(channels[0]).toMatchObject({ n: 13_759, last: 137.58, gaps: 0 })
    expect(channels[3]?.mean).toBeCloseTo(-2.3471714328861855, 12)
  })

  testOfSamples('tab-separated positions in gzip', async () => {
    const recording = await openSample('csv/mne-qualisys_motion.tsv.gz')
    expect(recording.description.format).toBe('TSV (gzip)')
    expect(recording.description.channels.map(({ name }) => name)).toContain('PelvisPosZ')
    const { channels, faults } = await tally(recording)
    expect(channels.map(({ n }) => n)).toEqual(Array(9).fill(42_100))
    expect(channels[8]?.mean).toBeCloseTo(1.0208084263252628, 12)
    expect(faults).toEqual({})
  })

  testOfSamples('an APDM export with its rate in a line and its time column', async () => {
    const recording = await openSample('csv/opensim-APDM-imuData01.csv')
    expect(recording.description.channels).toHaveLength(60)
    expect(recording.description.channels[0]).toMatchObject({ name: 'Static/Acceleration/X', unit: 'm/s^2', rate: 128 })
    expect(recording.description.duration).toBeCloseTo(8, 9)
    const { channels } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 1024, min: -0.427259117, max: 0.483413166, gaps: 0 })
    expect(channels[0]?.mean).toBeCloseTo(0.092451, 6)
  })

  testOfSamples('an Xsens export with a packet counter and columns without anything', async () => {
    const recording = await openSample('csv/opensim-Xsens-MT_012005D6_009-001_00B42279.txt')
    expect(recording.description.channels).toHaveLength(12)
    expect(recording.description.channels[0]).toMatchObject({ name: 'Acc_X', kind: 'acceleration', rate: 100 })
    const { channels } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 2493, min: 5.411318, max: 17.277775, last: 24.92, gaps: 0 })
    expect(channels[0]?.mean).toBeCloseTo(9.550068, 6)
  })

  testOfSamples('a Nexus export of EMG with three header lines, frames and subframes', async () => {
    const recording = await openSample('csv/pyomeca-Nexus-analogs.csv')
    expect(recording.description.channels).toHaveLength(38)
    expect(recording.description.channels[6]).toEqual({
      name: 'EMG1',
      unit: 'V',
      kind: 'emg',
      rate: 2000,
      sensor: 'Imported Delsys Trigno EMG 2.0 - Sensor 1',
    })
    const { channels } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 11_600, min: -0.134585, max: 0.104062, gaps: 0 })
    expect(channels[0]?.last).toBeCloseTo(5.7995, 9)
  })

  const empatica = [
    ['ACC', 32, 3, 9998, -39.83046609321865, 'acceleration', 1_560_279_825],
    ['BVP', 64, 1, 9998, 0.02723744748949796, 'ppg', 1_560_279_825],
    ['EDA', 4, 1, 9998, 0.08234048999799959, 'eda', 1_560_279_825],
    ['HR', 1, 1, 4998, 70.66554021608643, 'heart-rate', 1_560_279_835],
    ['TEMP', 4, 1, 4998, 32.56805522208884, 'temperature', 1_560_279_825],
  ] as const
  for (const [name, rate, columns, rows, mean, kind, start] of empatica)
    testOfSamples(`Empatica ${name}`, async () => {
      const recording = await openSample(`empatica/flirt/${name}.csv`)
      expect(recording.description).toMatchObject({
        start,
        clock: 'utc',
        duration: rows / rate,
        samples: rows * columns,
      })
      const found = recording.description.channels.map((channel) => [channel.kind, channel.rate])
      expect(found).toEqual(Array(columns).fill([kind, rate]))
      const { channels } = await tally(recording)
      expect(channels[0]?.mean).toBeCloseTo(mean, 9)
    })

  testOfSamples('Empatica intervals between beats, whose gaps are where none were found', async () => {
    const recording = await openSample('empatica/flirt/IBI.csv')
    expect(recording.description).toMatchObject({
      start: 1_560_279_825,
      channels: [{ name: 'IBI', unit: 's', rate: null }],
    })
    const { channels } = await tally(recording)
    expect(channels[0]).toMatchObject({ n: 4999, first: 83.503822, last: 8934.049576, min: 0.500023, max: 1.53132 })
    expect(channels[0]?.mean).toBeCloseTo(1.078878, 6)
    expect(channels[0]?.gaps).toBeGreaterThan(100)
  })
})
