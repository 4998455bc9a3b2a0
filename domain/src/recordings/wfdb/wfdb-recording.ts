import { kindOfChannel } from '../channel-kind.ts'
import { limits } from '../limits.ts'
import { countFaults, type Fault, makeFault, type OpenOptions, type Recording, type Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { readAnnotations } from './wfdb-annotations.ts'
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
    annotations: async (abort) => {
      const annotations = await companion(`${header.record}.atr`)
      return annotations ? readAnnotations(annotations, header.rate, abort) : []
    },
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
