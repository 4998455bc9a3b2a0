import { limits, makeBreathe } from '../limits.ts'
import type { Block, BlocksOptions, Fault, Source } from '../recording.ts'
import { readExactly } from '../source.ts'
import { decodeGroups, groupOf, type WfdbHeader } from './wfdb-header.ts'

/** A file with the samples of some signals, frame by frame. */
export type SampleFile = {
  readonly source: Source
  /** Channels of the description, in the order of the frame. Channels beyond the limit are in the frame, too. */
  readonly channels: readonly number[]
  readonly frameSamples: number
  readonly frames: number
}

/** Frames whose samples always end with a whole group of bytes, because 2 or 3 samples share bytes. */
const wholeGroups = 6

export async function* readWfdbBlocks(
  header: WfdbHeader,
  files: readonly SampleFile[],
  faults: readonly Fault[],
  { signal, from = 0, to = Number.POSITIVE_INFINITY }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  yield* faults
  const breathe = makeBreathe(signal)
  const most = Math.max(...files.map(({ frameSamples }) => frameSamples))
  const perChunk = Math.max(1, Math.floor(limits.blockSamples / most / wholeGroups)) * wholeGroups
  const frames = Math.max(...files.map((file) => file.frames))
  // Differences are added up from the first sample on.
  const isFromStart = header.signals.some(({ format }) => format === 8)
  // A delayed signal has the samples of a time in later frames.
  const skews = header.signals.map(({ skew }) => skew)
  const [least, latest] = [Math.min(...skews), Math.max(...skews)]
  const wanted = Math.max(0, Math.floor(from * header.rate) + least)
  const begin = isFromStart || !Number.isFinite(wanted) ? 0 : wanted - (wanted % wholeGroups)
  const sums = header.signals.map(({ initial }) => initial)
  for (let frame = begin; frame < frames && (frame - latest) / header.rate <= to; frame += perChunk) {
    for (const file of files) {
      const count = Math.min(perChunk, file.frames - frame)
      if (count > 0) yield* readFrames(header, file, frame, count, sums, signal)
    }
    await breathe()
  }
}

async function* readFrames(
  header: WfdbHeader,
  file: SampleFile,
  frame: number,
  count: number,
  sums: number[],
  signal?: AbortSignal,
): AsyncGenerator<Block> {
  const first = header.signals[file.channels[0] ?? 0]
  if (!first) return
  const group = groupOf(first.format)
  const samples = count * file.frameSamples
  const offset = first.offset + ((frame * file.frameSamples) / group.samples) * group.bytes
  // The last group of a file may be cut off behind its last sample.
  const length = Math.min(Math.ceil(samples / group.samples) * group.bytes, file.source.size - offset)
  const bytes = await readExactly(file.source, offset, length, signal)
  const values = decodeGroups(first.format, bytes, samples)
  let place = 0
  for (const channel of file.channels) {
    const each = header.signals[channel]
    if (!each) continue
    const own = new Float64Array(count * each.samplesPerFrame)
    for (let index = 0; index < own.length; index++) {
      const inFrame = index % each.samplesPerFrame
      const at = ((index - inFrame) / each.samplesPerFrame) * file.frameSamples + place + inFrame
      let value = values[at] ?? Number.NaN
      if (each.format === 8) {
        value += sums[channel] ?? 0
        sums[channel] = value
      }
      own[index] = each.gain === null ? value : (value - each.baseline) / each.gain
    }
    place += each.samplesPerFrame
    const step = 1 / header.rate / each.samplesPerFrame
    yield { channel, at: (frame - each.skew) / header.rate, step, values: own }
  }
}
