type Bytes = Uint8Array<ArrayBuffer>
type Piece = { readonly bytes: Bytes; readonly begins: boolean }

/** Bytes of the header of a member before its optional parts. */
const headBytes = 10

/**
 * The members of a gzip file, each as its chunks: several files that were joined, or parts of one that was packed in
 * pieces. A decompressor of browsers refuses what follows the first. They are to be read one after the other.
 */
export async function* membersOf(chunks: AsyncGenerator<Bytes>): AsyncGenerator<AsyncGenerator<Bytes>> {
  const pieces = divideAtHeads(chunks)
  try {
    let next = await pieces.next()
    const member = async function* (first: Piece) {
      yield first.bytes
      for (next = await pieces.next(); !next.done && !next.value.begins; next = await pieces.next())
        yield next.value.bytes
    }
    while (!next.done) {
      const first = next.value
      yield member(first)
      // What follows a member that was not read to its end is no other.
      if (next.done || next.value === first || !next.value.begins) return
    }
  } finally {
    await pieces.return(undefined)
  }
}

async function* divideAtHeads(chunks: AsyncIterable<Bytes>): AsyncGenerator<Piece> {
  let rest: Bytes = new Uint8Array(0)
  let begins = true
  let isFirst = true
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    let from = 0
    // The first byte of all is that of the first member.
    for (
      let at = bytes.indexOf(0x1f, isFirst ? 1 : 0);
      at >= 0 && at + headBytes <= bytes.length;
      at = bytes.indexOf(0x1f, at + 1)
    ) {
      if (!isHead(bytes, at)) continue
      if (at > from) yield { bytes: bytes.subarray(from, at), begins }
      begins = true
      from = at
    }
    // A head may go on in the next chunk.
    const to = Math.max(from, bytes.length - headBytes + 1)
    if (to > from) {
      yield { bytes: bytes.subarray(from, to), begins }
      begins = false
    }
    rest = bytes.slice(to)
    isFirst &&= to === 0
  }
  if (rest.length > 0) yield { bytes: rest, begins }
}

/** Deflated, no unknown flag, and a way of packing and a system that exist: by chance, once in many gigabytes. */
function isHead(bytes: Bytes, at: number): boolean {
  const [, second, method, flags = 0, , , , , packing = 0, system = 0] = bytes.subarray(at, at + headBytes)
  const isMark = second === 0x8b && method === 8 && flags < 0x20
  return isMark && (packing === 0 || packing === 2 || packing === 4) && (system < 14 || system === 255)
}
