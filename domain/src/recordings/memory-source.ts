import type { Source } from './recording.ts'

/** A file that is completely in memory. */
export function memorySource(bytes: Uint8Array<ArrayBuffer>): Source {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}
