import { kindOfChannel } from '../channel-kind.ts'
import { limits } from '../limits.ts'
import {
  type Annotation,
  countFaults,
  type Fault,
  makeFault,
  type OpenOptions,
  type Recording,
  type Source,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { readWfdbBlocks, type SampleFile } from './wfdb-blocks.ts'
import { readWfdbHeader, samplesIn, type WfdbHeader } from './wfdb-header.ts'

/** Opens a record by its header. The files of its samples are companions. */
export async function openWfdb(source: Source, options: OpenOptions = {}): Promise<Recording> {
  const { signal, companion = async () => undefined } = options
  const bytes = await source.read(0, Math.min(limits.headerBytes, source.size), signal)
  const header = readWfdbHeader(new TextDecoder('latin1').decode(bytes))
  const read = { ...header, signals: header.signals.slice(0, limits.channels) }
  const faults: Fault[] = []
  const more = header.signals.length - read.signals.length
  if (more > 0) faults.push(makeFault('limit', { count: more, detail: `${header.signals.length} channels` }))
  const files = await openFiles(header, companion)
  const frames = Math.max(...files.map((file) => file.frames))
  if (header.frames !== null && frames < header.frames) {
    faults.push(makeFault('cut-off', { detail: `${frames} of ${header.frames} samples` }))
  }
  return {
    description: {
      format: 'WFDB',
      recognised: [],
      start: header.start,
      clock: header.start === null ? 'unknown' : 'local',
      duration: frames / header.rate,
      channels: read.signals.map(({ name, unit, gain, samplesPerFrame }, index) => {
        const shown = { name: name === '' ? String(index + 1) : name, unit: gain === null ? null : unit }
        return { ...shown, kind: kindOfChannel(shown.name, shown.unit), rate: header.rate * samplesPerFrame }
      }),
      samples: null,
    },
    layout: null,
    fingerprint: null,
    annotations: (abort) => readAnnotations(header, companion, abort),
    blocks: (blocksOptions) => countFaults(readWfdbBlocks(read, files, faults, blocksOptions)),
  }
}

/** The maximum samples of a frame, because a frame is read at once. */
const mostFrameSamples = 4 * limits.blockSamples

type Companion = NonNullable<OpenOptions['companion']>

async function openFiles({ signals, frames }: WfdbHeader, companion: Companion): Promise<SampleFile[]> {
  const files: SampleFile[] = []
  for (const filename of new Set(signals.map((each) => each.filename))) {
    const channels = signals.flatMap((each, index) => (each.filename === filename ? [index] : []))
    const own = signals.filter((each) => each.filename === filename)
    const [first] = own
    if (!first || own.some(({ format }) => format !== first.format)) {
      throw new UnreadableRecording('wrong-header', { detail: filename })
    }
    const source = await companion(filename)
    if (!source) throw new UnreadableRecording('missing-companion', { offset: 0, detail: filename })
    const frameSamples = own.reduce((sum, { samplesPerFrame }) => sum + samplesPerFrame, 0)
    if (frameSamples > mostFrameSamples)
      throw new UnreadableRecording('wrong-header', { detail: `${frameSamples} samples a frame` })
    const held = samplesIn(first.format, Math.max(0, source.size - first.offset))
    const whole = Math.floor(held / frameSamples)
    files.push({ source, channels, frameSamples, frames: Math.min(whole, frames ?? whole) })
  }
  return files
}

/** The maximum bytes of annotations that are read. A day of beats takes a third of a megabyte. */
const annotationBytes = 16 * limits.headerBytes

async function readAnnotations(header: WfdbHeader, companion: Companion, signal?: AbortSignal): Promise<Annotation[]> {
  const source = await companion(`${header.record}.atr`)
  if (!source) return []
  return readWfdbAnnotations(await source.read(0, Math.min(source.size, annotationBytes), signal), header.rate)
}

/** The symbols of the codes 1 to 41 (annot(5) of the WFDB Applications Guide); a space for an unused code. */
const signs = ' NLRaVFJASEj/Q~ | sT*D"=pB^t+u?![]en@xf()r'

const [skip, number, subtype, channel, auxiliary] = [59, 60, 61, 62, 63]

/** Reads annotations in the MIT format: words with a code and the samples since the previous one. `rate` in Hz. */
function readWfdbAnnotations(bytes: Uint8Array<ArrayBuffer>, rate: number): Annotation[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const annotations: { at: number; duration: null; text: string }[] = []
  let sample = 0
  for (let at = 0; at + 2 <= view.byteLength && annotations.length < limits.annotations; ) {
    const word = view.getUint16(at, true)
    const [code, value] = [word >> 10, word & 0x3ff]
    at += 2
    if (code === 0 && value === 0) break
    if (code === skip) {
      if (at + 4 > view.byteLength) break
      sample += (view.getUint16(at, true) << 16) | view.getUint16(at + 2, true)
      at += 4
    } else if (code === auxiliary) {
      const text = new TextDecoder()
        .decode(bytes.subarray(at, at + value))
        .replaceAll('\0', '')
        .trim()
      const last = annotations.at(-1)
      if (last && text !== '') last.text = `${last.text} ${text}`.trim()
      at += value + (value % 2)
    } else if (code !== number && code !== subtype && code !== channel) {
      sample += value
      annotations.push({ at: sample / rate, duration: null, text: (signs[code] ?? '').trim() || String(code) })
    }
  }
  return annotations
}
