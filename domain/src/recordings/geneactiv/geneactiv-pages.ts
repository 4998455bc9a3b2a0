import type { TimedPart } from '../even-runs.ts'
import { makeFault } from '../fault.ts'
import { isBelievableRate } from '../limits.ts'
import type { Fault, Source } from '../recording.ts'
import { type Line, readLines } from './geneactiv-lines.ts'

/** A page of samples. */
export type Page = TimedPart & {
  /** Twelve hexadecimal digits per sample. */
  readonly digits: string
  /** °C */
  readonly temperature: number
  /** V */
  readonly battery: number
}

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
  const start = readTime(fields.get('Page Time') ?? '')
  const rate = Number.parseFloat(fields.get('Measurement Frequency') ?? '')
  const sequence = Number(fields.get('Sequence Number'))
  if (start === null || !isBelievableRate(rate) || !Number.isSafeInteger(sequence)) return undefined
  return {
    sequence,
    start,
    rate,
    count: Math.floor(digits.length / digitsPerSample),
    digits,
    temperature: Number.parseFloat(fields.get('Temperature') ?? ''),
    battery: Number.parseFloat(fields.get('Battery voltage') ?? ''),
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
