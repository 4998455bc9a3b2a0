/** A text is looked for by its longest stretch of characters that no format writes otherwise, if it is long enough to mean something. */
export function termOf(text: string): string | undefined {
  let longest = ''
  for (const [found] of text.matchAll(/[\p{L}\p{N} ._@-]+/gu)) {
    const stretch = found.trim()
    if (stretch.length > longest.length) longest = stretch
  }
  const term = longest
    .slice(0, longestTerm)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()
  const digits = term.replace(/[^0-9]/g, '').length
  const isTelling = /\p{L}/u.test(term) || digits >= fewestDigits
  return isTelling && encoder.encode(term).length >= fewestBytes ? term : undefined
}

const longestTerm = 40
/** Numbers with fewer digits stand in tables without meaning what is looked for. */
const fewestDigits = 9
const fewestBytes = 5
/** Shorter terms stand in binary files by chance. */
const fewestBytesInFiles = 9

const encoder = new TextEncoder()
const mask = (1 << 22) - 1

type Piece = { fewest: number; isFirst: boolean; isLast: boolean }

/** Looks for many terms at once in bytes: whole words in UTF-8. The time does not depend on the number of terms. */
export class TermFinder {
  /** One bit for each hash of the first bytes of a term. */
  readonly #bits = new Uint32Array((mask + 1) / 32)
  readonly #byHash = new Map<number, Uint8Array[]>()
  readonly #known = new Set<string>()
  #ignored = new Set<string>()
  #longest = 0

  /** The number of terms that are looked for. */
  get size(): number {
    return this.#known.size - this.#ignored.size
  }

  add(text: string): void {
    const term = termOf(text)
    if (term === undefined || this.#known.has(term)) return
    this.#known.add(term)
    const bytes = encoder.encode(term)
    let hash = 0
    for (let at = 0; at < fewestBytes; at += 1) hash = rolled(hash) ^ spread(bytes[at] ?? 0)
    const bit = hash & mask
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), bytes])
    this.#longest = Math.max(this.#longest, bytes.length)
  }

  /** Terms that may stand in an export, since they stand in what is not recorded of anybody. */
  ignore(terms: Iterable<string>): void {
    this.#ignored = new Set([...this.#ignored, ...terms])
  }

  /** Passes on the pieces of an entry, and tells each term in them. */
  async *watching(
    pieces: AsyncIterable<string | Uint8Array>,
    { isBinary, onFound }: { isBinary: boolean; onFound: (term: string) => void },
  ): AsyncGenerator<string | Uint8Array> {
    const fewest = isBinary ? fewestBytesInFiles : fewestBytes
    let tail = new Uint8Array()
    let isFirst = true
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
      const all = new Uint8Array(tail.length + bytes.length)
      all.set(tail)
      all.set(bytes, tail.length)
      // A term at the end is judged with the byte behind it.
      for (const term of this.#in(all, { fewest, isFirst, isLast: false })) onFound(term)
      tail = all.slice(Math.max(0, all.length - this.#longest - 2))
      isFirst &&= tail.length === all.length
      yield piece
    }
    for (const term of this.#in(tail, { fewest, isFirst, isLast: true })) onFound(term)
  }

  /** Unless it is the first, `bytes` begins with the end of the piece before, of which a term at the beginning was judged there. */
  *#in(bytes: Uint8Array, { fewest, isFirst, isLast }: Piece): Generator<string> {
    const bits = this.#bits
    let hash = 0
    for (let at = 0; at < bytes.length; at += 1) {
      hash = rolled(hash) ^ spread(bytes[at] ?? 0)
      if (at >= fewestBytes) hash ^= gone(bytes[at - fewestBytes] ?? 0)
      const bit = hash & mask
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0 || at < fewestBytes - 1) continue
      const from = at - fewestBytes + 1
      for (const term of this.#byHash.get(hash) ?? []) {
        if (term.length < fewest || !isAt(bytes, term, from)) continue
        const end = from + term.length
        if (
          (end === bytes.length && !isLast) ||
          (from === 0 && !isFirst) ||
          isOfWord(bytes[end]) ||
          isOfWord(bytes[from - 1])
        )
          continue
        const text = new TextDecoder().decode(term)
        if (!this.#ignored.has(text)) yield text
      }
    }
  }
}

/** The hash of a window of `fewestBytes`, to which a byte is added. */
function rolled(hash: number): number {
  return (hash << 7) | (hash >>> 25)
}

/** What a byte adds to the hash, and what is left of it when it leaves the window. */
function spread(byte: number): number {
  return Math.imul(byte + 1, 0x9e3779b1)
}

function gone(byte: number): number {
  const added = spread(byte)
  return (added << ((7 * fewestBytes) % 32)) | (added >>> (32 - ((7 * fewestBytes) % 32)))
}

function isAt(bytes: Uint8Array, term: Uint8Array, from: number): boolean {
  for (let at = 0; at < term.length; at += 1) if (bytes[from + at] !== term[at]) return false
  return true
}

/** ASCII letters and digits, and every byte of another letter. */
function isOfWord(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return byte >= 0x80 || (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
}
