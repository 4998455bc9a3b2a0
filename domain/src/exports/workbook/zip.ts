import { Crc32 } from './crc32.ts'

export type ZipEntry = { path: string; write(): AsyncIterable<string> }

const encoder = new TextEncoder()
const deflate = 8
/** Sizes follow the data, because they are not known before; names are UTF-8. */
const flags = 0x0808
/** 1 January 1980, so that the same content produces the same bytes. */
const date = 0x0021
const version = 20

/** Writes a ZIP file of deflated entries, below 4 GiB, as a stream. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, write } of entries) {
    const name = encoder.encode(path)
    const local = record(0x04034b50, [version, flags, deflate, 0, date], [0, 0, 0], [name.length, 0])
    yield local
    yield name
    const crc = new Crc32()
    let size = 0
    let stored = 0
    const bytes = async function* () {
      for await (const piece of write()) {
        const encoded = encoder.encode(piece)
        crc.add(encoded)
        size += encoded.length
        yield encoded
      }
    }
    for await (const chunk of streamOf(bytes()).pipeThrough(new CompressionStream('deflate-raw'))) {
      stored += chunk.length
      yield chunk
    }
    const sizes = [crc.value, stored, size]
    yield record(0x08074b50, [], sizes, [])
    const end = [name.length, 0, 0, 0, 0, 0, 0]
    directory.push(record(0x02014b50, [version, version, flags, deflate, 0, date], sizes, end, [offset]), name)
    offset += local.length + name.length + stored + 16
  }
  yield* directory
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const count = directory.length / 2
  yield record(0x06054b50, [0, 0, count, count], [length, offset], [0])
}

/** Not every environment has `ReadableStream.from`. */
function streamOf(pieces: AsyncIterator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/** A signature, then numbers of two bytes, of four, of two and of four again, little endian. */
function record(signature: number, first: number[], sizes: number[], then: number[], last: number[] = []) {
  const length = 4 + 2 * (first.length + then.length) + 4 * (sizes.length + last.length)
  const view = new DataView(new ArrayBuffer(length))
  let at = 0
  const four = (number: number) => {
    view.setUint32(at, number, true)
    at += 4
  }
  const two = (number: number) => {
    view.setUint16(at, number, true)
    at += 2
  }
  four(signature)
  for (const number of first) two(number)
  for (const number of sizes) four(number)
  for (const number of then) two(number)
  for (const number of last) four(number)
  return new Uint8Array(view.buffer)
}
