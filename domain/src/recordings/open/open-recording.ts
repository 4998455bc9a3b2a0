import { isGzip } from '../csv/bytes/encoding.ts'
import { countFaults, type Fault, type Format, type OpenOptions, type Recording, type Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { headerOf } from '../wfdb/record-files.ts'
import { csvFormat, formats, wfdbAnnotationsFormat, wfdbSamplesFormat } from './formats.ts'
import { unpack } from './unpack.ts'

/** The number of bytes used to recognise a format. */
const headLength = 4096

/** Opens a file in the format recognised from its bytes. Throws `UnreadableRecording`, or an error of the source. */
export async function openRecording(source: Source, filename: string, options: OpenOptions = {}): Promise<Recording> {
  const record = await partOfRecord(filename, options)
  if (record) return record.open(source, { filename, ...options })
  const head = await readHead(source, options.signal)
  const format = formatOf(head, source, filename)
  // A table in gzip is read as it is unpacked; anything else that is packed is unpacked first.
  const unpacked = !format || format === csvFormat ? await unpack(source, filename, head, options) : undefined
  if (unpacked) {
    const { companion, entries } = unpacked
    const first = await readHead(unpacked.source)
    // A binary recording in gzip may be in a ZIP.
    const again = isGzip(first) ? await unpack(unpacked.source, unpacked.filename, first, options) : undefined
    const damage = unpacked.damage ?? again?.damage
    const held = again?.source ?? unpacked.source
    const name = again?.filename ?? unpacked.filename
    const inside = known(formatOf(await readHead(held), held, name))
    const recording = await inside.open(held, {
      ...options,
      filename: name,
      ...(companion && { companion }),
    })
    return entries || damage ? packed(recording, { entries, damage }) : recording
  }
  return known(format).open(source, { filename, ...options })
}

function known(format: Format | undefined): Format {
  if (!format) throw new UnreadableRecording('unknown-format', { offset: 0 })
  return format
}

/** A recording of an archive with several, or of a damaged one. */
function packed(
  recording: Recording,
  { entries, damage }: { entries: readonly string[] | undefined; damage: Fault | undefined },
): Recording {
  const { description, layout, fingerprint } = recording
  return {
    description,
    layout,
    fingerprint,
    ...(entries && { entries }),
    annotations: (signal) => recording.annotations(signal),
    blocks: (options) => {
      const blocks = recording.blocks(options)
      return damage ? countFaults(after(damage, blocks)) : blocks
    },
  }
}

async function* after(damage: Fault, blocks: ReturnType<Recording['blocks']>) {
  yield damage
  yield* blocks
}

/** The samples of a WFDB record look like anything, text included: what counts is that their header is there. */
async function partOfRecord(filename: string, { companion }: OpenOptions): Promise<Format | undefined> {
  const format = /\.dat$/i.test(filename)
    ? wfdbSamplesFormat
    : /\.atr$/i.test(filename)
      ? wfdbAnnotationsFormat
      : undefined
  return format && (await companion?.(headerOf(filename))) ? format : undefined
}

async function readHead(source: Source, signal?: AbortSignal): Promise<Uint8Array> {
  if (source.size === 0) throw new UnreadableRecording('empty', { offset: 0 })
  const head = await source.read(0, Math.min(headLength, source.size), signal)
  if (head.length === 0) throw new UnreadableRecording('empty', { offset: 0 })
  return head
}

function formatOf(head: Uint8Array, source: Source, filename: string): Format | undefined {
  return formats.find((format) => format.sniff(head, source, filename))
}
