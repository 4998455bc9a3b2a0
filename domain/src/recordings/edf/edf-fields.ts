import { UnreadableRecording } from '../unreadable-recording.ts'

/** The fixed-width fields of a header, in ASCII padded with spaces. Some recorders pad with NUL or write Latin-1. */
export function makeFields(bytes: Uint8Array) {
  const text = (offset: number, width: number) => {
    let characters = ''
    for (const byte of bytes.subarray(offset, offset + width)) characters += byte < 32 ? ' ' : String.fromCharCode(byte)
    return characters.trim()
  }
  return {
    bytes,
    text,
    /** NaN if there is no number. A decimal comma is not valid in EDF, but some recorders write it. */
    number: (offset: number, width: number) => {
      const digits = text(offset, width).replace(',', '.')
      return digits === '' ? Number.NaN : Number(digits)
    },
    /** Throws if there is no integer. */
    integer: (offset: number, width: number) => {
      const digits = text(offset, width)
      if (!/^[+-]?\d+$/.test(digits)) throw new UnreadableRecording('wrong-header', { offset, detail: digits })
      return Number(digits)
    },
  }
}
