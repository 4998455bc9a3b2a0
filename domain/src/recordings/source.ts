import type { Source } from './recording.ts'
import { UnreadableRecording } from './unreadable-recording.ts'

/** A file that is completely in memory. */
export function memorySource(bytes: Uint8Array<ArrayBuffer>): Source {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

/** Reads the bytes of a header. Throws a cut-off if the file is shorter. */
export async function readExactly(
  source: Source,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (offset + length > source.size) throw new UnreadableRecording('cut-off', { offset: source.size })
  const bytes = await source.read(offset, length, signal)
  if (bytes.length < length) throw new UnreadableRecording('cut-off', { offset: offset + bytes.length })
  return bytes
}
