import { limits } from '../limits.ts'
import type { Annotation } from '../recording.ts'

/** The symbols of the codes 1 to 41 (annot(5) of the WFDB Applications Guide); a space for an unused code. */
const signs = ' NLRaVFJASEj/Q~ | sT*D"=pB^t+u?![]en@xf()r'

const [skip, number, subtype, channel, auxiliary] = [59, 60, 61, 62, 63]

/** Reads annotations in the MIT format: words with a code and the samples since the previous one. `rate` in Hz. */
export function readWfdbAnnotations(bytes: Uint8Array<ArrayBuffer>, rate: number): Annotation[] {
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
