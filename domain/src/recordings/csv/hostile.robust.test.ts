import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { csvFormat } from '../open/formats.ts'
import { openRecording } from '../open/open-recording.ts'
import { type Fault, isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { survives, survivesFlips, survivesNoise, survivesTruncation } from '../testing/survives.ts'
import { type WrittenCsv, writeCsv } from '../testing/write-csv.ts'

const text = (content: string) => new TextEncoder().encode(content)
const form: WrittenCsv = {
  delimiter: ';',
  decimal: ',',
  lineEnd: '\r\n',
  encoding: 'utf-8-bom',
  isGzip: false,
  isQuoted: false,
  sepLine: true,
  header: 'names-and-units',
  time: 'iso-zone',
  start: 1_700_000_000_000,
  stepMs: 10,
}
const rows = Array.from({ length: 12 }, (_, row) => [row + 0.5, -row / 4])

test('a table truncated at any byte is read up to there', async () => {
  await survivesTruncation(csvFormat, writeCsv(form, rows))
  await survivesTruncation(csvFormat, writeCsv({ ...form, encoding: 'utf-16le', time: 'date-and-time' }, rows), 200)
  await survivesTruncation(csvFormat, writeCsv({ ...form, isGzip: true }, rows))
}, 60_000)

test('changed bytes do not crash the reader', async () => {
  await survivesFlips(csvFormat, writeCsv(form, rows))
  await survivesFlips(csvFormat, writeCsv({ ...form, isGzip: true }, rows), 150)
}, 60_000)

test('noise does not crash the reader, whatever precedes it', async () => {
  for (const mark of [
    '',
    'sep=;\n',
    'time,x\n1,2\n2,3\n',
    '1560279825.0\n4.0\n',
    '// Update Rate: 100Hz\nPacketCounter\tx\n1\t2\n',
  ])
    await survivesNoise(csvFormat, text(mark), 60)
  await survivesNoise(csvFormat, new Uint8Array([0x1f, 0x8b, 8]), 60)
  await survivesNoise(csvFormat, new Uint8Array([0xff, 0xfe]), 60)
}, 60_000)

test.each([
  'Sample Rate:,-128,Hz\nx,y\n1.5,2.5\n2.5,3.5\n',
  'Sample Rate:,NaN,Hz\nx,y\n1.5,2.5\n2.5,3.5\n',
  'Sample Rate:,1e999,Hz\nx,y\n1.5,2.5\n2.5,3.5\n',
  'Sample Rate:,99999999999999999999,Hz\nx,y\n1.5,2.5\n2.5,3.5\n',
  '1560279825\n-4\n1.5\n2.5\n',
  'time,x\n1e308,1.5\n-1e308,2.5\n1e308,3.5\n',
  'time,x\n1700000000,1.5\n1700000001,2.5\n9999999999999,3.5\n',
  `${'"'.repeat(5000)}\n1,2\n`,
  `${','.repeat(60_000)}\n${',1.5'.repeat(300)}\n`,
  '\n'.repeat(5000),
  '-\n?\n-\n',
])('nonsense is answered by a fault or a refusal (%#)', async (content) => {
  await survives(csvFormat, text(content))
})

test('an impossible rate is ignored', async () => {
  const { description } = await openRecording(
    memorySource(text('Sample Rate:,99999999999,Hz\nx,y\n1.5,2.5\n2.5,3.5\n')),
    'x.csv',
  )
  expect(description.channels[0]?.rate).toBeNull()
  expect(description.duration).toBeNull()
})

test('columns beyond the limit of channels are omitted and reported', async () => {
  const line = Array.from({ length: 3000 }, (_, index) => `${index}.5`).join(',')
  const recording = await openRecording(memorySource(text(`${line}\n${line}\n${line}\n`)), 'x.csv')
  expect(recording.description.channels).toHaveLength(limits.channels)
  const faults: Fault[] = []
  for await (const item of recording.blocks()) if (isFault(item)) faults.push(item)
  expect(faults).toMatchObject([{ what: 'limit', count: 3000 - limits.channels }])
})

test('an endless line is skipped in bounded memory, and the rest is read', async () => {
  const content = `ms,x\n${Array.from({ length: 50 }, (_, row) => `${row * 10},1.5\n`).join('')}${'7'.repeat(3_000_000)}\n500,2.5\n`
  const recording = await openRecording(memorySource(text(content)), 'x.csv')
  let samples = 0
  const faults: Fault[] = []
  for await (const item of recording.blocks()) {
    if (isFault(item)) faults.push(item)
    else samples += item.values.length
  }
  expect(samples).toBe(51)
  expect(faults).toMatchObject([{ what: 'limit', line: 52, count: 1 }])
})

test('a gzip that inflates a thousandfold is read in bounded memory and can be cancelled', async () => {
  // 20 MB of lines in 20 kB.
  const bomb = new Uint8Array(gzipSync(text(`x\n${'1.5\n'.repeat(5_000_000)}`)))
  const recording = await openRecording(memorySource(bomb), 'x.csv.gz')
  const controller = new AbortController()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  let samples = 0
  const reading = (async () => {
    for await (const item of recording.blocks({ signal: controller.signal })) {
      if (!isFault(item)) samples += item.values.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      if (samples > 1_000_000) controller.abort()
    }
  })()
  await expect(reading).rejects.toThrow(/abort/i)
  expect(samples).toBeLessThan(2_000_000)
  expect(most).toBeLessThan(200e6)
})

test('errors of the source are passed on, also within gzip', async () => {
  const bytes = new Uint8Array(
    gzipSync(text(`x\n${Array.from({ length: 200_000 }, () => `${Math.random()}\n`).join('')}`)),
  )
  let isBroken = false
  const source: Source = {
    size: bytes.length,
    read: async (offset, length) => {
      if (isBroken) throw new Error('connection lost')
      return bytes.slice(offset, offset + length)
    },
  }
  const recording = await openRecording(source, 'x.csv.gz')
  isBroken = true
  await expect(async () => {
    for await (const _ of recording.blocks());
  }).rejects.toThrow('connection lost')
})

test('gzip of something other than text is refused', async () => {
  const packed = new Uint8Array(gzipSync(new Uint8Array(10_000).map((_, index) => index % 256)))
  await expect(openRecording(memorySource(packed), 'x.csv.gz')).rejects.toMatchObject({ code: 'unknown-format' })
})

test.each([
  ['{"a": [1, 2]}', 'unknown-format'],
  ['<html><body>1,2</body></html>', 'unknown-format'],
  ['Dear reader,\nthis is a letter.\nIt has no numbers.\n', 'no-data'],
])('text that is no table is refused: %s', async (content, code) => {
  await expect(openRecording(memorySource(text(content)), 'x.csv')).rejects.toMatchObject({ code })
})
