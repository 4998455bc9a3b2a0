import type { Run, TimedPart } from '../even-runs.ts'
import { isBelievableRate, limits } from '../limits.ts'
import { type Fault, makeFault, type Source } from '../recording.ts'
import type { GeneactivHeader } from './geneactiv-header.ts'

/** A page of samples. */
export type Page = TimedPart & {
  /** Twelve hexadecimal digits per sample. */
  readonly digits: string
  /** °C */
  readonly temperature: number
  /** V */
  readonly battery: number
}

/** A sample has 48 bits: three signed axes of 12 bits, light of 10, the button and a spare bit. */
const digitsPerSample = 12

type Draft = { readonly from: Line; readonly fields: Map<string, string> }

/** Reads page after page, as many per chunk as it contains. A damaged page is a fault. */
export async function* readPages(source: Source, signal?: AbortSignal): AsyncGenerator<(Page | Fault)[]> {
  let draft: Draft | undefined
  let last: Page | undefined
  for await (const lines of readLines(source, signal)) {
    const pages: (Page | Fault)[] = []
    for (const line of lines) {
      if (line.text === 'Recorded Data') {
        if (draft) pages.push(wrong('corrupt-block', draft.from, last))
        draft = { from: line, fields: new Map() }
      } else if (draft && /^[0-9A-Fa-f]{12,}$/.test(line.text)) {
        const page = makePage(draft, line.text)
        if (!page) pages.push(wrong('corrupt-block', draft.from, last))
        else if (last && page.start < last.start + (0.9 * last.count) / last.rate) {
          pages.push(wrong('time-backwards', draft.from, last))
        } else {
          pages.push(page)
          last = page
        }
        draft = undefined
      } else if (draft && draft.fields.size < 20) {
        const colon = line.text.indexOf(':')
        if (colon > 0) draft.fields.set(line.text.slice(0, colon), line.text.slice(colon + 1))
      }
    }
    yield pages
  }
  if (draft) yield [wrong('cut-off', draft.from, last)]
}

/** `at` is in epoch seconds; the caller converts it to seconds since the start. */
function wrong(what: Fault['what'], { offset, number }: Line, last: Page | undefined): Fault {
  const fault = { ...makeFault(what, { offset }), line: number }
  return last ? { ...fault, at: last.start + last.count / last.rate } : fault
}

function makePage({ fields }: Draft, digits: string): Page | undefined {
  const field = (name: string) => fields.get(name) ?? ''
  const start = readTime(field('Page Time'))
  // Where the computer has decimal commas, the file has them, too.
  const number = (name: string) => Number.parseFloat(field(name).replace(',', '.'))
  const rate = number('Measurement Frequency')
  const sequence = Number(fields.get('Sequence Number'))
  if (start === null || !isBelievableRate(rate) || !Number.isSafeInteger(sequence)) return undefined
  return {
    sequence,
    start,
    rate,
    count: Math.floor(digits.length / digitsPerSample),
    digits,
    temperature: number('Temperature'),
    battery: number('Battery voltage'),
  }
}

/** "2012-05-23 16:47:50:500" in the recorder's local time, as epoch seconds as if it were UTC. */
function readTime(text: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d):(\d{3})$/.exec(text.trim())
  if (!parts) return null
  const [year, month, day, hours, minutes, seconds, milliseconds] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || month < 1 || month > 12) return null
  return Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds) / 1000
}

export type Line = {
  readonly text: string
  /** In bytes from the start of the file. */
  readonly offset: number
  /** Counted from 1. */
  readonly number: number
}

/** A line of samples has 3600 characters. Longer lines are divided there. */
const longestLine = 16_384

/** The lines of an ASCII text, chunk by chunk, without line ends and surrounding spaces. */
export async function* readLines(source: Source, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  let offset = 0
  let number = 1
  for (let at = 0; at < source.size; ) {
    const bytes = await source.read(at, limits.chunkBytes, signal)
    if (bytes.length === 0) break
    at += bytes.length
    const text = rest + decoder.decode(bytes)
    const lines: Line[] = []
    let from = 0
    for (;;) {
      const end = text.indexOf('\n', from)
      if (end < 0) break
      lines.push({ text: text.slice(from, Math.min(end, from + longestLine)).trim(), offset: offset + from, number })
      number++
      from = end + 1
    }
    offset += from
    rest = text.slice(from)
    if (rest.length > limits.chunkBytes) {
      lines.push({ text: rest.slice(0, longestLine), offset, number })
      offset += rest.length
      rest = ''
    }
    yield lines
  }
  yield [{ text: rest.slice(0, longestLine).trim(), offset, number }]
}

/** Acceleration in g, light in lux, and the button as 0 or 1. */
export function decodePages(
  { parts, samples }: Run<Page>,
  { axes, lux }: GeneactivHeader,
): Float32Array<ArrayBuffer>[] {
  const values = Array.from({ length: 5 }, () => new Float32Array(samples))
  let into = 0
  for (const { digits, count } of parts) {
    for (let index = 0; index < count; index++, into++) {
      const at = index * digitsPerSample
      for (const [axis, { gain, offset }] of axes.entries()) {
        const raw = (readTwelveBits(digits, at + 3 * axis) << 20) >> 20
        set(values[axis], into, (raw * 100 - offset) / gain)
      }
      const rest = readTwelveBits(digits, at + 9)
      set(values[3], into, (rest >> 2) * lux)
      set(values[4], into, (rest >> 1) & 1)
    }
  }
  return values
}

/** Three hexadecimal digits; parseInt is several times slower. */
function readTwelveBits(digits: string, at: number): number {
  return (readDigit(digits, at) << 8) | (readDigit(digits, at + 1) << 4) | readDigit(digits, at + 2)
}

function readDigit(digits: string, at: number): number {
  const code = digits.charCodeAt(at)
  // In ASCII, 0 to 9 come first, then A to F, then a to f, which differ by one bit.
  return code < 0x3a ? code - 0x30 : (code & 0x5f) - 0x37
}

function set(values: Float32Array | undefined, at: number, value: number): void {
  if (values) values[at] = value
}
