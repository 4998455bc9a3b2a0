import { UnreadableRecording } from '../unreadable-recording.ts'
import { InflateError, inflate } from '../zip/inflate.ts'
import { take } from './hdf5-file.ts'
import type { Message } from './hdf5-messages.ts'

export type Filter = { readonly id: number; readonly values: readonly number[] }

const [deflate, shuffle, fletcher] = [1, 2, 3]

/** The filters of a chunk, in the order in which they were applied. */
export function readFilters({ data }: Message): Filter[] {
  const version = take(data, 1)
  const count = take(data, 1)
  if (version === 1) data.at += 6
  return Array.from({ length: count }, () => {
    const id = take(data, 2)
    const nameLength = version === 1 || id >= 256 ? take(data, 2) : 0
    data.at += 2
    const values = take(data, 2)
    data.at += version === 1 ? Math.ceil(nameLength / 8) * 8 : nameLength
    const filter = { id, values: Array.from({ length: values }, () => take(data, 4)) }
    if (version === 1 && values % 2 === 1) data.at += 4
    return filter
  })
}

export function whyNotReadable(filters: readonly Filter[]): string | undefined {
  const other = filters.find(({ id }) => id !== deflate && id !== shuffle && id !== fletcher)
  return other && `filter ${other.id}`
}

/**
 * Reverses the filters of a chunk. `skipped` are those that were not applied to it. `length` is the size of the chunk's
 * numbers.
 */
export async function undoFilters(
  bytes: Uint8Array<ArrayBuffer>,
  filters: readonly Filter[],
  skipped: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let data = bytes
  for (const [index, { id, values }] of [...filters.entries()].reverse()) {
    if ((skipped >>> index) & 1) continue
    if (id === deflate) data = await inflateChunk(data, length + 4, signal)
    else if (id === shuffle) data = unshuffle(data, values[0] ?? 1)
    // The checksum at the end is not verified, because the deflated data has its own.
    else if (id === fletcher) data = data.subarray(0, Math.max(0, data.length - 4))
  }
  return data
}

async function inflateChunk(bytes: Uint8Array<ArrayBuffer>, most: number, signal?: AbortSignal) {
  const data = new Uint8Array(most)
  let held = 0
  const chunks = (async function* () {
    yield bytes
  })()
  try {
    for await (const part of inflate(chunks, 'deflate', signal)) {
      if (held + part.length > most) throw new InflateError('more than the chunk')
      data.set(part, held)
      held += part.length
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    throw new UnreadableRecording('wrong-header', { detail: error.message })
  }
  return data.subarray(0, held)
}

/** All first bytes of the numbers, then all second ones, and so on. */
function unshuffle(bytes: Uint8Array<ArrayBuffer>, width: number): Uint8Array<ArrayBuffer> {
  if (width <= 1 || width > bytes.length) return bytes
  const count = Math.floor(bytes.length / width)
  const data = bytes.slice()
  for (let byte = 0; byte < width; byte++) {
    for (let index = 0; index < count; index++) data[index * width + byte] = bytes[byte * count + index] ?? 0
  }
  return data
}
