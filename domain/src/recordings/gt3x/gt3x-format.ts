import type { Format } from '../recording.ts'

/** Entries at the beginning of an ActiGraph archive. */
const entries = ['log.bin', 'info.txt', 'activity.bin', 'lux.bin', 'eeprom.bin', 'metadata.bin']

/** ActiGraph `.gt3x`: a zip with info.txt and log.bin, or activity.bin for firmware before 3.0. */
export const gt3xFormat: Format = {
  name: 'ActiGraph GT3X',
  sniff: (head, _source, filename) => {
    const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4
    const name = new TextDecoder().decode(head.subarray(30, 30 + (head[26] ?? 0) + 256 * (head[27] ?? 0)))
    return isZip && (entries.includes(name) || filename.toLowerCase().endsWith('.gt3x'))
  },
  open: async (source, options) => (await import('./gt3x-recording.ts')).openGt3x(source, options),
}
