import { expect } from 'vitest'
import { readWhole } from '../testing/read-whole.ts'
import { openSample, testOfSamples } from '../testing/samples.ts'

/**
 * Calculated from the bytes with numpy, independently of this reader. `means` and `rms` are sums over all channels;
 * `lowest` and `highest` are of all samples. MNE 1.3 reads the same samples for 242 of the 244 channels. For the two
 * trigger channels, which it decodes by its own rules, these are the digital values.
 */
const files = [
  {
    path: 'bdf/mne-biosemi-24bit.bdf',
    format: 'BDF',
    start: '2013-08-01T13:21:46',
    figures: { channels: 73, samples: 149504, duration: 1, rates: [2048] },
    statistics: { means: -7262876.883729546, lowest: -6815744, highest: 22320.693131070875, rms: 8052088.764361304 },
    annotations: [],
  },
  {
    path: 'bdf/pyedflib-datarec_0_5.bdf',
    format: 'BDF+C',
    start: '2000-01-01T00:00:00',
    figures: { channels: 5, samples: 256440, duration: 30, rates: [1000, 1600, 1950, 1998, 2000] },
    statistics: {
      means: -770.611214820776,
      lowest: -1082.393889569872,
      highest: 1141.307720023854,
      rms: 3280.9575459937387,
    },
    annotations: [],
  },
  {
    path: 'edf/devicely-BittiumFaros.EDF',
    format: 'EDF',
    start: '2018-10-12T16:54:12',
    figures: { channels: 6, samples: 45318, duration: 78, rates: [1, 5, 25, 500] },
    statistics: { means: -187.44879487179495, lowest: -32768, highest: 32767, rms: 4419.978378288385 },
    annotations: [],
  },
  {
    path: 'edf/edfio-short_psg.edf',
    format: 'EDF',
    start: '1989-04-24T16:13:00',
    figures: { channels: 7, samples: 91200, duration: 300, rates: [1, 100] },
    statistics: { means: 1293.3591297028897, lowest: -900, highest: 1806, rms: 1718.3557981230056 },
    annotations: [],
  },
  {
    path: 'edf/mne-test-139ch.edf',
    format: 'EDF+C',
    start: '2014-04-29T22:19:44',
    figures: { channels: 139, samples: 427008, duration: 6, rates: [512] },
    statistics: { means: -1999.7591145833333, lowest: -2464, highest: 4352, rms: 5888.878824898097 },
    annotations: ['0 start', '0.1344 type A', '0.3904 type A', '2 type B', '2.5 type A'],
  },
  {
    path: 'edf/mne-uneven_samp.edf',
    format: 'EDF',
    start: '2000-07-13T12:05:48',
    figures: { channels: 2, samples: 12408, duration: 110, rates: [12.8, 100] },
    statistics: { means: 0.502392578125, lowest: -4.9951171875, highest: 5, rms: 4.240553127467542 },
    annotations: [],
  },
  {
    path: 'edf/pyedflib-test_generator.edf',
    format: 'EDF+C',
    start: '2011-04-04T12:57:02',
    figures: { channels: 11, samples: 1320000, duration: 600, rates: [200] },
    statistics: {
      means: 51.17026372676183,
      lowest: -99.96185244525827,
      highest: 99.99237048905184,
      rms: 724.0273790491112,
    },
    annotations: ['0 Recording starts', '600 Recording ends'],
  },
  {
    path: 'edf/pyedflib-test_utf8.edf',
    format: 'EDF+C',
    start: '2020-01-24T04:05:56',
    figures: { channels: 1, samples: 89344, duration: 698, rates: [128] },
    statistics: {
      means: -0.2998644962511553,
      lowest: -214.40212100404278,
      highest: 180.10841535057625,
      rms: 16.10024140137981,
    },
    annotations: [
      '1.9511719 XLSpike',
      '3.4921875 Clip Note',
      '120 中文测试八个字',
      '290.5019531 XLEvent',
      '583.5722656 XLSpike',
    ],
  },
]

for (const { path, format, start, figures, statistics, annotations } of files) {
  testOfSamples(`${path} holds what an independent reckoning finds`, async () => {
    const recording = await openSample(path)
    const { description } = recording
    expect([description.format, new Date((description.start ?? 0) * 1000).toISOString()]).toEqual([
      format,
      `${start}.000Z`,
    ])
    const { channels, faults } = await readWhole(recording)
    expect([faults, channels.flatMap(({ gaps }) => gaps)]).toEqual([[], []])
    expect({
      channels: channels.length,
      samples: channels.reduce((sum, { values }) => sum + values.length, 0),
      duration: description.duration,
      rates: [...new Set(description.channels.map(({ rate }) => rate ?? 0))].sort((a, b) => a - b),
    }).toEqual(figures)
    const all = channels.map(({ values }) => statisticsOf(values))
    const close = (found: number, said: number) => expect(Math.abs(found - said) / Math.abs(said)).toBeLessThan(1e-6)
    close(add(all.map(({ mean }) => mean)), statistics.means)
    close(add(all.map(({ rms }) => rms)), statistics.rms)
    close(Math.min(...all.map(({ min }) => min)), statistics.lowest)
    close(Math.max(...all.map(({ max }) => max)), statistics.highest)
    expect((await recording.annotations()).map(({ at, text }) => `${at} ${text}`)).toEqual(annotations)
  })
}

function statisticsOf(values: readonly number[]) {
  let [sum, squares, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    sum += value
    squares += value * value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return { mean: sum / values.length, rms: Math.sqrt(squares / values.length), min, max }
}

function add(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
