import { isBelievableRate, limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { readExactly } from '../source.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

export type EdfSignal = {
  readonly label: string
  readonly unit: string
  readonly prefilter: string
  readonly samplesPerRecord: number
  /** Byte offset from the start of a data record. */
  readonly offset: number
  readonly isAnnotations: boolean
  /** physical = digital × gain + base. Null if the header's limits do not define it: digital values are used. */
  readonly scale: { readonly gain: number; readonly base: number } | null
  /** The physical minimum and maximum. */
  readonly physical: readonly [number, number]
}

export type EdfHeader = {
  /** `EDF`, `EDF+C`, `EDF+D`, `BDF`, `BDF+C` or `BDF+D`. */
  readonly format: string
  readonly isInterrupted: boolean
  readonly bytesPerSample: 2 | 3
  readonly recordingid: string
  /** Epoch seconds of the recorder's local time, or null. */
  readonly start: number | null
  readonly headerBytes: number
  /** Whether the header says that it has another length. */
  readonly isOtherLength: boolean
  /** Null: the recorder did not finish the file. */
  readonly records: number | null
  /** Seconds. 0 if the file contains only annotations. */
  readonly recordDuration: number
  readonly recordBytes: number
  readonly signals: readonly EdfSignal[]
}

/** Reads the common header of EDF, EDF+, BDF and BDF+ (edfplus.info, "Full specification of EDF"). */
export async function readEdfHeader(source: Source, signal?: AbortSignal): Promise<EdfHeader> {
  const first = makeFields(await readExactly(source, 0, 256, signal))
  const isBdf = first.bytes[0] === 0xff
  const count = first.integer(252, 4)
  if (count < 1) throw wrong(252, `${count} signals`)
  const fields = makeFields(await readExactly(source, 0, 256 * (count + 1), signal))
  const reserved = fields.text(192, 44)
  const bytesPerSample = isBdf ? 3 : 2
  const signals = readSignals(fields, count, bytesPerSample)
  const recordDuration = readRecordDuration(fields, signals)
  const last = signals.at(-1)
  const records = fields.integer(236, 8)
  const recordBytes = last ? last.offset + last.samplesPerRecord * bytesPerSample : 0
  const plus = /^[EB]DF\+([CD])/.exec(reserved)?.[1]
  return {
    format: `${isBdf ? 'BDF' : 'EDF'}${plus ? `+${plus}` : ''}`,
    isInterrupted: plus === 'D',
    bytesPerSample,
    recordingid: fields.text(88, 80),
    start: readStart(fields.text(168, 8), fields.text(176, 8), plus ? fields.text(88, 80) : ''),
    ...placeOfRecords(fields.number(184, 8), count, records * recordBytes, source.size),
    records: records < 0 ? null : records,
    recordDuration,
    recordBytes,
    signals,
  }
}

/** The header has 256 bytes, and as many for each signal. It may say that it is longer, if the records fit only there. */
function placeOfRecords(stated: number, count: number, recordsBytes: number, size: number) {
  const usual = 256 * (count + 1)
  const isLonger = stated > usual && stated + recordsBytes === size && usual + recordsBytes !== size
  const headerBytes = isLonger ? stated : usual
  return { headerBytes, isOtherLength: Number.isFinite(stated) && stated !== headerBytes }
}

function readSignals(fields: ReturnType<typeof makeFields>, count: number, bytesPerSample: number): EdfSignal[] {
  // The header lists each field for all signals in turn: all labels, then all transducers and so on.
  const place = (before: number, width: number, index: number) => 256 + count * before + width * index
  const signals: EdfSignal[] = []
  let offset = 0
  for (let index = 0; index < count; index++) {
    const label = fields.text(place(0, 16, index), 16)
    const at = place(216, 8, index)
    const samplesPerRecord = fields.integer(at, 8)
    if (samplesPerRecord < 0) throw wrong(at, `${samplesPerRecord} samples per record`)
    const digital = [fields.number(place(120, 8, index), 8), fields.number(place(128, 8, index), 8)] as const
    const physical = [fields.number(place(104, 8, index), 8), fields.number(place(112, 8, index), 8)] as const
    signals.push({
      label,
      unit: fields.text(place(96, 8, index), 8),
      prefilter: fields.text(place(136, 80, index), 80),
      samplesPerRecord,
      offset,
      isAnnotations: /^[EB]DF Annotations$/.test(label),
      scale: findScale(digital, physical),
      physical,
    })
    offset += samplesPerRecord * bytesPerSample
  }
  if (offset === 0) throw wrong(place(216, 8, 0), 'no samples in a record')
  return signals
}

function findScale(digital: readonly [number, number], physical: readonly [number, number]): EdfSignal['scale'] {
  const gain = (physical[1] - physical[0]) / (digital[1] - digital[0])
  const base = physical[0] - digital[0] * gain
  return Number.isFinite(base) && gain !== 0 ? { gain, base } : null
}

function readRecordDuration(fields: ReturnType<typeof makeFields>, signals: readonly EdfSignal[]): number {
  const duration = fields.number(244, 8)
  const sampled = signals.filter((signal) => !signal.isAnnotations && signal.samplesPerRecord > 0)
  const isBelievable = sampled.every((signal) => isBelievableRate(signal.samplesPerRecord / duration))
  if (!isBelievable || !(duration >= 0 && duration <= limits.duration))
    throw wrong(244, `a record of ${fields.text(244, 8)} s`)
  return duration
}

function wrong(offset: number, detail: string): UnreadableRecording {
  return new UnreadableRecording('wrong-header', { offset, detail })
}

/**
 * The fixed-width fields of a header, in ASCII padded with spaces. Some recorders pad with NUL, or write Latin-1 or UTF-8.
 */
function makeFields(bytes: Uint8Array) {
  const text = (offset: number, width: number) => {
    const field = bytes.subarray(offset, offset + width)
    let characters = ''
    for (const byte of field) characters += byte < 32 ? ' ' : String.fromCharCode(byte)
    return (field.some((byte) => byte > 127) ? (readUtf8(field) ?? characters) : characters).trim()
  }
  return {
    bytes,
    text,
    /** NaN if there is no number. A decimal comma is not valid in EDF, but some recorders write it. */
    number: (offset: number, width: number) => {
      const digits = text(offset, width).replace(',', '.')
      return digits === '' ? Number.NaN : Number(digits)
    },
    /** Throws if there is no integer. */
    integer: (offset: number, width: number) => {
      const digits = text(offset, width)
      if (!/^[+-]?\d+$/.test(digits)) throw new UnreadableRecording('wrong-header', { offset, detail: digits })
      return Number(digits)
    },
  }
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/**
 * The start in the recorder's local time, in epoch seconds as if it were UTC; null if the header has no date. Two-digit
 * years mean 1985 to 2084. EDF+ writes the date with a four-digit year into the recording field ("Startdate 02-AUG-1951
 * …").
 */
export function readStart(date: string, time: string, recordingid: string): number | null {
  const clock = /^(\d\d)[.:](\d\d)[.:](\d\d)$/.exec(time)
  const day = readLongDate(recordingid) ?? readShortDate(date)
  if (!clock || !day) return null
  const [hours, minutes, seconds] = [Number(clock[1]), Number(clock[2]), Number(clock[3])] as const
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  return day + hours * 3600 + minutes * 60 + seconds
}

/** The UTC offset of the recorder's clock in minutes. Bittium writes it ("TZ=+0200"). */
export function readUtcOffset(recordingid: string): number | null {
  const zone = /(?:^|[_ ])TZ=([+-])(\d\d):?(\d\d)/.exec(recordingid)
  if (!zone) return null
  const minutes = Number(zone[2]) * 60 + Number(zone[3])
  return minutes > 14 * 60 ? null : zone[1] === '-' ? -minutes : minutes
}

function readLongDate(recordingid: string): number | null {
  const parts = /^Startdate (\d\d)-([A-Za-z]{3})-(\d{4})/.exec(recordingid)
  return parts && epochOf(Number(parts[3]), months.indexOf(String(parts[2]).toUpperCase()), Number(parts[1]))
}

function readShortDate(date: string): number | null {
  const parts = /^(\d\d)[.](\d\d)[.](\d\d)$/.exec(date)
  if (!parts) return null
  const year = Number(parts[3])
  return epochOf(year < 85 ? 2000 + year : 1900 + year, Number(parts[2]) - 1, Number(parts[1]))
}

function epochOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() / 1000 : null
}
