import { inflateRawSync } from 'node:zlib'

/** Reads the numeric arrays from a file of NumPy's `savez`: a zip of `.npy`. */
export function readNpz(file: Uint8Array): Map<string, Float64Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const end = file.length - 22
  const arrays = new Map<string, Float64Array>()
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry++) {
    const [compressed, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)]
    const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const bytes = file.subarray(data, data + compressed)
    const npy = view.getUint16(at + 10, true) === 8 ? new Uint8Array(inflateRawSync(bytes)) : bytes.slice()
    if (name.endsWith('.npy')) arrays.set(name.slice(0, -4), readNpy(npy))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return arrays
}

function readNpy(npy: Uint8Array): Float64Array {
  const from = 10 + (npy[8] ?? 0) + 256 * (npy[9] ?? 0)
  const header = new TextDecoder().decode(npy.subarray(10, from))
  const data = npy.slice(from).buffer
  if (header.includes("'<f8'")) return new Float64Array(data)
  if (header.includes("'<i8'")) return Float64Array.from(new BigInt64Array(data), Number)
  throw new Error(header)
}
