const kilobyte = 1024
/**
 * The first pieces are small, so that the first picture appears soon. The last one is small, too, because readers read
 * it first.
 */
const firstLengths = [256, 256, 512, 1024, 2048].map((length) => length * kilobyte)
const usualLength = 4096 * kilobyte
const lastLength = 256 * kilobyte

export type Piece = { readonly start: number; readonly end: number }

/** The pieces in which a file of this size is fetched, in order and without gaps. */
export function piecesOf(size: number): Piece[] {
  const body = Math.max(0, size - lastLength)
  const pieces: Piece[] = []
  for (let start = 0; start < body; ) {
    const end = Math.min(body, start + (firstLengths[pieces.length] ?? usualLength))
    pieces.push({ start, end })
    start = end
  }
  if (size > body) pieces.push({ start: body, end: size })
  return pieces
}
