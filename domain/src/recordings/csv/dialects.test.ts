import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { isFault, type Layout, type Recording } from '../recording.ts'
import { memorySource } from '../source.ts'
import { type WrittenCsv, writeCsv } from '../testing/write-csv.ts'

const form: fc.Arbitrary<WrittenCsv> = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    decimal: fc.constantFrom('.', ','),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    encoding: fc.constantFrom('utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252'),
    isGzip: fc.boolean(),
    isQuoted: fc.boolean(),
    sepLine: fc.boolean(),
    header: fc.constantFrom('none', 'names', 'names-and-units', 'units-in-names', 'sensors-and-names'),
    time: fc.constantFrom(
      'none',
      'epoch-s',
      'epoch-ms',
      'iso-zone',
      'iso-local',
      'date-and-time',
      'norwegian',
      'seconds',
    ),
    start: fc.integer({ min: 1_000_000_000, max: 2_800_000_000 }).map((seconds) => seconds * 1000),
    stepMs: fc.constantFrom(1, 8, 10, 40, 100, 250, 1000),
  } as const)
  // Whole seconds without a name could also be a count of samples.
  .filter(({ header, time, stepMs }) => !(header === 'none' && time === 'seconds' && stepMs === 1000))
  .map((drawn) => ({ ...drawn, isQuoted: drawn.isQuoted || drawn.decimal === drawn.delimiter }))

// Multiples of a half are not a counter, and are exact. The last row is never missing.
const value = fc.integer({ min: -4000, max: 4000 }).map((number) => number + 0.5)
const rows = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc
    .array(fc.array(fc.option(value, { freq: 12 }), { minLength: width, maxLength: width }), {
      minLength: 12,
      maxLength: 80,
    })
    .map((drawn) => [Array<number>(width).fill(-0.5), ...drawn, Array<number>(width).fill(7.5)]),
)

/** Times and values of each channel, without missing ones. */
async function samplesOf(recording: Recording): Promise<[number, number][][]> {
  const samples: [number, number][][] = recording.description.channels.map(() => [])
  for await (const item of recording.blocks()) {
    if (isFault(item)) throw new Error(`${item.what} in line ${item.line}: ${item.detail}`)
    for (const [index, sample] of item.values.entries()) {
      const at = item.times?.[index] ?? item.at + index * (item.step ?? Number.NaN)
      if (!Number.isNaN(sample)) samples[item.channel]?.push([Math.round(at * 1e5) / 1e5, sample])
    }
  }
  return samples
}

test('a table is read back from every dialect it is written in', async () => {
  await fc.assert(
    fc.asyncProperty(form, rows, async (written, table) => {
      const layout = written.time === 'none' ? { rate: 1000 / written.stepMs } : {}
      const recording = await openRecording(memorySource(writeCsv(written, table)), 'table.csv', { layout })
      const found = await samplesOf(recording)
      const width = table[0]?.length ?? 0
      const expected = Array.from({ length: width }, (_, channel) =>
        table.flatMap((row, index) => {
          const sample = row[channel] ?? null
          return sample === null ? [] : [[Math.round(index * written.stepMs * 100) / 1e5, sample]]
        }),
      )
      expect(found).toEqual(expected)
      const { description } = recording
      const clocks = {
        none: 'unknown',
        seconds: 'unknown',
        'epoch-s': 'utc',
        'epoch-ms': 'utc',
        'iso-zone': 'utc',
      } as const
      const clock = written.time in clocks ? clocks[written.time as keyof typeof clocks] : 'local'
      expect(description.clock).toBe(clock)
      expect(description.start).toBe(clock === 'unknown' ? null : written.start / 1000)
      for (const [channel, { rate }] of description.channels.entries()) {
        // A column that most rows leave empty has its own rate.
        if (table.filter((row) => row[channel] !== null).length * 2 < table.length) continue
        expect(rate).toBeCloseTo(1000 / written.stepMs, 6)
      }
      if (written.header !== 'none') expect(description.channels[0]?.name).toBe('åa')
      if (written.header.includes('units'))
        expect(description.channels[1]).toMatchObject({ unit: 'm/s^2', kind: 'acceleration' })
      if (written.header === 'sensors-and-names') expect(description.channels[0]?.sensor).toBe('left foot')
    }),
    { numRuns: 200 },
  )
})

test('the recognised layout, applied as settings, reads the same; it is plain JSON', async () => {
  await fc.assert(
    fc.asyncProperty(form, rows, async (written, table) => {
      const source = memorySource(writeCsv(written, table))
      const recognised = await openRecording(source, 'table.csv')
      const layout = JSON.parse(JSON.stringify(recognised.layout))
      const set = await openRecording(source, 'table.csv', { layout })
      expect(set.layout).toEqual(recognised.layout)
      expect(set.description.channels).toEqual(recognised.description.channels)
      expect(await samplesOf(set)).toEqual(await samplesOf(recognised))
    }),
    { numRuns: 60 },
  )
})

test('files with the same layout have the same fingerprint, others a different one', async () => {
  const open = async (text: string) =>
    (await openRecording(memorySource(new TextEncoder().encode(text)), 'x.csv')).fingerprint
  const table = (names: string, first: number) =>
    `${names}\n${[0, 1, 2, 3].map((row) => `${first + row * 10},1.5,${row}.5`).join('\n')}\n`
  const one = await open(table('time_ms,Shimmer_40AC_X,Shimmer_40AC_Y', 0))
  expect(await open(table('time_ms,Shimmer_9E2F_X,Shimmer_9E2F_Y', 5000))).toBe(one)
  expect(await open(table('time_ms,Shimmer_40AC_X,Shimmer_40AC_Z', 0))).not.toBe(one)
})

test.each<[string, Layout]>([
  ['another time unit', { timeUnit: 's' }],
  ['another time column', { timeColumn: 1 }],
  ['no time column', { timeColumn: null, rate: 50 }],
  ['more header rows', { headerRows: 3 }],
])('a file read with %s keeps the fingerprint by which the layout is found for the next file', async (_, layout) => {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => `${row * 10},${row}.5,1.25`)
  const source = memorySource(new TextEncoder().encode(['time_ms,x,y', ...rows, ''].join('\n')))
  const { fingerprint } = await openRecording(source, 'x.csv')
  expect((await openRecording(source, 'x.csv', { layout })).fingerprint).toBe(fingerprint)
})
