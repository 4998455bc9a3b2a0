const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP files, continued from that of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let state = before ^ 0xffff_ffff
  for (const byte of bytes) state = (state >>> 8) ^ (table[(state ^ byte) & 0xff] ?? 0)
  return (state ^ 0xffff_ffff) >>> 0
}
