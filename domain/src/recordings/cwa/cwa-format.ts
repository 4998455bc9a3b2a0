import type { Format } from '../recording.ts'

/** Continuous wave accelerometry: the binary files of Axivity AX3 and AX6. */
export const cwaFormat: Format = {
  name: 'Axivity CWA',
  // The header, "MD" and its length. If it is damaged, the first block of data after it, "AX" and its length.
  sniff: (head) => isAt(head, 0, [0x4d, 0x44, 0xfc, 0x03]) || isAt(head, 1024, [0x41, 0x58, 0xfc, 0x01]),
  open: async (source, options) => (await import('./cwa-recording.ts')).openCwa(source, options),
}

function isAt(head: Uint8Array, offset: number, mark: readonly number[]): boolean {
  return mark.every((byte, index) => head[offset + index] === byte)
}
