import { isBelievableRate, limits } from '../limits.ts'
import type { Annotation, Recording, Source } from '../recording.ts'
import { readWfdbHeader } from './wfdb-header.ts'

/** The maximum bytes of annotations that are read. A day of beats takes a third of a megabyte. */
const annotationBytes = 16 * limits.headerBytes

/** Opens the annotations of a record as a recording without signals. The header tells the rate of their times. */
export async function openWfdbAnnotations(
  source: Source,
  headerSource: Source,
  signal?: AbortSignal,
): Promise<Recording> {
  const bytes = await headerSource.read(0, Math.min(limits.headerBytes, headerSource.size), signal)
  const { rate, frames, start } = readWfdbHeader(new TextDecoder('latin1').decode(bytes))
  const annotations = await readAnnotations(source, rate, signal)
  return {
    description: {
      format: 'WFDB',
      recognised: [],
      start,
      clock: start === null ? 'unknown' : 'local',
      duration: frames === null ? (annotations.at(-1)?.at ?? 0) : frames / rate,
      channels: [],
      samples: 0,
    },
    layout: null,
    fingerprint: null,
    annotations: async () => annotations,
    async *blocks() {},
  }
}

export async function readAnnotations(source: Source, rate: number, signal?: AbortSignal): Promise<Annotation[]> {
  return readWfdbAnnotations(await source.read(0, Math.min(source.size, annotationBytes), signal), rate)
}

/** The symbols of the codes 1 to 41 (annot(5) of the WFDB Applications Guide); a space for an unused code. */
const signs = ' NLRaVFJASEj/Q~ | sT*D"=pB^t+u?![]en@xf()r'

const [skip, number, subtype, channel, auxiliary] = [59, 60, 61, 62, 63]

/** How a file says that its times are counted at another rate than that of the record. */
const resolution = /^## time resolution: ([\d.]+)/
/** A note, as which such lines are written. */
const note = 22

/** Reads annotations in the MIT format: words with a code and the samples since the previous one. `frames` in Hz. */
function readWfdbAnnotations(bytes: Uint8Array<ArrayBuffer>, frames: number): Annotation[] {
  let rate = frames
  let isDeclared = false
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
      const stated = isDeclared ? Number(resolution.exec(text)?.[1]) : Number.NaN
      if (isBelievableRate(stated)) rate = stated
      // Not said by anybody, but by the program that wrote the file.
      if (isDeclared && text.startsWith('## ')) annotations.pop()
      else if (last && text !== '') last.text = `${last.text} ${text}`
      at += value + (value % 2)
    } else if (code !== number && code !== subtype && code !== channel) {
      sample += value
      isDeclared = code === note && sample === 0
      annotations.push({ at: sample / rate, duration: null, text: (signs[code] ?? '').trim() || String(code) })
    }
  }
  return annotations
}
