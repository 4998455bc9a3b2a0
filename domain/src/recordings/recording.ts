/** The bytes of a file: a picked file, a URL that supports Range requests, or a file on disk. */
export type Source = {
  /** In bytes. */
  readonly size: number
  /** Returns fewer bytes than requested only at the end of the file. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

export type ChannelKind =
  | 'acceleration'
  | 'rotation'
  | 'magnetic'
  | 'orientation'
  | 'ecg'
  | 'emg'
  | 'eeg'
  | 'eog'
  | 'ppg'
  | 'heart-rate'
  | 'beat-interval'
  | 'eda'
  | 'respiration'
  | 'saturation'
  | 'temperature'
  | 'pressure'
  | 'light'
  | 'force'
  | 'position'
  | 'battery'
  | 'other'

export type Channel = {
  readonly name: string
  /** As spelled in the file. */
  readonly unit: string | null
  readonly kind: ChannelKind
  /** Nominal, in Hz. Null: irregular or unknown. */
  readonly rate: number | null
  /** The least and the largest value that the sensor can measure, in its unit, if the file names them. */
  readonly range?: readonly [least: number, most: number]
  /** The sensor shared by several channels, if the file names it ("left foot"). */
  readonly sensor?: string
}

/** `local`: the recorder's local time, whose zone the file does not contain. `unknown`: the file contains no date. */
export type Clock = 'utc' | 'local' | 'unknown'

/** Something that was recognised, as a code with parameters, so that it can be translated. */
export type Remark = {
  /** In kebab-case, such as `time-column`. */
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

export type Annotation = {
  /** Seconds since the start of the recording. */
  readonly at: number
  /** In seconds. Null: an instant, or an unknown duration. */
  readonly duration: number | null
  readonly text: string
  /** The column whose states it tells, if it is one of them. */
  readonly source?: string
}

export type FaultCode =
  /** The file ends before the end of a record, block or line. */
  | 'cut-off'
  /** A block with a wrong checksum or structure. Its samples are skipped. */
  | 'corrupt-block'
  /** The header contradicts the data. The data are used. */
  | 'wrong-header'
  /** A line with a different number of cells than the header. */
  | 'wrong-line'
  /** A cell that is not a number. Its sample is missing. */
  | 'not-a-number'
  /** A time that can't be parsed. Its line is skipped. */
  | 'wrong-time'
  /** A time earlier than the previous one. */
  | 'time-backwards'
  /** Samples lost according to a counter. */
  | 'lost-samples'
  /** A local clock was set forward or back for summer time. The times after it are read as elapsed time. */
  | 'clock-changed'
  /** A line of another table below the one that is read. */
  | 'other-table'
  /** The file exceeds a limit (channels, length of a line, annotations). */
  | 'limit'
  /** A part of a kind that is not read, such as a cell array, or too large to be. `detail` names it. */
  | 'not-supported'

/** A fault of the file that does not stop reading. */
export type Fault = {
  readonly what: FaultCode
  /** How often this fault occurred consecutively, starting at the given position. */
  readonly count: number
  /** In bytes from the start of the file (of the inflated text for gzip). */
  readonly offset: number | null
  /** Counted from 1. */
  readonly line: number | null
  /** Seconds since the start of the recording. */
  readonly at: number | null
  /** The content at that position, at most 80 characters. */
  readonly detail?: string
}

export type Description = {
  /** The common name of the format: `EDF+D`, `CSV`, `Axivity CWA`. */
  readonly format: string
  readonly recognised: readonly Remark[]
  /** Epoch seconds. If the clock is local, of the local time as if it were UTC. Null if the clock is unknown. */
  readonly start: number | null
  readonly clock: Clock
  /** Seconds from the first to the end of the last sample. Null if it is known only after reading everything. */
  readonly duration: number | null
  readonly channels: readonly Channel[]
  /** The number of samples of all channels. Null if it is known only after reading everything. */
  readonly samples: number | null
  readonly device?: string
  readonly serialnumber?: string
}

/** Consecutive samples of one channel without a gap, see `follows`. A missing sample on the grid is NaN. */
export type Block = {
  /** Index into the description's channels. */
  readonly channel: number
  /** Of the first sample, in seconds since the start of the recording. */
  readonly at: number
  /** Seconds between samples. Null: irregular, see `times`. */
  readonly step: number | null
  /** The time of each sample, in seconds since the start. Present if and only if `step` is null. */
  readonly times?: Float64Array
  readonly values: Float32Array | Float64Array
  /** Whether this block continues the channel's previous one. If omitted: when `at` is its end, within half a step. */
  readonly continues?: boolean
}

export type BlocksOptions = {
  readonly signal?: AbortSignal
  /** Seconds since the start. Blocks that overlap the range are returned completely. */
  readonly from?: number
  readonly to?: number
}

export type Recording = {
  readonly description: Description
  /** How the file was read, to show, change and remember it. Null if the format has no options. */
  readonly layout: Layout | null
  /** Equal for files with the same layout, so that the settings of one are offered for the next. */
  readonly fingerprint: string | null
  /** The recordings of the archive, by name, if it contains several. This one is that of `Layout.entry`. */
  readonly entries?: readonly string[]
  annotations(signal?: AbortSignal): Promise<readonly Annotation[]>
  /**
   * In chronological order within each channel. Blocks of several channels alternate at least every few seconds of
   * reading.
   */
  blocks(options?: BlocksOptions): AsyncIterable<Block | Fault>
}

export type TimeUnit = 'd' | 'h' | 'min' | 's' | 'ms' | 'us' | '100ns' | 'ns'

/**
 * The year from whose beginning numbers count that are instants: 1900 in spreadsheets and 1904 in those of older Macs and in
 * LabVIEW, 1970 of Unix, 2001 of Apple, 1601 of Windows, 1 of .NET, 0 of MATLAB.
 */
export type Epoch = 0 | 1 | 1601 | 1900 | 1904 | 1970 | 2001

/** How a text file is read; plain JSON. Columns are counted from 0. Omitted settings are recognised from the file. */
export type Layout = {
  readonly delimiter?: ',' | ';' | '\t' | '|' | ' '
  readonly decimal?: '.' | ','
  /** Lines before the first line of data. */
  readonly headerRows?: number
  /** The column with the time, two columns with date and time, or null if there is none. */
  readonly timeColumn?: number | readonly [date: number, time: number] | null
  /** Of a numeric time column, or of the first part of times such as `04:59`. */
  readonly timeUnit?: TimeUnit
  /** Of a numeric time column of instants. */
  readonly epoch?: Epoch
  readonly dateOrder?: 'ymd' | 'dmy' | 'mdy'
  /** In Hz. The times of the column are then used only for the start. */
  readonly rate?: number
  /** Epoch seconds, in the clock named by `clock`. */
  readonly start?: number
  readonly clock?: Clock
  /** A column that counts samples or packets. A jump in it means lost samples. */
  readonly counterColumn?: number | readonly [frame: number, subframe: number] | null
  /** Which recording of an archive with several, by name. */
  readonly entry?: string
}

export type OpenOptions = {
  readonly layout?: Layout
  /** Provides information that the bytes lack, such as the sensor of an Empatica file. */
  readonly filename?: string
  readonly signal?: AbortSignal
  /** Returns another file of the same activity by name, for formats whose header names the files with the samples. */
  readonly companion?: (filename: string) => Promise<Source | undefined>
}

/** Each format has its own folder. `open` imports what it needs when it is called, so that unused formats are not loaded. */
export type Format = {
  readonly name: string
  /** Decides by the first bytes, at most `headLength` of them. The name only distinguishes what the bytes can't. */
  sniff(head: Uint8Array, source: Source, filename: string): boolean
  /** Throws `UnreadableRecording` and nothing else, apart from errors of `source.read`. */
  open(source: Source, options?: OpenOptions): Promise<Recording>
}

export function isFault(item: Block | Fault): item is Fault {
  return 'what' in item
}

/** `offset` in bytes, `at` in seconds since the start. */
export function makeFault(
  what: FaultCode,
  where: { offset?: number; at?: number; count?: number; detail?: string } = {},
): Fault {
  const fault = { what, count: where.count ?? 1, offset: where.offset ?? null, line: null, at: where.at ?? null }
  return where.detail === undefined ? fault : { ...fault, detail: where.detail.slice(0, 80) }
}

/** Combines consecutive faults of one kind, without a block between them, into one. */
export async function* countFaults(items: AsyncIterable<Block | Fault>): AsyncGenerator<Block | Fault> {
  let held: Fault | undefined
  for await (const item of items) {
    if (isFault(item) && held?.what === item.what && held.detail === item.detail) {
      held = { ...held, count: held.count + item.count }
      continue
    }
    if (held) yield held
    held = undefined
    if (isFault(item)) held = item
    else yield item
  }
  if (held) yield held
}

/** Seconds from the start of the recording to the end of the block's last sample. */
export function endOf({ at, step, times, values }: Block): number {
  if (step !== null) return at + step * values.length
  return times?.at(-1) ?? at
}

/** Whether `next` continues `previous`, the channel's preceding block. If not, there is a gap between them. */
export function follows(previous: Block, next: Block): boolean {
  if (next.continues !== undefined) return next.continues
  return Math.abs(next.at - endOf(previous)) <= (previous.step ?? 0) / 2
}
