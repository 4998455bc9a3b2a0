const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP, CRC-32, of bytes as they come. */
export function makeCrc(): { add(bytes: Uint8Array): void; value(): number } {
  let sum = 0xffff_ffff
  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length; at++) sum = (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8)
    },
    value: () => ~sum >>> 0,
  }
}
