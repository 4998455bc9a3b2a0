import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { InflateError } from '../zip/inflate.ts'

/** `damage`: where what is packed is damaged or ends too early, so that nothing behind it could be unpacked. */
export type HeldSource = Source & { readonly damage?: InflateError }

const pageBytes = 1 << 20

/**
 * What is unpacked, in memory, or as much of it as is not damaged. Throws if it is more than fits there. It is kept in pages
 * as it arrives: one array of it would take its size a second time.
 */
export async function holdUnpacked(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  most: number = limits.unpackedBytes,
): Promise<HeldSource> {
  const pages: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let damage: InflateError | undefined
  try {
    for await (const chunk of chunks) {
      if (size + chunk.length > most)
        throw new UnreadableRecording('unsupported', {
          detail: `more than ${Math.floor(most / 2 ** 20)} MB when unpacked`,
        })
      for (let rest = chunk; rest.length > 0; ) {
        const place = size % pageBytes
        if (place === 0) pages.push(new Uint8Array(pageBytes))
        const part = rest.subarray(0, pageBytes - place)
        pages.at(-1)?.set(part, place)
        size += part.length
        rest = rest.subarray(part.length)
      }
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    damage = error
  }
  return {
    ...(damage && { damage }),
    size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      for (let at = 0; at < bytes.length; ) {
        const from = offset + at
        const page = pages[Math.floor(from / pageBytes)]?.subarray(from % pageBytes) ?? new Uint8Array(0)
        const part = page.subarray(0, bytes.length - at)
        bytes.set(part, at)
        at += part.length
      }
      return bytes
    },
  }
}
