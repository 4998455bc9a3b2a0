import { limits } from '../../limits.ts'
import type { Source } from '../../recording.ts'

/** Bytes read before and after a range to find where its first and its last line begin and end. */
const around = 1 << 16

/**
 * The same table with its lines of data from the last to the first. `header`: the bytes above the data, which stay where
 * they are. The last line gets a line end if it has none. Reads a little more than it is asked for.
 */
export async function reversedSource(
  source: Source,
  { header, lineEnd }: { header: number; lineEnd: '\n' | '\r' },
  signal?: AbortSignal,
): Promise<Source> {
  const end = lineEnd.charCodeAt(0)
  const [last] = await source.read(Math.max(0, source.size - 1), 1, signal)
  const size = source.size + (last === end ? 0 : 1)

  /** Bytes of the file itself, with the line end that it lacks. */
  async function original(from: number, to: number, reading?: AbortSignal): Promise<Uint8Array> {
    const bytes = await source.read(from, Math.min(to, source.size) - from, reading)
    if (to <= source.size) return bytes
    const ended = new Uint8Array(bytes.length + 1).fill(end)
    ended.set(bytes)
    return ended
  }

  /** Whole lines that contain the bytes from `from` to `to`, and where they begin. */
  async function linesAround(from: number, to: number, reading?: AbortSignal) {
    for (let more = around; ; more *= 4) {
      const begin = Math.max(header, from - more)
      const bytes = await original(begin, Math.min(size, to + more), reading)
      const start = begin === header ? 0 : bytes.lastIndexOf(end, from - begin - 1) + 1
      const stop = bytes.indexOf(end, to - begin - 1) + 1
      const isFound = (start > 0 || begin === header) && stop > 0
      // A line that is too long is none wherever it is cut.
      if (isFound || more > limits.lineBytes)
        return { bytes: bytes.subarray(start > from - begin ? 0 : start, stop || bytes.length), begin: begin + start }
    }
  }

  async function data(from: number, to: number, reading?: AbortSignal): Promise<Uint8Array> {
    const [first, last] = [size - (to - header), size - (from - header)]
    const { bytes, begin } = await linesAround(first, last, reading)
    const skipped = begin + bytes.length - last
    return reversed(bytes, end).subarray(skipped, skipped + to - from)
  }

  return {
    size,
    async read(offset, length, reading) {
      const to = Math.min(size, offset + length)
      if (to <= offset) return new Uint8Array(0)
      const read = new Uint8Array(to - offset)
      if (offset < header) read.set(await source.read(offset, Math.min(to, header) - offset, reading))
      const from = Math.max(offset, header)
      if (to > from) read.set(await data(from, to, reading), from - offset)
      return read
    },
  }
}

/** Lines with their ends, from the last to the first. */
function reversed(bytes: Uint8Array, end: number): Uint8Array {
  const turned = new Uint8Array(bytes.length)
  let start = 0
  while (start < bytes.length) {
    const feed = bytes.indexOf(end, start)
    const stop = feed < 0 ? bytes.length : feed + 1
    turned.set(bytes.subarray(start, stop), bytes.length - stop)
    start = stop
  }
  return turned
}
