import { expect, test } from 'vitest'
import { type Fault, type Format, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readHdf5File } from '../testing/hdf5-files.ts'
import { survives } from '../testing/survives.ts'
import { writeCwa } from '../testing/write-cwa.ts'
import { writeEdf } from '../testing/write-edf.ts'
import { writeRecord, writeWords } from '../testing/write-gt3x.ts'
import { type WrittenVariable, writeMatlab } from '../testing/write-matlab.ts'
import { writeZip } from '../testing/write-zip.ts'
import { cwaFormat, edfFormat, geneactivFormat, gt3xFormat, hdf5Format, matlabFormat } from './formats.ts'
import { openRecording } from './open-recording.ts'

// A small file that claims what no recording has. CSV and WFDB are in hostile.robust.test.ts and wfdb.test.ts.
const milliard = 1_000_000_000
const nonsense = [-100, 0, Number.NaN, Number.POSITIVE_INFINITY, milliard, -milliard, 1e-300]
const text = (content: string) => new TextEncoder().encode(content)

async function survivesAll(format: Format, files: readonly Uint8Array<ArrayBuffer>[]) {
  for (const file of files) await survives(format, file)
}

/** Writes over some bytes. */
function written(file: Uint8Array<ArrayBuffer>, at: number, content: string): Uint8Array<ArrayBuffer> {
  const copy = file.slice()
  copy.set(text(content), at)
  return copy
}

test.each(['EDF', 'BDF'] as const)('%s', async (version) => {
  const signals = [{ label: 'ECG', samplesPerRecord: 4, samples: [1, 2, 3, 4] }]
  const whole = writeEdf({ version, records: 1, recordDuration: 1, signals })
  // Header bytes, records, duration of a record, signals, and the first signal's limits and samples of a record.
  const fields = [184, 236, 244, 252, 360, 368, 376, 384, 472]
  for (const claim of ['99999999', '-9999999', 'NaN     ', '1e99    ', 'Infinity', '0       ', '        ', '0x7fffff'])
    await survivesAll(
      edfFormat,
      fields.map((at) => written(whole, at, at === 252 ? claim.slice(0, 4) : claim)),
    )
  for (const claim of nonsense) {
    const limit = [claim, 5] as const
    const physical = [{ label: 'a', samplesPerRecord: 1, samples: [7], physical: limit }]
    await survives(edfFormat, writeEdf({ version, records: 1, recordDuration: 1, signals: physical }))
    await survives(edfFormat, writeEdf({ version, records: 1, recordDuration: claim, signals }))
  }
})

test('CWA', async () => {
  const start = Date.UTC(2026, 9, 20) / 1000
  const axes = [0, 1, 256].map((value) => Array.from({ length: 100 }, () => value))
  const sectors = [0, 1, 2].map((index) => ({ stamp: start + index, sequence: index, axes, isPacked: true }))
  for (const [field, bytes] of [
    ['length of the sector', 2],
    ['sequence', 10],
    ['time', 14],
    ['rate', 24],
    ['axes', 25],
    ['number of samples', 28],
  ] as const)
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
      const file = writeCwa(sectors)
      for (let sector = 1024; sector < file.length; sector += 512) {
        file.fill(value, sector + bytes, sector + bytes + (field === 'sequence' || field === 'time' ? 4 : 1))
        const view = new DataView(file.buffer, sector, 512)
        let sum = 0
        for (let at = 0; at < 510; at += 2) sum += view.getUint16(at, true)
        view.setUint16(510, -sum, true)
      }
      await survives(cwaFormat, file)
    }
})

test('GT3X', async () => {
  const record = writeRecord(26, Date.UTC(2026, 9, 20) / 1000, writeWords([256, 512, -256, 0, 128, 64]))
  const archive = (info: string, log = record) => writeZip({ 'log.bin': log, 'info.txt': text(info) })
  await survivesAll(
    gt3xFormat,
    nonsense.flatMap((claim) => [
      archive(`Serial Number: X\r\nSample Rate: ${claim}\r\nTimeZone: ${claim}:00:00\r\nStart Date: ${claim}\r\n`),
      archive(`Serial Number: X\r\nSample Rate: 30\r\nAcceleration Scale: ${claim}\r\nStop Date: ${claim}\r\n`),
    ]),
  )
  // A record that claims to be longer than the file, and sizes in the directory of the archive.
  const long = record.slice()
  long.fill(0xff, 6, 8)
  await survives(gt3xFormat, archive('Sample Rate: 30\r\n', long))
  const whole = archive('Sample Rate: 30\r\n')
  const directory = new Uint8Array(whole).findLastIndex((_, at) =>
    text('PK\u0001\u0002').every((b, i) => whole[at + i] === b),
  )
  for (const field of [20, 24, 42]) {
    const lying = whole.slice()
    lying.fill(0xff, directory + field, directory + field + 4)
    await survives(gt3xFormat, lying)
  }
})

test('GENEActiv', async () => {
  const header = (rate: unknown, gain: unknown, pages: unknown) => `Device Identity
Device Unique Serial Code:012967
Device Type:GENEActiv

Configuration Info
Measurement Frequency:${rate} Hz
Start Time:2024-05-06 07:08:09:000
Time Zone:GMT ${rate}

Calibration Data
x gain:${gain}
x offset:${gain}
y gain:25000
y offset:0
z gain:25000
z offset:0
Volts:300
Lux:${gain}

Memory Status
Number of Pages:${pages}

Recorded Data
Device Unique Serial Code:012967
Sequence Number:${pages}
Page Time:2024-05-06 07:08:09:000
Unassigned:
Temperature:${gain}
Battery voltage:${gain}
Device Status:Recording
Measurement Frequency:${rate}
${'0000FF001002'.repeat(20)}
`
  const files = nonsense.flatMap((claim) => [header(claim, 1, 1), header(100, claim, 1), header(100, 1, claim)])
  await survivesAll(
    geneactivFormat,
    files.map((file) => text(file.replaceAll('\n', '\r\n'))),
  )
})

test('HDF5', async () => {
  const file = readHdf5File('huge')
  await survives(hdf5Format, file)
  const recording = await openRecording(memorySource(file), 'x.h5')
  // Whichever side is longer is time. No rate is believed.
  expect(recording.description.channels.map(({ name }) => name)).toEqual([
    'long 1',
    'long 2',
    'long 3',
    'rate',
    'wide 1',
    'wide 2',
    'wide 3',
    'wide 4',
  ])
  expect(recording.description.channels.every(({ rate }) => rate === null)).toBe(true)
  const faults: Fault[] = []
  for await (const item of recording.blocks()) if (isFault(item)) faults.push(item)
  expect(faults.map(({ what }) => what)).toEqual(['not-supported', 'not-supported'])
})

test('MATLAB', async () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const column: WrittenVariable = { name: 'acc', kind: 'double', rows: 10, numbers: ten }
  for (const claim of nonsense) {
    const fs: WrittenVariable = { name: 'fs', kind: 'double', rows: 1, numbers: [claim] }
    for (const isDeflated of [true, false]) await survives(matlabFormat, writeMatlab([column, fs], isDeflated))
  }
  for (const rows of [0, -1, milliard, 2 ** 31 - 1, 1e-8]) {
    const lying = { ...column, rows }
    for (const isDeflated of [true, false]) await survives(matlabFormat, writeMatlab([lying], isDeflated))
  }
})

test('text', async () => {
  const values = ['NaN', 'nan', '-Infinity', '1e999', '']
  const rows = Array.from({ length: 200 }, (_, row) => `${row},${values[row % 50] ?? row},${row % 3 ? row : 'NaN'}\n`)
  const recording = await openRecording(memorySource(text(`ms,x,y\n${rows.join('')}`)), 'x.csv')
  expect(recording.description.channels.map(({ name }) => name)).toEqual(['x', 'y'])
  let finite = 0
  for await (const item of recording.blocks())
    if (!isFault(item)) finite += Array.from(item.values).filter(Number.isFinite).length
  expect(finite).toBe(200 - 4 * values.length + 200 - 67)
})
