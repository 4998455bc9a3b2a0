import type { Format } from '../recording.ts'

/** GENEActiv `.bin`: text throughout, its samples in hexadecimal. */
export const geneactivFormat: Format = {
  name: 'GENEActiv',
  sniff: (head) => {
    const text = new TextDecoder('latin1').decode(head.subarray(0, 2048))
    return /^\s*Device Identity\r?\n/.test(text) && /\nDevice (Type:GENEActiv|Unique Serial Code:)/.test(text)
  },
  open: async (source, options) => (await import('./geneactiv-recording.ts')).openGeneactiv(source, options),
}
