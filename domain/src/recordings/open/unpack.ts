import { isGzip } from '../csv/bytes/encoding.ts'
import { limits } from '../limits.ts'
import { plainText } from '../plain-text.ts'
import { type Fault, makeFault, type OpenOptions, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { mostEntries, UnreadableRecording } from '../unreadable-recording.ts'
import { inflate, startOf } from '../zip/inflate.ts'
import { isZip, listEntries, readEntry, readEntryStart, type ZipEntry } from '../zip/read-zip.ts'
import { csvFormat, formats } from './formats.ts'
import { type HeldSource, holdUnpacked } from './held-source.ts'

/** The recording inside a packed file, in memory, and what else is packed with it. */
export type Unpacked = {
  readonly source: Source
  readonly filename: string
  readonly companion?: NonNullable<OpenOptions['companion']>
  /** The recordings of the archive, by name, if it contains several. */
  readonly entries?: readonly string[]
  /** If not all of the recording could be unpacked. */
  readonly damage?: Fault
}

/** Bytes used to recognise the format of what is inside, and whether a text is a table. */
const headLength = 4096
const tableLength = 1 << 16
/** Entries. */
const lookedInto = 200

/**
 * Unpacks a binary recording from gzip, or a recording of a ZIP: the only one, or the one named by the layout. Returns
 * undefined for other files, and for tables in gzip, which are read without unpacking them first.
 */
export async function unpack(
  source: Source,
  filename: string,
  head: Uint8Array,
  { signal, layout }: OpenOptions,
): Promise<Unpacked | undefined> {
  if (isGzip(head)) return ungzip(source, filename, signal)
  return isZip(head) ? unzip(source, layout?.entry, signal) : undefined
}

/** Undefined for a table. `isStart`: of a file whose beginning alone is there. */
async function ungzip(
  source: Source,
  filename: string,
  signal?: AbortSignal,
  isStart = false,
): Promise<Unpacked | undefined> {
  const inside = filename.replace(/\.gz$/i, '')
  const start = await startOf(inflate(rangeOf(source, signal), 'gzip', signal), headLength)
  if (!isBinary(start, source, inside)) return undefined
  if (isStart) return { source, filename: inside }
  const held = await holdUnpacked(inflate(rangeOf(source, signal), 'gzip', signal))
  return { source: held, filename: inside, ...damageOf(held, 'gzip') }
}

async function unzip(source: Source, wanted: string | undefined, signal?: AbortSignal): Promise<Unpacked> {
  const listed = await listEntries(source, signal)
  const visible = listed.filter(({ name }) => !/(^|\/)(__MACOSX\/|\.)|\/$/.test(name)).slice(0, lookedInto)
  const entries = visible.filter(({ method }) => typeof method === 'string')
  const refused = visible.map(({ method }) => method).find((method) => typeof method === 'object')
  const recordings: ZipEntry[] = []
  for (const entry of entries) if (await isRecording(source, entry, entries, signal)) recordings.push(entry)
  if (recordings.length === 0 && refused)
    throw new UnreadableRecording('unsupported', { offset: 0, detail: refused.unsupported })
  const chosen = choose(recordings, wanted)
  const folder = chosen.name.slice(0, chosen.name.lastIndexOf('/') + 1)
  const open = (entry: ZipEntry) => holdUnpacked(readEntry(source, entry, signal))
  const held = await open(chosen)
  return {
    source: held,
    ...(refused && { damage: makeFault('not-supported', { detail: refused.unsupported }) }),
    ...damageOf(held, plainText(chosen.name)),
    filename: chosen.name.slice(chosen.name.lastIndexOf('/') + 1),
    companion: async (name) => {
      const beside = entries.find((entry) => entry.name === folder + name)
      const others = entries.filter((entry) => entry.name === name || entry.name.endsWith(`/${name}`))
      // Of several in other folders, none is known to belong to it.
      const found = beside ?? (others.length === 1 ? others[0] : undefined)
      return found && open(found)
    },
    ...(recordings.length > 1 && { entries: namesOf(recordings) }),
  }
}

function damageOf({ damage }: HeldSource, name: string): { damage?: Fault } {
  if (!damage) return {}
  const { offset, message, isWhole } = damage
  return {
    damage: makeFault(isWhole ? 'wrong-header' : 'cut-off', {
      ...(offset !== null && { offset }),
      detail: `${name}: ${message}`,
    }),
  }
}

function choose(recordings: readonly ZipEntry[], wanted: string | undefined): ZipEntry {
  const [only, another] = recordings
  if (!only) throw new UnreadableRecording('unknown-format', { offset: 0, detail: 'zip' })
  if (!another) return only
  const chosen = recordings.find(({ name }) => plainText(name) === wanted)
  if (chosen) return chosen
  const entries = namesOf(recordings)
  throw new UnreadableRecording('several-recordings', { offset: 0, detail: entries.join(', '), entries })
}

function namesOf(recordings: readonly ZipEntry[]): string[] {
  return [...new Set(recordings.map(({ name }) => plainText(name)))].slice(0, mostEntries)
}

/** Whether an entry is a recording of its own. The samples of a record belong to its header. */
async function isRecording(
  source: Source,
  entry: ZipEntry,
  entries: readonly ZipEntry[],
  signal?: AbortSignal,
): Promise<boolean> {
  const header = entry.name.replace(/\.dat$/i, '.hea')
  if (header !== entry.name && entries.some(({ name }) => name === header)) return false
  const start = await readEntryStart(source, entry, tableLength, signal)
  if (isBinary(start.subarray(0, headLength), source, entry.name)) return true
  if (isGzip(start) && (await ungzip(memorySource(start), entry.name, signal, true))) return true
  if (!csvFormat.sniff(start.subarray(0, headLength), source, entry.name)) return false
  try {
    await csvFormat.open(memorySource(start), { filename: entry.name })
    return true
  } catch (error) {
    if (error instanceof UnreadableRecording) return false
    throw error
  }
}

/** Without text, and samples that are recognised by their name alone. */
const binaryFormats = formats.slice(0, formats.indexOf(csvFormat))

function isBinary(head: Uint8Array, source: Source, filename: string): boolean {
  return binaryFormats.some((format) => format.sniff(head, source, filename))
}

async function* rangeOf(source: Source, signal?: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < source.size; ) {
    const bytes = await source.read(at, Math.min(limits.chunkBytes, source.size - at), signal)
    if (bytes.length === 0) return
    at += bytes.length
    yield bytes
  }
}
