import { writeEdf } from '../../domain/src/recordings/testing/write-edf.ts'

export type LargeFile = {
  filename: string
  bytes: Uint8Array<ArrayBuffer>
  /** Seconds. */
  length: number
  /** The peaks of the first channel, each a single sample. */
  peaks: readonly { at: number; value: number }[]
}

/** Local time in Oslo. */
export const begin = '2026-10-20T08:00:00'
const fractions = [0.1, 0.3, 0.5, 0.7, 0.9]

/** Time and three axes at 100 Hz, as text. Peaks lie at whole seconds, as activities do. */
export function largeCsv(size: number): LargeFile {
  const rows = Math.floor(size / 45)
  const peaks = fractions.map((fraction, index) => ({
    row: 100 * Math.round((rows / 100) * fraction),
    value: (91 + index) / 10,
  }))
  const values = new Map(peaks.map(({ row, value }) => [row, value]))
  const first = Date.parse(`${begin}Z`)
  const parts: Buffer[] = [Buffer.from('time,x (g),y (g),z (g)\n')]
  const stretch = 20_000
  for (let from = 0; from < rows; from += stretch) {
    let text = ''
    for (let row = from; row < Math.min(rows, from + stretch); row++) {
      const time = new Date(first + row * 10).toISOString().slice(0, -1)
      const x = values.get(row) ?? Math.sin(row / 50) / 4
      text += `${time},${x.toFixed(3)},${(Math.cos(row / 50) / 4).toFixed(3)},${(1 + Math.sin(row / 7) / 50).toFixed(3)}\n`
    }
    parts.push(Buffer.from(text))
  }
  return {
    filename: 'arm.csv',
    bytes: new Uint8Array(Buffer.concat(parts)),
    length: rows / 100,
    peaks: peaks.map(({ row, value }) => ({ at: row / 100, value })),
  }
}

const signals = 8
const rate = 256

/** Eight channels at 256 Hz. */
export function largeEdf(size: number): LargeFile {
  const records = Math.floor(size / (signals * rate * 2))
  const header = writeEdf({
    records: 0,
    claimedRecords: records,
    recordDuration: 1,
    start: ['20.10.26', '08.00.00'],
    signals: Array.from({ length: signals }, (_, index) => ({
      label: index === 0 ? 'ECG' : `EEG ${index}`,
      unit: 'uV',
      samplesPerRecord: rate,
    })),
  })
  const peaks = fractions.map((fraction, index) => ({ record: Math.round(records * fraction), value: 9001 + index }))
  const values = new Map(peaks.map(({ record, value }) => [record, value]))
  const bytes = new Uint8Array(header.length + records * signals * rate * 2)
  bytes.set(header)
  const view = new DataView(bytes.buffer, header.length)
  for (let record = 0, at = 0; record < records; record++)
    for (let signal = 0; signal < signals; signal++)
      for (let sample = 0; sample < rate; sample++, at += 2) {
        const peak = signal === 0 && sample === 0 ? values.get(record) : undefined
        view.setInt16(at, peak ?? Math.round(500 * Math.sin((record * rate + sample) / (20 + signal))), true)
      }
  return {
    filename: 'chest.edf',
    bytes,
    length: records,
    peaks: peaks.map(({ record, value }) => ({ at: record, value })),
  }
}
