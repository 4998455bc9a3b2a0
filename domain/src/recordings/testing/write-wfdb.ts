/** Packs samples in the numbered formats of WFDB, according to the guide and without the reader's code. */
export const pack: Readonly<Record<number, (samples: readonly number[]) => number[]>> = {
  8: (samples) => samples.map((value, index) => (value - (samples[index - 1] ?? 0)) & 255),
  16: (samples) => samples.flatMap((value) => [value & 255, (value >> 8) & 255]),
  24: (samples) => samples.flatMap((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]),
  32: (samples) => samples.flatMap((value) => [0, 8, 16, 24].map((shift) => (value >> shift) & 255)),
  61: (samples) => samples.flatMap((value) => [(value >> 8) & 255, value & 255]),
  80: (samples) => samples.map((value) => value + 128),
  160: (samples) => samples.flatMap((value) => [(value + 32768) & 255, (value + 32768) >> 8]),
  212: (samples) => {
    const bytes: number[] = []
    for (let at = 0; at < samples.length; at += 2) {
      const [a, b] = [(samples[at] ?? 0) & 0xfff, (samples[at + 1] ?? 0) & 0xfff]
      bytes.push(a & 255, (a >> 8) | ((b >> 8) << 4))
      if (at + 1 < samples.length) bytes.push(b & 255)
    }
    return bytes
  },
  310: (samples) =>
    packThrees(samples, (a, b, c) => ((a << 1) | ((c & 31) << 11)) + ((b << 1) | ((c >> 5) << 11)) * 65536),
  311: (samples) => packThrees(samples, (a, b, c) => a + b * 1024 + c * 1048576),
}

function packThrees(samples: readonly number[], join: (a: number, b: number, c: number) => number): number[] {
  const bytes: number[] = []
  for (let at = 0; at < samples.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((index) => (samples[at + index] ?? 0) & 0x3ff)
    const word = join(a ?? 0, b ?? 0, c ?? 0)
    bytes.push(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, (word >>> 24) & 255)
  }
  return bytes
}
