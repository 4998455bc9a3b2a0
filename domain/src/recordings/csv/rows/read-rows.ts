import { limits } from '../../limits.ts'
import { type Block, type BlocksOptions, endOf, type Fault, isFault, type Source } from '../../recording.ts'
import { type End, type TextFile, textChunks } from '../bytes/text-chunks.ts'
import type { Checkpoint, Plan } from './plan.ts'
import { RowParser } from './row-parser.ts'

type RowsOptions = BlocksOptions & {
  /** Where to start. If omitted, at the beginning. */
  readonly checkpoint?: Checkpoint | undefined
  /** Called with every position at which reading can start later. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void
  /** Called with the parser after the file was read to its end. */
  readonly onEnd?: (parser: RowParser) => void
}

const bytesOf = { '\n': 10, '\r': 13 } as const

/** Reads lines chunk by chunk and yields the contents after each chunk. */
export async function* readRows(
  source: Source,
  file: TextFile,
  plan: Plan,
  { signal, from, to, checkpoint, onCheckpoint, onEnd }: RowsOptions,
): AsyncGenerator<Block | Fault> {
  const parser = new RowParser(plan, checkpoint)
  const lineEnd = bytesOf[file.lineEnd ?? '\n']
  const end: End = { reason: 'end' }
  const isWanted = (item: Block | Fault) => isFault(item) || from === undefined || endOf(item) >= from
  let offset = checkpoint?.offset ?? file.encoded?.mark ?? 0
  let rest = new Uint8Array(0)
  let isSkipping = false
  for await (const chunk of textChunks(source, file, end, { offset: checkpoint?.offset ?? 0, signal })) {
    const bytes = rest.length > 0 ? joined(rest, chunk) : chunk
    let start = 0
    for (let feed = bytes.indexOf(lineEnd); feed >= 0; feed = bytes.indexOf(lineEnd, start)) {
      if (isSkipping) isSkipping = false
      else parser.readLine(bytes, start, feed, offset + start)
      start = feed + 1
    }
    offset += start
    rest = bytes.slice(start)
    if (isSkipping || rest.length > limits.lineBytes) {
      if (!isSkipping) parser.skipLine(rest, offset)
      isSkipping = true
      offset += rest.length
      rest = new Uint8Array(0)
    } else {
      const reached = parser.checkpoint(offset)
      if (reached) onCheckpoint?.(reached)
    }
    for (const item of parser.take()) if (isWanted(item)) yield item
    if (to !== undefined && parser.at > to) return
  }
  if (rest.length > 0) parser.readLine(rest, 0, rest.length, offset, true)
  if (end.reason === 'cut-off') parser.fault('cut-off', 'gzip')
  if (end.reason === 'limit') parser.fault('limit', `${limits.inflatedBytes}`)
  parser.finish()
  onEnd?.(parser)
  for (const item of parser.take()) if (isWanted(item)) yield item
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
