import { UnreadableRecording } from '../../unreadable-recording.ts'
import { type Cursor, expectMark, type Hdf5File, nowhere, readAt, take, takeAddress } from '../bytes/hdf5-file.ts'

/** Where a chunk is; `bytes` and `skipped` are those of a filtered one. */
export type StoredChunk = { readonly address: number; readonly bytes: number; readonly skipped: number }

/** Sizes that the header of an array says. Numbers of elements are powers of two. */
type Head = {
  readonly elementBytes: number
  readonly isFiltered: boolean
  /** Bytes of the place of a block in the array. */
  readonly placeBytes: number
  readonly inIndex: number
  readonly leastElements: number
  readonly leastBlocks: number
  readonly pageElements: number
}

/**
 * The chunks of a dataset that may grow along its first dimension, in their order (section VII.D of the specification).
 * Undefined: nobody wrote it. `whole`: bytes of a chunk without filters.
 */
export async function readExtensibleArray(
  file: Hdf5File,
  address: number,
  count: number,
  whole: number,
): Promise<(StoredChunk | undefined)[]> {
  const cursor = await readAt(file, address, 12 + 6 * file.lengthBytes + file.offsetBytes)
  expectMark(cursor, 'EAHD')
  cursor.at++
  const isFiltered = take(cursor, 1) === 1
  const [elementBytes, mostBits, inIndex, leastElements, leastBlocks, pageBits] = Array.from({ length: 6 }, () =>
    take(cursor, 1),
  ) as [number, number, number, number, number, number]
  cursor.at += 6 * file.lengthBytes
  const index = takeAddress(file, cursor)
  const placeBytes = Math.ceil(mostBits / 8)
  const head: Head = {
    elementBytes,
    isFiltered,
    placeBytes,
    inIndex,
    leastElements,
    leastBlocks,
    pageElements: 2 ** pageBits,
  }
  if (index === nowhere) return []
  if (leastElements < 1 || leastBlocks < 1 || pageBits > 30)
    throw new UnreadableRecording('wrong-header', { detail: 'EAHD' })
  const chunks: (StoredChunk | undefined)[] = []
  for await (const elements of readIndex(file, index, head, mostBits)) {
    for (let at = 0; at < elements.count && chunks.length < count; at++) {
      chunks.push(elements.cursor ? takeChunk(file, elements.cursor, head, whole) : undefined)
    }
    if (chunks.length >= count) break
  }
  return chunks
}

/** Elements one after the other. Without a cursor, nobody wrote them. */
type Elements = { readonly count: number; readonly cursor: Cursor | undefined }

async function* readIndex(file: Hdf5File, address: number, head: Head, mostBits: number): AsyncGenerator<Elements> {
  const { inIndex, leastElements, leastBlocks } = head
  const levels = 1 + mostBits - Math.log2(leastElements)
  // So many levels have their blocks in the index itself, the others in blocks of addresses.
  const direct = 2 * Math.log2(leastBlocks)
  const directBlocks = 2 * (leastBlocks - 1)
  const addresses = directBlocks + Math.max(0, levels - direct)
  const bytes = 6 + file.offsetBytes + inIndex * head.elementBytes + addresses * file.offsetBytes
  const cursor = await readAt(file, address, bytes)
  expectMark(cursor, 'EAIB')
  cursor.at = 6 + file.offsetBytes
  const own = { ...cursor }
  cursor.at += inIndex * head.elementBytes
  yield { count: inIndex, cursor: own }
  for (let level = 0; level < levels; level++) {
    const blocks = 2 ** Math.floor(level / 2)
    const elements = leastElements * 2 ** Math.ceil(level / 2)
    if (level < direct) {
      for (let block = 0; block < blocks; block++)
        yield* readBlock(file, takeAddress(file, cursor), elements, head, undefined)
    } else yield* readAddresses(file, takeAddress(file, cursor), blocks, elements, head)
  }
}

async function* readAddresses(
  file: Hdf5File,
  address: number,
  blocks: number,
  elements: number,
  head: Head,
): AsyncGenerator<Elements> {
  if (address === nowhere) {
    yield { count: blocks * elements, cursor: undefined }
    return
  }
  const pages = elements > head.pageElements ? elements / head.pageElements : 0
  const mapBytes = Math.ceil(pages / 8)
  const before = 6 + file.offsetBytes + head.placeBytes
  const cursor = await readAt(file, address, before + blocks * (mapBytes + file.offsetBytes))
  expectMark(cursor, 'EASB')
  cursor.at = before
  const maps = Array.from({ length: blocks }, () => Array.from({ length: mapBytes }, () => take(cursor, 1)))
  for (const map of maps) yield* readBlock(file, takeAddress(file, cursor), elements, head, map)
}

/** A block of elements, in pages if it is long. `map`: the pages that were written, the first in the highest bit. */
async function* readBlock(
  file: Hdf5File,
  address: number,
  elements: number,
  head: Head,
  map: readonly number[] | undefined,
): AsyncGenerator<Elements> {
  if (address === nowhere) {
    yield { count: elements, cursor: undefined }
    return
  }
  const before = 6 + file.offsetBytes + head.placeBytes
  if (elements <= head.pageElements) {
    const cursor = await readAt(file, address, before + elements * head.elementBytes)
    expectMark(cursor, 'EADB')
    cursor.at = before
    yield { count: elements, cursor }
    return
  }
  // The block and each page end with a checksum.
  const pageBytes = head.pageElements * head.elementBytes + 4
  for (let page = 0; page < elements / head.pageElements; page++) {
    const isWritten = map === undefined || (((map[page >> 3] ?? 0) >> (7 - (page & 7))) & 1) === 1
    const cursor = isWritten ? await readAt(file, address + before + 4 + page * pageBytes, pageBytes) : undefined
    yield { count: head.pageElements, cursor }
  }
}

function takeChunk(file: Hdf5File, cursor: Cursor, head: Head, whole: number): StoredChunk | undefined {
  const address = takeAddress(file, cursor)
  const sizeBytes = head.elementBytes - file.offsetBytes - 4
  const [bytes, skipped] = head.isFiltered ? [take(cursor, sizeBytes), take(cursor, 4)] : [whole, 0]
  return address === nowhere ? undefined : { address, bytes, skipped }
}
