/** Limits against hostile files. A file beyond a limit is read partially and reports a fault. */
export const limits = {
  channels: 512,
  /** Samples per block. */
  blockSamples: 65_536,
  annotations: 100_000,
  /** Bytes of a header kept in memory. */
  headerBytes: 1 << 20,
  /** Bytes of one line of text. */
  lineBytes: 1 << 16,
  /** Bytes read at once. */
  chunkBytes: 1 << 18,
  /** Bytes inflated from one gzip file. A day of 100 Hz acceleration as text is a twentieth of it. */
  inflatedBytes: 8 * 2 ** 30,
  /** Bytes of a recording unpacked into memory, because its format is read from several places. */
  unpackedBytes: 512 * 2 ** 20,
  /** In Hz. A nominal rate outside this range is ignored. */
  lowestRate: 1e-5,
  highestRate: 1e6,
  /** Seconds; a hundred years. */
  duration: 3.2e9,
} as const

/** Whether a rate in a header is plausible: not NaN, zero, negative or extreme. */
export function isBelievableRate(rate: number): boolean {
  return rate >= limits.lowestRate && rate <= limits.highestRate
}

/** In milliseconds: how long a reader may occupy a thread. */
const longestHold = 12

/**
 * Creates a function to await between chunks. It lets other work of the thread run if the reader has occupied it for
 * too long, and throws if the signal was aborted.
 */
export function makeBreathe(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < longestHold) return
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    since = performance.now()
    signal?.throwIfAborted()
  }
}
