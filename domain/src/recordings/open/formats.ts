import { isGzip, looksLikeText } from '../csv/bytes/encoding.ts'
import { findSuperblock } from '../hdf5/find-superblock.ts'
import type { Format, OpenOptions, Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { headerOf } from '../wfdb/record-files.ts'
import { isZip } from '../zip/read-zip.ts'

const edfMark = [0x30, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20]
const biosemiMark = [0xff, 0x42, 0x49, 0x4f, 0x53, 0x45, 0x4d, 0x49]

/** European Data Format and its variants: EDF, EDF+C, EDF+D, BDF, BDF+C and BDF+D. */
export const edfFormat: Format = {
  name: 'EDF',
  sniff: (head) => [edfMark, biosemiMark].some((bytes) => bytes.every((byte, index) => head[index] === byte)),
  open: async (source, options) => (await import('../edf/edf-recording.ts')).openEdf(source, options),
}

/** Continuous wave accelerometry: the binary files of Axivity AX3 and AX6. */
export const cwaFormat: Format = {
  name: 'Axivity CWA',
  // The header, "MD" and its length. If it is damaged, the first block of data after it, "AX" and its length.
  sniff: (head) => isAt(head, 0, [0x4d, 0x44, 0xfc, 0x03]) || isAt(head, 1024, [0x41, 0x58, 0xfc, 0x01]),
  open: async (source, options) => (await import('../cwa/cwa-recording.ts')).openCwa(source, options),
}

function isAt(head: Uint8Array, offset: number, mark: readonly number[]): boolean {
  return mark.every((byte, index) => head[offset + index] === byte)
}

/** Entries at the beginning of an ActiGraph archive. */
const gt3xEntries = ['log.bin', 'info.txt', 'activity.bin', 'lux.bin', 'eeprom.bin', 'metadata.bin']

/** ActiGraph `.gt3x`: a zip with info.txt and log.bin, or activity.bin for firmware before 3.0. */
export const gt3xFormat: Format = {
  name: 'ActiGraph GT3X',
  sniff: (head, _source, filename) => {
    const name = new TextDecoder().decode(head.subarray(30, 30 + (head[26] ?? 0) + 256 * (head[27] ?? 0)))
    return isZip(head) && (gt3xEntries.includes(name) || filename.toLowerCase().endsWith('.gt3x'))
  },
  open: async (source, options) => (await import('../gt3x/gt3x-recording.ts')).openGt3x(source, options),
}

/** GENEActiv `.bin`: text throughout, its samples in hexadecimal. */
export const geneactivFormat: Format = {
  name: 'GENEActiv',
  sniff: (head) => {
    const text = new TextDecoder('latin1').decode(head.subarray(0, 2048))
    return /^\s*Device Identity\r?\n/.test(text) && /\nDevice (Type:GENEActiv|Unique Serial Code:)/.test(text)
  },
  open: async (source, options) => (await import('../geneactiv/geneactiv-recording.ts')).openGeneactiv(source, options),
}

/** HDF5, and with it MATLAB 7.3. */
export const hdf5Format: Format = {
  name: 'HDF5',
  sniff: (head) => findSuperblock(head) !== undefined,
  open: async (source, options) => (await import('../hdf5/hdf5-recording.ts')).openHdf5(source, options),
}

/** MATLAB 5 to 7. Files of 7.3 are HDF5 after the same text. */
export const matlabFormat: Format = {
  name: 'MATLAB',
  sniff: (head) => {
    const text = String.fromCharCode(...head.subarray(0, 19))
    const endian = String.fromCharCode(...head.subarray(126, 128))
    const version = endian === 'IM' ? head[125] : head[124]
    return text === 'MATLAB 5.0 MAT-file' && (endian === 'IM' || endian === 'MI') && version === 1
  },
  open: async (source, options) => (await import('../matlab/matlab-recording.ts')).openMatlab(source, options),
}

/**
 * The first line that is not a comment names a record and the number of its signals. The next names a file and its
 * storage format.
 */
const wfdbHeader =
  /^(?:\s*(?:#[^\n]*)?\n)*[\w-]+(?:\/\d+)?[ \t]+\d+(?:[ \t][^\n]*)?\n(?:\s*(?:#[^\n]*)?\n)*(\S+)[ \t]+\d+/

/** Waveform Database of PhysioNet: a text header that names the files with the samples. */
export const wfdbFormat: Format = {
  name: 'WFDB',
  sniff: (head, _source, filename) => {
    const text = new TextDecoder('latin1').decode(head).replaceAll('\r', '')
    const named = wfdbHeader.exec(text)?.[1]
    return named !== undefined && (/\.(dat|bin|[a-z]\w{0,4})$/i.test(named) || filename.toLowerCase().endsWith('.hea'))
  },
  open: async (source, options) => (await import('../wfdb/wfdb-recording.ts')).openWfdb(source, options),
}

async function openHeader({ filename = '', companion }: OpenOptions): Promise<{ name: string; header: Source }> {
  const name = headerOf(filename)
  const header = await companion?.(name)
  if (!header) throw new UnreadableRecording('missing-companion', { offset: 0, detail: name })
  return { name, header }
}

/**
 * The samples of a WFDB record, which have no signature: opened through the header of the same name among the
 * companions.
 */
export const wfdbSamplesFormat: Format = {
  name: 'WFDB',
  sniff: (_head, _source, filename) => /\.dat$/i.test(filename),
  open: async (_source, options = {}) => {
    const { name, header } = await openHeader(options)
    return (await import('../wfdb/wfdb-recording.ts')).openWfdb(header, { ...options, filename: name })
  },
}

/** The annotations of a WFDB record, whose times its header tells: opened as those of a record without signals. */
export const wfdbAnnotationsFormat: Format = {
  name: 'WFDB',
  sniff: (_head, _source, filename) => /\.atr$/i.test(filename),
  open: async (source, options = {}) => {
    const { header } = await openHeader(options)
    return (await import('../wfdb/wfdb-annotations.ts')).openWfdbAnnotations(source, header, options.signal)
  },
}

export const csvFormat: Format = {
  name: 'CSV',
  sniff: (head) => isGzip(head) || looksLikeText(head),
  open: async (source, options) => (await import('../csv/open-csv.ts')).openCsv(source, options),
}

/**
 * In the order in which they are tried. Text comes last: it accepts everything that looks like text, the others check a
 * signature.
 */
export const formats: readonly Format[] = [
  edfFormat,
  cwaFormat,
  gt3xFormat,
  geneactivFormat,
  hdf5Format,
  matlabFormat,
  wfdbFormat,
  csvFormat,
  wfdbSamplesFormat,
  wfdbAnnotationsFormat,
]
