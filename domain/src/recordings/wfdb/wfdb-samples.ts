/** Storage formats of samples: the numbers of signal(5) in the WFDB Applications Guide. */
const storages = {
  8: { samples: 1, bytes: 1, missing: null },
  16: { samples: 1, bytes: 2, missing: -(2 ** 15) },
  24: { samples: 1, bytes: 3, missing: -(2 ** 23) },
  32: { samples: 1, bytes: 4, missing: -(2 ** 31) },
  61: { samples: 1, bytes: 2, missing: -(2 ** 15) },
  80: { samples: 1, bytes: 1, missing: -(2 ** 7) },
  160: { samples: 1, bytes: 2, missing: -(2 ** 15) },
  212: { samples: 2, bytes: 3, missing: -(2 ** 11) },
  310: { samples: 3, bytes: 4, missing: -(2 ** 9) },
  311: { samples: 3, bytes: 4, missing: -(2 ** 9) },
} as const

export type SampleFormat = keyof typeof storages

export function isSampleFormat(format: number): format is SampleFormat {
  return Object.hasOwn(storages, format)
}

/** The samples that share bytes, and their number of bytes. */
export function groupOf(format: SampleFormat): { readonly samples: number; readonly bytes: number } {
  return storages[format]
}

/** For a file that ends within a group: the samples whose bits are complete. */
export function samplesIn(format: SampleFormat, bytes: number): number {
  const group = storages[format]
  const rest = bytes % group.bytes
  const more = format === 212 ? Math.floor((rest * 2) / 3) : format === 310 || format === 311 ? Math.floor(rest / 2) : 0
  return Math.floor(bytes / group.bytes) * group.samples + (format === 310 || format === 311 ? Math.min(more, 1) : more)
}

/** Decodes `count` samples from the first byte on; NaN for those marked as missing. Differences are not added up. */
export function decodeGroups(format: SampleFormat, bytes: Uint8Array, count: number): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count)
  const { missing } = storages[format]
  const at = (index: number) => bytes[index] ?? 0
  const read = readers[format]
  for (let index = 0; index < count; index++) {
    const value = read(at, index)
    values[index] = value === missing ? Number.NaN : value
  }
  return values
}

type At = (index: number) => number

const readers: Readonly<Record<SampleFormat, (at: At, index: number) => number>> = {
  8: (at, index) => (at(index) << 24) >> 24,
  16: (at, index) => ((at(2 * index) << 16) | (at(2 * index + 1) << 24)) >> 16,
  24: (at, index) => ((at(3 * index) << 8) | (at(3 * index + 1) << 16) | (at(3 * index + 2) << 24)) >> 8,
  32: (at, index) => at(4 * index) | (at(4 * index + 1) << 8) | (at(4 * index + 2) << 16) | (at(4 * index + 3) << 24),
  61: (at, index) => ((at(2 * index + 1) << 16) | (at(2 * index) << 24)) >> 16,
  80: (at, index) => at(index) - 128,
  160: (at, index) => (at(2 * index) | (at(2 * index + 1) << 8)) - 32768,
  212: (at, index) => {
    const from = 3 * (index >> 1)
    const middle = at(from + 1)
    const bits = index % 2 === 0 ? at(from) | ((middle & 0x0f) << 8) : at(from + 2) | ((middle & 0xf0) << 4)
    return (bits << 20) >> 20
  },
  310: (at, index) => {
    const from = 4 * Math.floor(index / 3)
    const words = [at(from) | (at(from + 1) << 8), at(from + 2) | (at(from + 3) << 8)]
    const [low = 0, high = 0] = words
    // The first two omit the lowest bit. The third is in the five highest bits of both words.
    const bits = index % 3 === 0 ? low >> 1 : index % 3 === 1 ? high >> 1 : (low >> 11) | ((high >> 11) << 5)
    return (bits << 22) >> 22
  },
  311: (at, index) => {
    const from = 4 * Math.floor(index / 3)
    const word = at(from) | (at(from + 1) << 8) | (at(from + 2) << 16) | (at(from + 3) << 24)
    return ((word >>> (10 * (index % 3))) << 22) >> 22
  },
}
