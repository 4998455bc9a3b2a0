import type { Format, OpenOptions, Recording, Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { formats } from './formats.ts'

/** The number of bytes used to recognise a format. */
const headLength = 4096

/** Opens a file in the format recognised from its bytes. Throws `UnreadableRecording`, or an error of the source. */
export async function openRecording(source: Source, filename: string, options: OpenOptions = {}): Promise<Recording> {
  const format = await findFormat(source, filename, options.signal)
  if (!format) throw new UnreadableRecording('unknown-format', { offset: 0 })
  return format.open(source, { filename, ...options })
}

/** Returns undefined if the file has none of the formats. */
async function findFormat(source: Source, filename: string, signal?: AbortSignal): Promise<Format | undefined> {
  if (source.size === 0) throw new UnreadableRecording('empty', { offset: 0 })
  const head = await source.read(0, Math.min(headLength, source.size), signal)
  if (head.length === 0) throw new UnreadableRecording('empty', { offset: 0 })
  return formats.find((format) => format.sniff(head, source, filename))
}
