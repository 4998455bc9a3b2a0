/** Samples of three axes in g, in the order X, Y, Z. */
export type Axes = readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>]

function makeAxes(count: number): Axes {
  return [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
}

/** Three times 12 bits per sample, most significant first, in the order Y, X, Z. */
export function unpackTwelveBits(bytes: Uint8Array, scale: number): Axes {
  const count = Math.floor((bytes.length * 2) / 9)
  const [x, y, z] = makeAxes(count)
  const nibble = (index: number) => ((bytes[index >> 1] ?? 0) >> (index & 1 ? 0 : 4)) & 0x0f
  const number = (at: number) => (((nibble(at) << 8) | (nibble(at + 1) << 4) | nibble(at + 2)) << 20) >> 20
  for (let index = 0; index < count; index++) {
    y[index] = number(index * 9) / scale
    x[index] = number(index * 9 + 3) / scale
    z[index] = number(index * 9 + 6) / scale
  }
  return [x, y, z]
}

/** Three little-endian words per sample, in the order X, Y, Z. */
export function unpackWords(view: DataView, scale: number): Axes {
  const count = Math.floor(view.byteLength / 6)
  const [x, y, z] = makeAxes(count)
  for (let index = 0; index < count; index++) {
    x[index] = view.getInt16(index * 6, true) / scale
    y[index] = view.getInt16(index * 6 + 2, true) / scale
    z[index] = view.getInt16(index * 6 + 4, true) / scale
  }
  return [x, y, z]
}
