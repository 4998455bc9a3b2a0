import type { Run } from '../even-runs.ts'
import type { GeneactivHeader } from './geneactiv-header.ts'
import type { Page } from './geneactiv-pages.ts'

/** A sample has 48 bits: three signed axes of 12 bits, light of 10, the button and a spare bit. */
const digitsPerSample = 12

/** Acceleration in g, light in lux, and the button as 0 or 1. */
export function decodePages(
  { parts, samples }: Run<Page>,
  { axes, lux }: GeneactivHeader,
): Float32Array<ArrayBuffer>[] {
  const values = Array.from({ length: 5 }, () => new Float32Array(samples))
  let into = 0
  for (const { digits, count } of parts) {
    for (let index = 0; index < count; index++, into++) {
      const at = index * digitsPerSample
      for (const [axis, { gain, offset }] of axes.entries()) {
        const raw = (readTwelveBits(digits, at + 3 * axis) << 20) >> 20
        set(values[axis], into, (raw * 100 - offset) / gain)
      }
      const rest = readTwelveBits(digits, at + 9)
      set(values[3], into, (rest >> 2) * lux)
      set(values[4], into, (rest >> 1) & 1)
    }
  }
  return values
}

/** Three hexadecimal digits; parseInt is several times slower. */
function readTwelveBits(digits: string, at: number): number {
  return (readDigit(digits, at) << 8) | (readDigit(digits, at + 1) << 4) | readDigit(digits, at + 2)
}

function readDigit(digits: string, at: number): number {
  const code = digits.charCodeAt(at)
  // In ASCII, 0 to 9 come first, then A to F, then a to f, which differ by one bit.
  return code < 0x3a ? code - 0x30 : (code & 0x5f) - 0x37
}

function set(values: Float32Array | undefined, at: number, value: number): void {
  if (values) values[at] = value
}
