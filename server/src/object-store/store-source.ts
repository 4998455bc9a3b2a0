import type { Source } from '@casebook/domain/recordings/recording.ts'
import type { ObjectStore } from './object-store.ts'

/** Bytes fetched at once, and how many such pieces are kept. */
const pieceLength = 4 * 1024 * 1024
const mostPieces = 4

/** A file in the object store, read in pieces as they are needed. */
export function storeSource(store: ObjectStore, objectName: string, size: number): Source {
  const pieces = new Map<number, Promise<Uint8Array>>()

  function pieceAt(index: number): Promise<Uint8Array> {
    const known = pieces.get(index)
    // The one used last is dropped last.
    pieces.delete(index)
    const start = index * pieceLength
    const piece = known ?? fetchRange(store, objectName, start, Math.min(size, start + pieceLength) - 1)
    pieces.set(index, piece)
    for (const [oldest] of pieces) {
      if (pieces.size <= mostPieces) break
      pieces.delete(oldest)
    }
    return piece
  }

  return {
    size,
    async read(offset, length, signal) {
      signal?.throwIfAborted()
      const end = Math.min(size, offset + length)
      const bytes = new Uint8Array(Math.max(0, end - offset))
      for (let at = offset; at < end; ) {
        const index = Math.floor(at / pieceLength)
        const piece = await pieceAt(index)
        const part = piece.subarray(at - index * pieceLength, Math.min(piece.length, end - index * pieceLength))
        if (part.length === 0) return bytes.subarray(0, at - offset)
        bytes.set(part, at - offset)
        at += part.length
      }
      return bytes
    },
  }
}

async function fetchRange(store: ObjectStore, objectName: string, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start + 1)
  let filled = 0
  for await (const chunk of await store.read(objectName, { start, end })) {
    const part: Uint8Array = chunk
    bytes.set(part.subarray(0, bytes.length - filled), filled)
    filled += part.length
  }
  return bytes.subarray(0, filled)
}
