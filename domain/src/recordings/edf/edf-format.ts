import type { Format } from '../recording.ts'

const mark = [0x30, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20]
const biosemiMark = [0xff, 0x42, 0x49, 0x4f, 0x53, 0x45, 0x4d, 0x49]

/** European Data Format and its variants: EDF, EDF+C, EDF+D, BDF, BDF+C and BDF+D. */
export const edfFormat: Format = {
  name: 'EDF',
  sniff: (head) => [mark, biosemiMark].some((bytes) => bytes.every((byte, index) => head[index] === byte)),
  open: async (source, options) => (await import('./edf-recording.ts')).openEdf(source, options),
}
