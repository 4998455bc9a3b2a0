import { divideIntoRuns, type Run } from '../even-runs.ts'
import { makeBreathe } from '../limits.ts'
import {
  type Block,
  type BlocksOptions,
  type Channel,
  countFaults,
  type Fault,
  type OpenOptions,
  type Recording,
  type Source,
} from '../recording.ts'
import { memorySource } from '../source.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { type GeneactivHeader, readGeneactivHeader } from './geneactiv-header.ts'
import { decodePages, type Page, readPages } from './geneactiv-pages.ts'

export async function openGeneactiv(source: Source, { signal }: OpenOptions = {}): Promise<Recording> {
  const header = await readGeneactivHeader(source, signal)
  const first = await findFirst(source, signal)
  if (!first) throw new UnreadableRecording('no-data', { offset: source.size, detail: 'Recorded Data' })
  const minutes = header.utcOffset
  return {
    description: {
      format: 'GENEActiv',
      recognised: minutes === null ? [] : [{ code: 'utc-offset', params: { minutes } }],
      start: first.start,
      clock: 'local',
      duration: await findDuration(source, first, signal),
      channels: describeChannels(first, header.range),
      samples: null,
      device: 'GENEActiv',
      ...(header.serialnumber === null ? {} : { serialnumber: header.serialnumber }),
    },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks: (options) => countFaults(readBlocks(source, header, first.start, options)),
  }
}

async function findFirst(source: Source, signal?: AbortSignal): Promise<Page | undefined> {
  for await (const items of readPages(source, signal)) {
    const page = items.find((item) => 'digits' in item)
    if (page) return page
  }
  return undefined
}

/** Bytes that contain the last complete page. */
const tailBytes = 16_384

async function findDuration(source: Source, first: Page, signal?: AbortSignal): Promise<number | null> {
  const tail = memorySource(await source.read(Math.max(0, source.size - tailBytes), tailBytes, signal))
  let last: Page | undefined
  for await (const items of readPages(tail, signal)) last = items.findLast((item) => 'digits' in item) ?? last
  const end = last ? last.start - first.start + last.count / last.rate : 0
  return end > 0 ? end : null
}

function describeChannels({ rate, count }: Page, range: GeneactivHeader['range']): Channel[] {
  const slow = rate / count
  return [
    ...['X', 'Y', 'Z'].map(
      (axis) =>
        ({ name: `Accelerometer ${axis}`, unit: 'g', kind: 'acceleration', rate, ...(range && { range }) }) as const,
    ),
    { name: 'Light', unit: 'lux', kind: 'light', rate },
    { name: 'Button', unit: null, kind: 'other', rate },
    { name: 'Temperature', unit: '°C', kind: 'temperature', rate: slow },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: slow },
  ]
}

async function* readBlocks(
  source: Source,
  header: GeneactivHeader,
  start: number,
  { signal, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  const breathe = makeBreathe(signal)
  let before: Page | undefined
  for await (const items of readPages(source, signal)) {
    for (const part of divideAtFaults(items)) {
      if ('what' in part) {
        yield { ...part, at: part.at === null ? 0 : part.at - start }
        continue
      }
      for (const run of divideIntoRuns(part, before, (a, b) => a.count === b.count)) {
        const at = (run.parts[0]?.start ?? start) - start
        if (at > to) return
        if (at + run.samples * run.step >= from) yield* readRun(run, header, at)
      }
      before = part.at(-1) ?? before
    }
    await breathe()
  }
}

/** Whole pages, of which there may be none, and the faults between them. */
function* divideAtFaults(items: readonly (Page | Fault)[]): Generator<Page[] | Fault> {
  let pages: Page[] = []
  for (const item of items) {
    if ('digits' in item) {
      pages.push(item)
      continue
    }
    yield pages
    pages = []
    yield item
  }
  yield pages
}

function* readRun(run: Run<Page>, header: GeneactivHeader, at: number): Generator<Block> {
  const { parts, samples, step, continues } = run
  const sampled = decodePages(run, header)
  for (const [channel, values] of sampled.entries()) yield { channel, at, step, continues, values }
  const slow = { at, step: (step * samples) / parts.length, continues }
  yield { channel: 5, ...slow, values: Float32Array.from(parts, ({ temperature }) => temperature) }
  yield { channel: 6, ...slow, values: Float32Array.from(parts, ({ battery }) => battery) }
}
