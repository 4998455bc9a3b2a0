export type WrittenSignal = {
  readonly label: string
  readonly unit?: string
  readonly samplesPerRecord: number
  readonly digital?: readonly [number, number]
  readonly physical?: readonly [number | string, number | string]
  /** Digital values of all records, one after the other. */
  readonly samples?: readonly number[]
  /** Time-stamped lists of each record, for a signal of annotations. */
  readonly lists?: readonly string[]
}

export type WrittenEdf = {
  readonly version?: 'EDF' | 'BDF'
  readonly reserved?: string
  readonly start?: readonly [date: string, time: string]
  readonly recordingid?: string
  readonly records: number
  /** The number in the header; by default `records`. */
  readonly claimedRecords?: number
  readonly recordDuration: number | string
  readonly signals: readonly WrittenSignal[]
}

const latin1 = (text: string, width: number) =>
  [...text.slice(0, width).padEnd(width)].map((each) => each.charCodeAt(0))

/** Writes the bytes of an EDF, EDF+, BDF or BDF+ file, according to the specification and without the reader's code. */
export function writeEdf(file: WrittenEdf): Uint8Array<ArrayBuffer> {
  const isBdf = file.version === 'BDF'
  const width = isBdf ? 3 : 2
  const [date, time] = file.start ?? ['01.02.20', '03.04.05']
  const all = (field: (signal: WrittenSignal) => string | number, size: number) =>
    file.signals.flatMap((signal) => latin1(String(field(signal)), size))
  const most = 2 ** (8 * width - 1)
  const bytes: number[] = [
    ...(isBdf ? [255, ...latin1('BIOSEMI', 7)] : latin1('0', 8)),
    ...latin1('X X X X', 80),
    ...latin1(file.recordingid ?? 'Startdate X X X X', 80),
    ...latin1(date, 8),
    ...latin1(time, 8),
    ...latin1(String(256 * (file.signals.length + 1)), 8),
    ...latin1(file.reserved ?? '', 44),
    ...latin1(String(file.claimedRecords ?? file.records), 8),
    ...latin1(String(file.recordDuration), 8),
    ...latin1(String(file.signals.length), 4),
    ...all((signal) => signal.label, 16),
    ...all(() => '', 80),
    ...all((signal) => signal.unit ?? '', 8),
    ...all((signal) => signal.physical?.[0] ?? -most, 8),
    ...all((signal) => signal.physical?.[1] ?? most - 1, 8),
    ...all((signal) => signal.digital?.[0] ?? -most, 8),
    ...all((signal) => signal.digital?.[1] ?? most - 1, 8),
    ...all(() => '', 80),
    ...all((signal) => signal.samplesPerRecord, 8),
    ...all(() => '', 32),
  ]
  for (let record = 0; record < file.records; record++) {
    for (const signal of file.signals) {
      const count = signal.samplesPerRecord
      if (signal.lists) {
        const text = new TextEncoder().encode(signal.lists[record] ?? '')
        for (let index = 0; index < count * width; index++) bytes.push(text[index] ?? 0)
      } else {
        for (let index = 0; index < count; index++) {
          const digital = signal.samples?.[record * count + index] ?? 0
          for (let byte = 0; byte < width; byte++) bytes.push((digital >> (8 * byte)) & 255)
        }
      }
    }
  }
  return Uint8Array.from(bytes)
}
