import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wfdbFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import type { Format, OpenOptions } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { pack } from '../testing/write-wfdb.ts'

type Files = Readonly<Record<string, string | readonly number[]>>

function sourceOf(files: Files, name: string) {
  const content = files[name]
  if (content === undefined) return undefined
  return memorySource(typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content))
}

function open(files: Files, name: string) {
  const companion: OpenOptions['companion'] = async (filename) => sourceOf(files, filename)
  const source = sourceOf(files, name)
  if (!source) throw new Error(name)
  return openRecording(source, name, { companion })
}

test.each([
  [8, 8],
  [16, 16],
  [24, 24],
  [32, 32],
  [61, 16],
  [80, 8],
  [160, 16],
  [212, 12],
  [310, 10],
  [311, 10],
])('two signals in format %i are read back', async (format, bits) => {
  const highest = 2 ** (bits - 1) - 1
  const isDifference = format === 8
  const value = fc.integer({ min: -highest, max: highest })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 50 }), async (frames) => {
      const samples = isDifference ? frames.map(([a]) => a >> 1) : frames.flat()
      const lines = isDifference ? ['a'] : ['a', 'b']
      const header = `r ${lines.length} 10 ${frames.length}\n${lines.map((name) => `r.dat ${format} 0 12 0 0 0 0 ${name}\n`).join('')}`
      const { channels } = await readWhole(
        await open({ 'r.hea': header, 'r.dat': pack[format]?.(samples) ?? [] }, 'r.hea'),
      )
      if (isDifference) expect(channels[0]?.values).toEqual(samples)
      else expect(channels.map(({ values }) => values)).toEqual([frames.map(([a]) => a), frames.map(([, b]) => b)])
    }),
    { numRuns: 40 },
  )
})

/** Two files, of which one samples twice in a frame. */
const files: Files = {
  '100.hea': `# a comment
100 3 2/2 4 10:20:30 01/02/2003
100.dat 16x2 200(10)/mV 12 0 0 0 0 ECG lead II
100.dat 16 100/degC 12 0 0 0 0 Temp
100b.dat 16 0 12 0 0 0 0
#50 M
`,
  '100.dat': pack[16]?.([210, 410, 3650, 10, -190, 3700, 10, -32768, 3710, 10, 10, 3720]) ?? [],
  '100b.dat': pack[16]?.([1, 2, 3, 4]) ?? [],
  // A beat after 1 sample, 1 sample later a rhythm with its text, then the end.
  '100.atr': [0x01, 0x04, 0x01, 0x70, 0x04, 0xfc, 0x28, 0x41, 0x46, 0x49, 0, 0],
}

test('a header finds its samples, units, times and annotations among the files of its activity', async () => {
  const recording = await open(files, '100.hea')
  expect(recording.description).toMatchObject({
    format: 'WFDB',
    start: Date.UTC(2003, 1, 1, 10, 20, 30) / 1000,
    clock: 'local',
    duration: 2,
  })
  expect(recording.description.channels).toEqual([
    { name: 'ECG lead II', unit: 'mV', kind: 'ecg', rate: 4 },
    { name: 'Temp', unit: 'degC', kind: 'temperature', rate: 2 },
    { name: '3', unit: null, kind: 'other', rate: 2 },
  ])
  const { channels } = await readWhole(recording)
  expect(channels.map(({ values }) => values)).toEqual([
    [1, 2, 0, -1, 0, Number.NaN, 0, 0],
    [36.5, 37, 37.1, 37.2],
    [1, 2, 3, 4],
  ])
  expect(await recording.annotations()).toEqual([
    { at: 0.5, duration: null, text: 'N' },
    { at: 1, duration: null, text: '+ (AFI' },
  ])
})

test('the file of the samples is opened through its header', async () => {
  expect((await open(files, '100.dat')).description.channels.length).toBe(3)
})

test('a range is read from within a group of samples that share bytes', async () => {
  const samples = Array.from({ length: 1000 }, (_, index) => index)
  const header = 'r 1 10 1000\nr.dat 212 1 12 0 0 0 0 a\n'
  const recording = await open({ 'r.hea': header, 'r.dat': pack[212]?.(samples) ?? [] }, 'r.hea')
  const { channels } = await readWhole(recording, { from: 50.1, to: 60 })
  const [first] = channels[0]?.values ?? []
  expect(channels[0]?.times[0]).toBe((first ?? 0) / 10)
  expect(first).toBeLessThanOrEqual(501)
})

test.each([
  ['samples that are not there', '100.hea', { '100.hea': files['100.hea'] ?? '' }, 'missing-companion', '100.dat'],
  ['a header that is not there', '7.dat', { '7.dat': [1, 2, 3, 0, 255] }, 'missing-companion', '7.hea'],
  ['segments', 'm.hea', { 'm.hea': 'm/2 1 360 10\nm1.dat 5\nm2.dat 5\n' }, 'unsupported', 'segments'],
  ['a format that nobody reads', 'r.hea', { 'r.hea': 'r 1 360\nr.dat 508 1 12\n' }, 'unsupported', 'format 508'],
  ['a negative rate', 'r.hea', { 'r.hea': 'r 1 -360\nr.dat 16 1 12\n' }, 'wrong-header', '-360 Hz'],
])('%s are said', async (_name, name, given, code, detail) => {
  await expect(open(given, name)).rejects.toMatchObject({ code, detail })
})

test.each([
  ['a thousand million channels', 'a 1000000000 100 10'],
  ['a negative rate', 'a 1 -100 10'],
  ['a rate that is no number', 'a 1 NaN 10'],
  ['an endless rate', 'a 1 1e999 10'],
])('a header that claims %s is refused', async (_, first) => {
  const files = { 'a.hea': `${first}\na.dat 16 200 12 0 0 0 0 ECG\n`, 'a.dat': [0, 0] }
  await expect(open(files, 'a.hea')).rejects.toMatchObject({ code: 'wrong-header', line: 1 })
})

test('fewer samples than the header claims are reported', async () => {
  const { channels, faults } = await readWhole(
    await open({ ...files, '100b.dat': [1, 0], '100.dat': [1, 0] }, '100.hea'),
  )
  expect(faults.map(({ what }) => what)).toEqual(['cut-off'])
  expect(channels[2]?.values).toEqual([1])
})

test('hostile files end in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const header = new TextEncoder().encode(String(files['100.hea']))
  const companion: OpenOptions['companion'] = async (filename) => sourceOf(files, filename)
  const format: Format = {
    ...wfdbFormat,
    open: (source, options) => wfdbFormat.open(source, { ...options, companion }),
  }
  await survivesTruncation(format, header)
  await survivesFlips(format, header, 1000)
  await survivesNoise(format, header.slice(0, 40))
})

test('a signal that was sampled later than its frame is as much earlier', async () => {
  const header = 'r 2 10 4\nr.dat 16 0 12\nr.dat 16:5 0 12\n'
  const { channels } = await readWhole(
    await open({ 'r.hea': header, 'r.dat': pack[16]?.([1, 2, 3, 4, 5, 6, 7, 8]) ?? [] }, 'r.hea'),
  )
  expect(channels.map(({ times }) => times[0])).toEqual([0, -0.5])
  expect(channels.map(({ values }) => values)).toEqual([
    [1, 3, 5, 7],
    [2, 4, 6, 8],
  ])
})

test('differences are added up from the first one on, in whichever range', async () => {
  const samples = Array.from({ length: 200_000 }, (_, index) => Math.round(60 * Math.sin(index / 40)))
  const header = `r 1 100 ${samples.length}\nr.dat 8 0 12 0 5 0 0 a\n`
  const recording = await open({ 'r.hea': header, 'r.dat': pack[8]?.(samples) ?? [] }, 'r.hea')
  const whole = await readWhole(recording)
  expect(whole.channels[0]?.values).toEqual(samples.map((value) => value + 5))
  const part = await readWhole(recording, { from: 1500, to: 1501 })
  const at = part.channels[0]?.times.findIndex((time) => Math.abs(time - 1500) < 1e-6) ?? -1
  expect(part.channels[0]?.values[at]).toBe((samples[150_000] ?? 0) + 5)
})

test('files of one record that end apart are each read to their end', async () => {
  const header = 'r 2 10\na.dat 16 0 12\nb.dat 16x3 0 12\n'
  const long = Array.from({ length: 120_000 }, (_, index) => index % 1000)
  const found = await readWhole(
    await open({ 'r.hea': header, 'a.dat': pack[16]?.([1, 2, 3]) ?? [], 'b.dat': pack[16]?.(long) ?? [] }, 'r.hea'),
  )
  expect(found.channels.map(({ values }) => values)).toEqual([[1, 2, 3], long])
  expect(found.channels[1]?.gaps).toEqual([])
})
