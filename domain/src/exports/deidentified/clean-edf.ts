import { kindOfChannel } from '../../recordings/channel-kind.ts'
import { readStart, readUtcOffset } from '../../recordings/edf/edf-header.ts'

/** A file from which what identifies can't be taken out. */
export class NotCleanable extends Error {}

const mainBytes = 256
const mostSignals = 9999
/** A record is held in memory while its annotations are erased. */
const mostRecordBytes = 64 * 1024 * 1024
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/**
 * An EDF or BDF file of the same size and the same samples, with its start moved by `shift` seconds of whole days. Without
 * the patient, the recording, transducers, labels of no known meaning, texts of annotations, and whatever else is free
 * text. Throws `NotCleanable` before the first byte if it is no such file.
 */
export async function* cleanEdf(pieces: AsyncIterable<Uint8Array>, shift: number): AsyncGenerator<Uint8Array> {
  const reading = new Reading(pieces)
  const main = await reading.take(mainBytes)
  const isBdf = main[0] === 0xff
  const count = Number(latin1(main.subarray(252)).trim())
  const isEdf = isBdf ? latin1(main.subarray(1, 8)) === 'BIOSEMI' : latin1(main.subarray(0, 8)).trim() === '0'
  if (!isEdf || !Number.isInteger(count) || count < 1 || count > mostSignals) throw new NotCleanable()
  const signals = await reading.take(mainBytes * count)
  const layout = layoutOf(signals, count, isBdf ? 3 : 2)
  if (layout.recordBytes > mostRecordBytes) throw new NotCleanable()
  yield cleanMain(main, isBdf, shift)
  yield cleanSignals(signals, count)
  if (layout.annotations.length === 0 || layout.recordBytes === 0) return yield* reading.rest()
  for (;;) {
    const record = await reading.upTo(layout.recordBytes)
    if (record.length === 0) return
    for (const [place, { offset, bytes }] of layout.annotations.entries()) {
      eraseAnnotations(record.subarray(offset, offset + bytes), place === 0)
    }
    yield record
  }
}

type Layout = { recordBytes: number; annotations: readonly { offset: number; bytes: number }[] }

function layoutOf(signals: Uint8Array, count: number, bytesPerSample: number): Layout {
  const annotations = []
  let offset = 0
  for (let index = 0; index < count; index += 1) {
    const samples = Number(field(signals, count * 216 + 8 * index, 8))
    if (!Number.isInteger(samples) || samples < 0) throw new NotCleanable()
    const bytes = samples * bytesPerSample
    if (isAnnotations(field(signals, 16 * index, 16))) annotations.push({ offset, bytes })
    offset += bytes
  }
  return { recordBytes: offset, annotations }
}

const isAnnotations = (label: string) => /^[EB]DF Annotations$/.test(label)

function cleanMain(main: Uint8Array, isBdf: boolean, shift: number): Uint8Array {
  const recording = field(main, 88, 80)
  const reserved = /^[EB]DF\+[CD]/.exec(field(main, 192, 44))?.[0] ?? ''
  const start = readStart(field(main, 168, 8), field(main, 176, 8), reserved ? recording : '')
  const day = start === null ? undefined : new Date((start + shift) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = readUtcOffset(recording)
  const zone =
    offset === null
      ? 'X'
      : `TZ=${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
  const long = day
    ? `${two(day.getUTCDate())}-${months[day.getUTCMonth()]}-${String(day.getUTCFullYear()).padStart(4, '0')}`
    : 'X'
  const short = day
    ? `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${two(day.getUTCFullYear() % 100)}`
    : '01.01.85'
  const clean = new Uint8Array(mainBytes).fill(32)
  const put = (at: number, width: number, text: string) => {
    for (let place = 0; place < Math.min(width, text.length); place += 1) clean[at + place] = text.charCodeAt(place)
  }
  put(0, 8, isBdf ? '\u00ffBIOSEMI' : '0')
  put(8, 80, reserved ? 'X X X X' : 'X')
  put(88, 80, reserved || zone !== 'X' ? `Startdate ${long} X X ${zone}` : 'X')
  put(168, 8, short)
  put(176, 8, /^\d\d[.:]\d\d[.:]\d\d$/.exec(field(main, 176, 8))?.[0] ?? '00.00.00')
  put(184, 8, numeric(main, 184, 8))
  put(192, 44, reserved || (isBdf ? '24BIT' : ''))
  put(236, 8, numeric(main, 236, 8))
  put(244, 8, numeric(main, 244, 8))
  put(252, 4, numeric(main, 252, 4))
  return clean
}

/** Labels, units, limits and counts. The rest is blank. */
function cleanSignals(signals: Uint8Array, count: number): Uint8Array {
  const clean = new Uint8Array(signals.length).fill(32)
  let known = 0
  const put = (at: number, width: number, text: string) => {
    for (let place = 0; place < Math.min(width, text.length); place += 1) clean[at + place] = text.charCodeAt(place)
  }
  for (let index = 0; index < count; index += 1) {
    const label = field(signals, 16 * index, 16)
    const unit = field(signals, count * 96 + 8 * index, 8)
    known += 1
    put(16 * index, 16, isAnnotations(label) || isKnownLabel(label) ? label : `Channel ${known}`)
    put(count * 96 + 8 * index, 8, isUnit(unit) ? unit : '')
    for (const before of [104, 112, 120, 128, 216]) {
      const at = count * before + 8 * index
      put(at, 8, numeric(signals, at, 8))
    }
    const prefilter = field(signals, count * 136 + 80 * index, 80)
    put(
      count * 136 + 80 * index,
      80,
      /^((HP|LP|N|BP|DC|Notch):? ?[0-9.,]* ?k?(Hz)?;? *)+$/i.test(prefilter) ? prefilter : '',
    )
  }
  return clean
}

/** A label of a few words, each of which says what is measured or where. */
function isKnownLabel(label: string): boolean {
  const words = label.split(/[^A-Za-z]+/).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => word.length <= 3 || kindOfChannel(word, null) !== 'other')
}

/** A unit that says nothing but what is measured. */
export function isUnit(unit: string): boolean {
  return (
    /^[%\u00b5\u00b0\u00b2A-Za-z0-9/^*.-]{1,8}$/.test(unit) && (unit.length <= 3 || kindOfChannel('', unit) !== 'other')
  )
}

function numeric(bytes: Uint8Array, at: number, width: number): string {
  return /^[-+0-9.,eE]*$/.exec(field(bytes, at, width))?.[0] ?? ''
}

function field(bytes: Uint8Array, at: number, width: number): string {
  let text = ''
  for (const byte of bytes.subarray(at, at + width)) text += byte < 32 ? ' ' : String.fromCharCode(byte)
  return text.trim()
}

const endOfText = '\u0014'
/** Bytes in which the time of a record stands. */
const longestOnset = 40

/** Keeps when a record begins, which the first signal of annotations says, and nothing else. */
function eraseAnnotations(bytes: Uint8Array, isFirst: boolean): void {
  const [onset = '', empty] = latin1(bytes.subarray(0, longestOnset)).split(endOfText)
  bytes.fill(0)
  if (!isFirst || empty !== '' || !/^[+-]\d{1,12}(\.\d{0,12})?$/.test(onset)) return
  const list = `${onset}${endOfText}${endOfText}`
  for (let place = 0; place < Math.min(bytes.length, list.length); place += 1) bytes[place] = list.charCodeAt(place)
}

/** Takes so many bytes at a time from pieces of any length. */
class Reading {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array[] = []
  #length = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.upTo(length)
    if (bytes.length < length) throw new NotCleanable()
    return bytes
  }

  /** A copy of the next bytes; fewer at the end. */
  async upTo(length: number): Promise<Uint8Array> {
    while (this.#length < length) {
      const { done, value } = await this.#pieces.next()
      if (done) break
      this.#held.push(value)
      this.#length += value.length
    }
    const taken = new Uint8Array(Math.min(length, this.#length))
    let filled = 0
    while (filled < taken.length) {
      const [first] = this.#held
      if (!first) break
      const part = first.subarray(0, taken.length - filled)
      taken.set(part, filled)
      filled += part.length
      if (part.length === first.length) this.#held.shift()
      else this.#held[0] = first.subarray(part.length)
    }
    this.#length -= filled
    return taken
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    yield* this.#held
    for (;;) {
      const { done, value } = await this.#pieces.next()
      if (done) return
      yield value
    }
  }
}
