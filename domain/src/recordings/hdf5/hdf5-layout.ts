import { UnreadableRecording } from '../unreadable-recording.ts'
import {
  type Cursor,
  expectMark,
  type Hdf5File,
  type Message,
  nowhere,
  readAt,
  take,
  takeAddress,
} from './bytes/hdf5-file.ts'
import { readExtensibleArray } from './chunks/extensible-array.ts'

export type Chunk = {
  readonly address: number
  readonly bytes: number
  /** Bits of the filters that were not applied. */
  readonly skipped: number
  /** The index of its first number, for each dimension. */
  readonly start: readonly number[]
}

export type Layout =
  | { readonly kind: 'compact'; readonly data: Cursor }
  | { readonly kind: 'contiguous'; readonly address: number }
  | { readonly kind: 'chunked'; readonly chunk: readonly number[]; list(): Promise<Chunk[]> }
  | { readonly kind: 'unsupported'; readonly detail: string }

const mostChunks = 1_000_000
const mostNodes = 100_000

/**
 * Where the numbers of a dataset are stored. `shape` and the bytes of a number are the dataset's; `growing` is the only
 * dimension that may grow without end.
 */
export function readLayout(
  file: Hdf5File,
  { data }: Message,
  shape: readonly number[],
  width: number,
  growing?: number,
): Layout {
  const version = take(data, 1)
  if (version !== 3 && version !== 4) return { kind: 'unsupported', detail: `layout ${version}` }
  const kind = take(data, 1)
  if (kind === 0) {
    data.at += 2
    return { kind: 'compact', data }
  }
  if (kind === 1) return { kind: 'contiguous', address: takeAddress(file, data) }
  if (kind !== 2) return { kind: 'unsupported', detail: `layout ${version}.${kind}` }
  return version === 3 ? readTreeLayout(file, data, shape) : readIndexLayout(file, data, shape, width, growing)
}

function readTreeLayout(file: Hdf5File, data: Cursor, shape: readonly number[]): Layout {
  const rank = take(data, 1) - 1
  const tree = takeAddress(file, data)
  const chunk = Array.from({ length: rank }, () => take(data, 4))
  if (!isChunk(chunk, shape)) return { kind: 'unsupported', detail: 'chunk' }
  return { kind: 'chunked', chunk, list: async () => (tree === nowhere ? [] : readTree(file, tree, rank)) }
}

async function readTree(file: Hdf5File, tree: number, rank: number): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  const keyBytes = 8 + 8 * (rank + 1)
  const seen = new Set<number>()
  const nodes = [tree]
  for (let address = nodes.shift(); address !== undefined && chunks.length < mostChunks; address = nodes.shift()) {
    if (seen.has(address)) continue
    if (seen.size > mostNodes) throw new UnreadableRecording('unsupported', { detail: `${mostNodes} nodes of chunks` })
    seen.add(address)
    const head = await readAt(file, address, 8)
    expectMark(head, 'TREE')
    head.at++
    const level = take(head, 1)
    const used = take(head, 2)
    const body = await readAt(file, address + 8 + 2 * file.offsetBytes, used * (keyBytes + file.offsetBytes))
    for (let entry = 0; entry < used; entry++) {
      const bytes = take(body, 4)
      const skipped = take(body, 4)
      const start = Array.from({ length: rank }, () => take(body, 8))
      body.at += 8
      const child = takeAddress(file, body)
      if (level > 0) nodes.push(child)
      else if (child !== nowhere) chunks.push({ address: child, bytes, skipped, start })
    }
  }
  return chunks
}

const [singleChunk, implicit, fixedArray, extensibleArray] = [1, 2, 3, 4]

function readIndexLayout(
  file: Hdf5File,
  data: Cursor,
  shape: readonly number[],
  width: number,
  growing?: number,
): Layout {
  const flags = take(data, 1)
  const rank = take(data, 1) - 1
  const dimensionBytes = take(data, 1)
  const chunk = Array.from({ length: rank }, () => take(data, dimensionBytes))
  data.at += dimensionBytes
  const index = take(data, 1)
  if (!isChunk(chunk, shape)) return { kind: 'unsupported', detail: 'chunk' }
  const whole = chunk.reduce((product, each) => product * each, width)
  if (index === singleChunk) {
    const isFiltered = (flags & 2) !== 0
    const [bytes, skipped] = isFiltered ? [take(data, file.lengthBytes), take(data, 4)] : [whole, 0]
    const address = takeAddress(file, data)
    const start = shape.map(() => 0)
    return {
      kind: 'chunked',
      chunk,
      list: async () => (address === nowhere ? [] : [{ address, bytes, skipped, start }]),
    }
  }
  if (index === implicit) {
    const address = takeAddress(file, data)
    const list = async () =>
      place(shape, chunk).map((start, at) => ({ address: address + at * whole, bytes: whole, skipped: 0, start }))
    return { kind: 'chunked', chunk, list: address === nowhere ? async () => [] : list }
  }
  if (index === extensibleArray && growing === 0) {
    data.at += 5
    const address = takeAddress(file, data)
    const list = async () => readGrowing(file, address, place(shape, chunk), whole)
    return { kind: 'chunked', chunk, list: address === nowhere ? async () => [] : list }
  }
  if (index !== fixedArray) return { kind: 'unsupported', detail: `chunk index ${index}` }
  data.at++
  const address = takeAddress(file, data)
  return {
    kind: 'chunked',
    chunk,
    list: async () => (address === nowhere ? [] : readFixedArray(file, address, place(shape, chunk), whole)),
  }
}

async function readGrowing(
  file: Hdf5File,
  address: number,
  starts: readonly number[][],
  whole: number,
): Promise<Chunk[]> {
  const found = await readExtensibleArray(file, address, starts.length, whole)
  return starts.flatMap((start, index) => {
    const chunk = found[index]
    return chunk ? [{ ...chunk, start }] : []
  })
}

async function readFixedArray(
  file: Hdf5File,
  address: number,
  starts: readonly number[][],
  whole: number,
): Promise<Chunk[]> {
  const head = await readAt(file, address, 8 + file.lengthBytes + file.offsetBytes)
  expectMark(head, 'FAHD')
  head.at++
  const isFiltered = take(head, 1) === 1
  const entryBytes = take(head, 1)
  const pageBits = take(head, 1)
  const entries = take(head, file.lengthBytes)
  const blockAddress = takeAddress(file, head)
  if (blockAddress === nowhere) return []
  const sizeBytes = entryBytes - file.offsetBytes - 4
  const takeEntries = (from: Cursor, first: number, count: number) =>
    starts.slice(first, first + count).flatMap((start) => {
      const chunk = takeAddress(file, from)
      const [bytes, skipped] = isFiltered ? [take(from, sizeBytes), take(from, 4)] : [whole, 0]
      return chunk === nowhere ? [] : [{ address: chunk, bytes, skipped, start }]
    })
  const before = 6 + file.offsetBytes
  const pageEntries = 2 ** pageBits
  if (entries <= pageEntries) {
    const body = await readAt(file, blockAddress, before + entries * entryBytes)
    expectMark(body, 'FADB')
    body.at = before
    return takeEntries(body, 0, entries)
  }
  // Pages that were written have a bit, the first the highest. The map and each page end with a checksum.
  const mapBytes = Math.ceil(Math.ceil(entries / pageEntries) / 8)
  const map = await readAt(file, blockAddress, before + mapBytes)
  expectMark(map, 'FADB')
  const chunks: Chunk[] = []
  for (let page = 0; page * pageEntries < Math.min(entries, starts.length); page++) {
    map.at = before + (page >> 3)
    if (((take(map, 1) >> (7 - (page & 7))) & 1) === 0) continue
    const count = Math.min(pageEntries, entries - page * pageEntries)
    const from = blockAddress + before + mapBytes + 4 + page * (pageEntries * entryBytes + 4)
    chunks.push(...takeEntries(await readAt(file, from, count * entryBytes), page * pageEntries, count))
  }
  return chunks
}

/** The origin of each chunk, the last dimension first. */
function place(shape: readonly number[], chunk: readonly number[]): number[][] {
  let starts: number[][] = [[]]
  for (const [dimension, size] of shape.entries()) {
    const width = chunk[dimension] ?? 1
    const count = Math.ceil(size / width)
    if (starts.length * count > mostChunks) throw new UnreadableRecording('unsupported', { detail: `${count} chunks` })
    starts = starts.flatMap((start) => Array.from({ length: count }, (_, index) => [...start, index * width]))
  }
  return starts
}

function isChunk(chunk: readonly number[], shape: readonly number[]): boolean {
  return chunk.length === shape.length && chunk.every((each) => each >= 1)
}
