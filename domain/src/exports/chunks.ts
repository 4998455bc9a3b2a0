const chunkLength = 65_536

/** Joins small pieces of text to larger ones, because passing on each piece costs a turn of the event loop. */
export async function* chunked(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
