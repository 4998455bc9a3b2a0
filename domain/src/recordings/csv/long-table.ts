import { kindOfChannel, kindsTogether } from '../channel-kind.ts'
import { limits, makeBreathe } from '../limits.ts'
import {
  type Annotation,
  type Block,
  type BlocksOptions,
  type Channel,
  type Description,
  endOf,
  type Fault,
  type FaultCode,
  type Recording,
  type Source,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { parseNumber } from './bytes/number-reader.ts'
import { type End, textChunks } from './bytes/text-chunks.ts'
import { describe } from './describe.ts'
import { joined } from './head/columns.ts'
import { splitLine } from './head/lines/dialect.ts'
import { sampleTime, timeColumnsOf } from './head/time-column.ts'
import { spacingOf } from './head/times/spacing.ts'
import type { Planned } from './make-plan.ts'
import { FaultTally } from './rows/row-parser.ts'
import { SignalBuffer } from './rows/signal-buffer.ts'

/** The columns of a table with one line per signal and time. */
export type LongColumns = { readonly signal: number; readonly value: number; readonly unit: number | null }

const signalNames = [
  /^(tag|signal|channel|parameter|variable|metric|vitalsign|kanal)(name|id)?$/i,
  /^(sensor|measure(ment)?|type|name|label|navn)$/i,
]
const valueName = /^(values?|val|reading|verdi|wert|waarde|valeur)$/i
const unitName = /^(units?|enhet|einheit|eenheid|unité)$/i
/** Columns that say something about the value, or about the line. */
const besideName = /^(count(er)?|id|idx|index|nr|no|#|quality|streamtype|device\w*|source|serial\w*)$/i
const mostSignals = 64

/**
 * Recognises a table whose lines name the signal of their value, by the names of its columns. Every other column must
 * be one that accompanies a value.
 */
export function findLongColumns({ plan, columns, examined }: Planned): LongColumns | null {
  if (plan.time.form === 'none') return null
  const timeColumns = timeColumnsOf(plan.time)
  const free = columns.filter(({ index }) => !timeColumns.includes(index))
  const value = free.find(({ name }) => valueName.test(joined(name)))
  const unit = free.find(({ name, kind }) => kind === 'text' && unitName.test(joined(name)))
  const signal = signalNames
    .flatMap((names) => free.filter(({ name }) => names.test(joined(name))))
    .find(({ index, numbers }) => {
      // The lines of one signal may all stand before those of the next.
      const told = new Set(examined.map((cells) => cells[index] ?? ''))
      told.delete('')
      return told.size > 1 && told.size <= mostSignals && numbers.every(Number.isInteger)
    })
  if (!value || !signal) return null
  const others = free.filter((column) => ![value, signal, unit].includes(column) && column.kind !== 'missing')
  const isLong = others.every(({ name }) => besideName.test(joined(name)))
  return isLong ? { signal: signal.index, value: value.index, unit: unit?.index ?? null } : null
}

type Signal = {
  readonly name: string
  unit: string | null
  samples: number
  /** Of its first samples. All times are in seconds since that of the first line, which need not be the earliest. */
  readonly times: number[]
  readonly first: number
  last: number
}

type Row = { readonly signal: string; readonly at: number; readonly value: number; readonly unit: string | null }

/** Times from which the rate of a signal is determined, and samples of a block. */
const keptTimes = 2000
const blockSamples = 4096
/** A signal has a gap after this many times its usual interval, and at least after a second. */
const gapTimes = 5

/** A table with one line per signal and time. It is read once completely, to know the signals. */
export class LongRecording implements Recording {
  readonly description: Description
  readonly layout
  readonly fingerprint
  readonly #source: Source
  readonly #planned: Planned
  readonly #columns: LongColumns
  /** Seconds between samples that count as a gap, by signal in the order of the channels. */
  readonly #gaps: ReadonlyMap<string, number>
  /** Seconds from the time of the first line to the earliest. */
  readonly #begin: number

  private constructor(
    source: Source,
    planned: Planned,
    columns: LongColumns,
    { fingerprint, signals }: { fingerprint: string; signals: readonly Signal[] },
  ) {
    this.#source = source
    this.#planned = planned
    this.#columns = columns
    this.layout = planned.layout
    this.fingerprint = fingerprint
    const spacings = new Map(signals.map(({ name, times }) => [name, spacingOf(times)]))
    this.#gaps = new Map([...spacings].map(([name, spacing]) => [name, Math.max(1, gapTimes * (spacing?.median ?? 0))]))
    this.#begin = Math.min(...signals.map(({ first }) => first))
    const end = signals.reduce((last, signal) => Math.max(last, signal.last), this.#begin) - this.#begin
    const samples = signals.reduce((sum, signal) => sum + signal.samples, 0)
    const { recognised, duration: _, ...more } = describe(planned, { end, samples })
    this.description = {
      ...more,
      start: more.start === null ? null : more.start + this.#begin,
      recognised: [
        ...recognised.filter(({ code }) => !['rate', 'irregular', 'text-columns', 'counter-column'].includes(code)),
        { code: 'long-table', params: { column: columns.signal + 1 } },
      ],
      duration: end > 0 ? end : null,
      channels: kindsTogether(
        signals.map(({ name, unit }): Channel => {
          const told = /^\d+$/.test(name) ? `${planned.header.names[columns.signal]} ${name}` : name
          return { name: told, unit, kind: kindOfChannel(told, unit), rate: spacings.get(name)?.rate ?? null }
        }),
      ),
      samples,
    }
  }

  static async open(
    source: Source,
    planned: Planned,
    columns: LongColumns,
    fingerprint: string,
    signal?: AbortSignal,
  ): Promise<LongRecording> {
    const signals = new Map<string, Signal>()
    for await (const row of rowsOf(source, planned, columns, () => undefined, signal)) {
      let found = signals.get(row.signal)
      if (!found) {
        if (signals.size >= limits.channels) continue
        found = { name: row.signal, unit: row.unit, samples: 0, times: [], first: row.at, last: row.at }
        signals.set(row.signal, found)
      }
      // As the samples are read.
      if (row.at < found.last) continue
      found.samples++
      found.last = row.at
      if (found.times.length < keptTimes) found.times.push(row.at)
    }
    if (signals.size === 0) throw new UnreadableRecording('no-data', { line: planned.plan.headerRows + 1 })
    return new LongRecording(source, planned, columns, { fingerprint, signals: [...signals.values()] })
  }

  async annotations(): Promise<readonly Annotation[]> {
    return []
  }

  async *blocks({ from, to, signal }: BlocksOptions = {}): AsyncGenerator<Block | Fault> {
    const faults = new FaultTally()
    const isWanted = (block: Block) =>
      (from === undefined || endOf(block) >= from) && (to === undefined || block.at <= to)
    const buffers = new Map([...this.#gaps].map(([name, gap], channel) => [name, new SignalBuffer(channel, gap)]))
    const tell = (what: FaultCode, line: number, detail: string) =>
      faults.add(what, { line, offset: null, at: null }, detail)
    for await (const row of rowsOf(this.#source, this.#planned, this.#columns, tell, signal)) {
      const buffer = buffers.get(row.signal)
      if (!buffer) tell('limit', row.line, row.signal)
      else if (row.at - this.#begin < buffer.last) tell('time-backwards', row.line, row.signal)
      else {
        yield* buffer.add({ ...row, at: row.at - this.#begin }).filter(isWanted)
        if (buffer.samples >= blockSamples) for (const each of buffers.values()) yield* each.flush().filter(isWanted)
      }
    }
    for (const each of buffers.values()) yield* each.flush().filter(isWanted)
    yield* faults.take()
  }
}

/** The lines that have a time, a signal and a value; what is wrong with others is told. */
async function* rowsOf(
  source: Source,
  { plan, file, first }: Planned,
  { signal, value, unit }: LongColumns,
  tell: (what: FaultCode, line: number, detail: string) => void,
  abort?: AbortSignal,
): AsyncGenerator<Row & { line: number }> {
  const { dialect, time, dateOrder, scale, origin } = plan
  const breathe = makeBreathe(abort)
  const end: End = { reason: 'end' }
  let line = 0
  for await (const text of linesOf(source, file, end, abort)) {
    line++
    if (line % 4096 === 0) await breathe()
    if (line <= plan.headerRows || text.trim() === '') continue
    if (text.length > limits.lineBytes) {
      tell('limit', line, text)
      continue
    }
    const cells = splitLine(text, dialect.delimiter)
    const told = sampleTime(cells, time, dateOrder, dialect.decimal)
    const name = cells[signal]?.slice(0, 80) ?? ''
    if (!told || name === '' || !first) {
      tell(told ? 'wrong-line' : 'wrong-time', line, text)
      continue
    }
    const cell = cells[value] ?? ''
    // The value may be followed by its quality: `74;100`.
    const number = parseNumber(cell.split(';')[0] ?? '', dialect.decimal)
    if (Number.isNaN(number)) {
      tell('not-a-number', line, cell)
      continue
    }
    const at = (told.value - origin.value) * scale + told.fraction - origin.fraction
    yield { line, signal: name, at, value: number, unit: (unit === null ? null : cells[unit]) || null }
  }
  if (end.reason === 'cut-off') tell('cut-off', line, 'gzip')
  if (end.reason === 'limit') tell('limit', line, `${limits.inflatedBytes}`)
}

async function* linesOf(source: Source, file: Planned['file'], end: End, signal?: AbortSignal): AsyncGenerator<string> {
  const { encoding } = file.encoded
  const decoder = new TextDecoder(encoding.startsWith('utf-16') ? 'utf-8' : encoding)
  let rest = ''
  for await (const chunk of textChunks(source, file, end, { signal })) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split(file.lineEnd)
    // A line without an end must not fill the memory. One sign too many shows that it was too long.
    rest = (pieces.pop() ?? '').slice(0, limits.lineBytes + 1)
    for (const piece of pieces) yield piece.endsWith('\r') ? piece.slice(0, -1) : piece
  }
  yield rest
}
