import { joinBytes } from './write-zip.ts'

/** One record of a log, according to the maker's description and without the reader's code. */
export function writeRecord(
  type: number,
  time: number,
  payload: Uint8Array | readonly number[],
): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(8))
  head.setUint8(0, 0x1e)
  head.setUint8(1, type)
  head.setUint32(2, time, true)
  head.setUint16(6, payload.length, true)
  const bytes = joinBytes([new Uint8Array(head.buffer), Uint8Array.from(payload)])
  return joinBytes([bytes, Uint8Array.of(~bytes.reduce((sum, byte) => sum ^ byte, 0) & 255)])
}

export function writeWords(values: readonly number[], isLittleEndian = true): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 2))
  for (const [index, value] of values.entries()) view.setInt16(index * 2, value, isLittleEndian)
  return new Uint8Array(view.buffer)
}

/** Twelve bits each, most significant first. */
export function writeTwelveBits(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const nibbles = values.flatMap((value) => [(value >> 8) & 15, (value >> 4) & 15, value & 15])
  if (nibbles.length % 2 === 1) nibbles.push(0)
  const bytes = new Uint8Array(nibbles.length / 2)
  for (const index of bytes.keys()) bytes[index] = ((nibbles[index * 2] ?? 0) << 4) | (nibbles[index * 2 + 1] ?? 0)
  return bytes
}

/** A schema of words. A label of spaces is padding. */
export function writeSchema(
  id: number,
  columns: readonly { label: string; flags: number; scale: number }[],
): Uint8Array {
  const parts = columns.map(({ label, flags, scale }, index) => {
    const view = new DataView(new ArrayBuffer(23))
    view.setUint8(0, flags)
    view.setUint8(1, index * 16)
    view.setUint8(2, 16)
    // A power of two: half of it in the fraction, the rest in the exponent.
    view.setUint32(3, ((Math.log2(scale) + 1) << 24) | (2 ** 22), true)
    for (const [at, character] of [...label.padEnd(16)].entries()) view.setUint8(7 + at, character.charCodeAt(0))
    return new Uint8Array(view.buffer)
  })
  return joinBytes([writeWords([id, columns.length, 0]), ...parts])
}
