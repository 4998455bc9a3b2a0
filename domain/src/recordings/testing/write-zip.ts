import { crc32, deflateRawSync } from 'node:zlib'

/** Writes a zip archive, deflated if `isDeflated`, else stored. */
export function writeZip(files: Readonly<Record<string, Uint8Array>>, isDeflated = true): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = isDeflated ? deflateRawSync(content) : content
    const title = new TextEncoder().encode(name)
    const shared = new DataView(new ArrayBuffer(26))
    shared.setUint16(0, 20, true)
    shared.setUint16(4, isDeflated ? 8 : 0, true)
    shared.setUint32(10, crc32(content), true)
    shared.setUint32(14, data.length, true)
    shared.setUint32(18, content.length, true)
    shared.setUint16(22, title.length, true)
    const fields = new Uint8Array(shared.buffer)
    const central = new DataView(new ArrayBuffer(16))
    central.setUint32(12, offset, true)
    parts.push(Uint8Array.of(0x50, 0x4b, 3, 4), fields, title, data)
    directory.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), fields, new Uint8Array(central.buffer).subarray(2), title)
    offset += 30 + title.length + data.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, Object.keys(files).length, true)
  end.setUint16(10, Object.keys(files).length, true)
  end.setUint32(
    12,
    directory.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, offset, true)
  return joinBytes([...parts, ...directory, new Uint8Array(end.buffer)])
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
