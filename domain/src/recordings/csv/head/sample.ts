import type { Source } from '../../recording.ts'
import { UnreadableRecording } from '../../unreadable-recording.ts'
import { detectEncoding, type Encoded, isGzip, isUtf32, looksLikeText } from '../bytes/encoding.ts'
import { type End, type TextFile, textChunks } from '../bytes/text-chunks.ts'

export type Sample = {
  readonly file: Required<TextFile> & { readonly encoded: Encoded }
  /** The complete lines of the first bytes. */
  readonly lines: readonly string[]
  /** Whether these are all lines of the file. */
  readonly isWhole: boolean
  /** Complete lines from the middle and the end, if the file can be read there. */
  readonly middle: readonly string[]
  readonly tail: readonly string[]
  /** The number of lines, estimated from the length of the first if these are not all. */
  readonly totalLines: number
}

/** Bytes used to recognise the layout: at the start, and in the middle and at the end. */
const headBytes = 1 << 18
const spotBytes = 1 << 16
/** Bytes used to decide whether it is text at all. */
const examinedBytes = 4096

export async function readSample(source: Source, signal?: AbortSignal): Promise<Sample> {
  const gzip = isGzip(await source.read(0, Math.min(4, source.size), signal))
  const start = await readStart(source, { gzip, encoded: null }, signal)
  // Anything may be inside gzip.
  if (gzip && !looksLikeText(start.bytes.subarray(0, examinedBytes)))
    throw new UnreadableRecording('unknown-format', { offset: 0, detail: 'gzip' })
  if (isUtf32(start.bytes.subarray(0, examinedBytes)))
    throw new UnreadableRecording('unsupported', { offset: 0, detail: 'UTF-32' })
  const encoded = detectEncoding(start.bytes)
  // Some recorders make the file longer before they write to it.
  const text = new TextDecoder(encoded.encoding).decode(start.bytes).replace(/\0+$/, '')
  const lineEnd = text.includes('\r') && !text.includes('\n') ? '\r' : '\n'
  const file: Sample['file'] = { gzip, encoded, lineEnd }
  const lines = text.split(lineEnd).map(withoutReturn)
  // The last piece is not a complete line, unless the file ends without a line feed.
  if (!start.isWhole || lines.at(-1) === '') lines.pop()
  const isSpotted = !gzip && !start.isWhole && !encoded.encoding.startsWith('utf-16')
  const spot = (offset: number) => readSpot(source, offset, file, signal)
  const middle = isSpotted ? await spot(Math.floor(source.size / 2)) : []
  const tail = isSpotted ? await spot(source.size - spotBytes) : []
  const totalLines = start.isWhole ? lines.length : lines.length * (source.size / start.bytes.length)
  return { file, lines, isWhole: start.isWhole, middle, tail, totalLines }
}

/** The same sample with the last lines of a file that can't be read at its end: all of it is read. */
export async function withTail(source: Source, sample: Sample, signal?: AbortSignal): Promise<Sample> {
  const kept: Uint8Array[] = []
  let length = 0
  let total = 0
  for await (const chunk of textChunks(source, sample.file, { reason: 'end' } satisfies End, { signal })) {
    kept.push(chunk.slice())
    length += chunk.length
    total += chunk.length
    while (length - (kept[0]?.length ?? 0) >= spotBytes) length -= kept.shift()?.length ?? 0
  }
  const { encoded, lineEnd } = sample.file
  const decoder = new TextDecoder(encoded.encoding.startsWith('utf-16') ? 'utf-8' : encoded.encoding)
  const text = kept.map((chunk) => decoder.decode(chunk, { stream: true })).join('')
  const headLength = sample.lines.reduce((sum, line) => sum + line.length + 1, 0)
  return {
    ...sample,
    tail: text.split(lineEnd).slice(1, -1).map(withoutReturn),
    totalLines: sample.lines.length * (total / Math.max(1, headLength)),
  }
}

async function readStart(source: Source, file: TextFile, signal?: AbortSignal) {
  const bytes = new Uint8Array(headBytes)
  let length = 0
  for await (const chunk of textChunks(source, file, { reason: 'end' } satisfies End, { signal })) {
    const part = chunk.subarray(0, headBytes - length)
    bytes.set(part, length)
    length += part.length
    if (length === headBytes) return { bytes, isWhole: !file.gzip && length === source.size }
  }
  return { bytes: bytes.subarray(0, length), isWhole: true }
}

async function readSpot(
  source: Source,
  offset: number,
  { encoded, lineEnd }: Sample['file'],
  signal?: AbortSignal,
): Promise<string[]> {
  const bytes = await source.read(offset, spotBytes, signal)
  const lines = new TextDecoder(encoded.encoding).decode(bytes).split(lineEnd).slice(1)
  // As at the start: only the end of the file makes the last piece a complete line.
  if (offset + spotBytes < source.size || lines.at(-1) === '') lines.pop()
  return lines.map(withoutReturn)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
