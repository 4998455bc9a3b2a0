const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP files, computed chunk by chunk. */
export class Crc32 {
  #state = 0xffffffff

  add(bytes: Uint8Array): void {
    let state = this.#state
    for (const byte of bytes) state = (state >>> 8) ^ (table[(state ^ byte) & 0xff] ?? 0)
    this.#state = state
  }

  get value(): number {
    return (this.#state ^ 0xffffffff) >>> 0
  }
}
