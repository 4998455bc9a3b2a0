import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'

export type Line = {
  readonly text: string
  /** In bytes from the start of the file. */
  readonly offset: number
  /** Counted from 1. */
  readonly number: number
}

/** A line of samples has 3600 characters. Longer lines are divided there. */
const longestLine = 16_384

/** The lines of an ASCII text, chunk by chunk, without line ends and surrounding spaces. */
export async function* readLines(source: Source, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  let offset = 0
  let number = 1
  for (let at = 0; at < source.size; ) {
    const bytes = await source.read(at, limits.chunkBytes, signal)
    if (bytes.length === 0) break
    at += bytes.length
    const text = rest + decoder.decode(bytes)
    const lines: Line[] = []
    let from = 0
    for (;;) {
      const end = text.indexOf('\n', from)
      if (end < 0) break
      lines.push({ text: text.slice(from, Math.min(end, from + longestLine)).trim(), offset: offset + from, number })
      number++
      from = end + 1
    }
    offset += from
    rest = text.slice(from)
    if (rest.length > limits.chunkBytes) {
      lines.push({ text: rest.slice(0, longestLine), offset, number })
      offset += rest.length
      rest = ''
    }
    yield lines
  }
  yield [{ text: rest.slice(0, longestLine).trim(), offset, number }]
}
