import { limits, makeBreathe } from '../limits.ts'
import { type Block, type BlocksOptions, type Description, type Fault, makeFault, type Source } from '../recording.ts'
import { InflateError } from '../zip/inflate.ts'
import { readEntry, type ZipEntry } from '../zip/read-zip.ts'
import type { Gt3xInfo } from './gt3x-info.ts'
import { unpackTwelveBits } from './gt3x-log.ts'

type FirstFirmware = {
  readonly source: Source
  readonly info: Gt3xInfo
  readonly activity: ZipEntry
  readonly lux: ZipEntry | null
}

/** In Hz: the recorder's default. */
const usualRate = 30
/** Units per g. */
const scale = 341

/** Describes archives of firmware before 3.0: samples without times, from the start in info.txt. */
export function describeFirstFirmware({
  info,
  lux,
}: FirstFirmware): Pick<Description, 'start' | 'clock' | 'duration' | 'channels' | 'samples'> {
  const rate = info.rate ?? usualRate
  return {
    start: info.start,
    clock: info.start === null ? 'unknown' : 'local',
    duration: null,
    channels: [
      ...['X', 'Y', 'Z'].map(
        (axis) => ({ name: `Accelerometer ${axis}`, unit: 'g', kind: 'acceleration', rate }) as const,
      ),
      ...(lux ? [{ name: 'Lux', unit: 'lux', kind: 'light', rate: 1 } as const] : []),
    ],
    samples: null,
  }
}

export async function* readFirstFirmware(
  { source, info, activity, lux }: FirstFirmware,
  { signal, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  const breathe = makeBreathe(signal)
  const step = 1 / (info.rate ?? usualRate)
  let samples = 0
  for await (const bytes of readPieces(source, activity, 9, signal)) {
    if ('what' in bytes) {
      yield bytes
      break
    }
    const at = samples * step
    const axes = unpackTwelveBits(bytes, scale)
    samples += axes[0].length
    if (at > to) break
    if (samples * step >= from && axes[0].length > 0) {
      for (const [channel, values] of axes.entries()) yield { channel, at, step, values }
    }
    await breathe()
  }
  let seconds = 0
  for await (const bytes of lux ? readPieces(source, lux, 2, signal) : []) {
    if ('what' in bytes) {
      yield bytes
      break
    }
    const at = seconds
    const values = readLux(bytes, info.serialnumber ?? '')
    seconds += values.length
    if (at > to) break
    if (seconds >= from && values.length > 0) yield { channel: 3, at, step: 1, values }
    await breathe()
  }
}

/** The bytes of an entry in pieces of whole units. The last piece may be shorter. */
async function* readPieces(
  source: Source,
  entry: ZipEntry,
  unit: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer> | Fault> {
  let rest = new Uint8Array()
  const most = Math.floor(limits.blockSamples / 2 / unit) * unit
  try {
    for await (const chunk of readEntry(source, entry, signal)) {
      const bytes = new Uint8Array(rest.length + chunk.length)
      bytes.set(rest)
      bytes.set(chunk, rest.length)
      const whole = bytes.length - (bytes.length % unit)
      for (let at = 0; at < whole; at += most) yield bytes.subarray(at, Math.min(whole, at + most))
      rest = bytes.slice(whole)
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    yield makeFault(error.isWhole ? 'wrong-header' : 'cut-off', {
      offset: error.offset ?? entry.offset,
      detail: `${entry.name}: ${error.message}`,
    })
    return
  }
  if (rest.length > 0) yield rest
}

/**
 * A reading below 20, and one of all bits, means dark. The cases of the two devices transmit different parts of the
 * light.
 */
function readLux(bytes: Uint8Array<ArrayBuffer>, serialnumber: string): Float32Array<ArrayBuffer> {
  const [factor, most] = serialnumber.startsWith('MRA') ? [3.25, 6000] : [1.25, 2500]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Float32Array(Math.floor(bytes.length / 2))
  for (let index = 0; index < values.length; index++) {
    const raw = view.getUint16(index * 2, true)
    values[index] = raw < 20 || raw === 0xffff ? 0 : Math.min(raw * factor, most)
  }
  return values
}
