/** A number in this many bytes, little-endian. */
export function number(value: number, bytes: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(bytes)
  for (let at = 0, rest = value; at < bytes; at++, rest = Math.floor(rest / 256)) data[at] = rest % 256
  return data
}

export const nothing = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes).fill(0xff)
export const text = (characters: string, bytes = characters.length): Uint8Array<ArrayBuffer> => {
  const data = new Uint8Array(bytes)
  data.set(new TextEncoder().encode(characters))
  return data
}
/** Single bytes, texts and longer parts, one after the other. */
export const join = (...parts: readonly (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...(typeof part === 'string' ? text(part) : part)])),
  )

export type WrittenMessage = readonly [type: number, data: Uint8Array]

/** An object of the first version, with its messages in as many blocks as given; the first one follows its head. */
export function firstObject(messages: readonly WrittenMessage[]): Uint8Array<ArrayBuffer> {
  const block = firstMessages(messages)
  return join(1, 0, number(messages.length, 2), number(1, 4), number(block.length, 4), number(0, 4), block)
}

export function firstMessages(messages: readonly WrittenMessage[]): Uint8Array<ArrayBuffer> {
  return join(...messages.map(([type, data]) => join(number(type, 2), number(data.length, 2), number(0, 4), data)))
}

/** Messages of the second version. `isOrdered`: each has the number of its creation. */
export function secondMessages(messages: readonly WrittenMessage[], isOrdered = false): Uint8Array<ArrayBuffer> {
  return join(
    ...messages.map(([type, data]) => join(type, number(data.length, 2), 0, number(7, isOrdered ? 2 : 0), data)),
  )
}

/** An object of the second version. `flags`: the bytes of the size (1, 2, 4, 8), order 4, phases 16, times 32. */
export function secondObject(messages: readonly WrittenMessage[], flags = 0): Uint8Array<ArrayBuffer> {
  const block = secondMessages(messages, (flags & 4) !== 0)
  const times = new Uint8Array((flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0)).fill(9)
  return join('OHDR', 2, flags, times, number(block.length, 2 ** (flags & 3)), block, number(0, 4))
}

export const integer = (bytes: number, bits = 8): Uint8Array<ArrayBuffer> =>
  join(0x10, number(bits, 3), number(bytes, 4), number(0, 2), number(8 * bytes, 2))
export const float = (bytes: number, bits = 0x20): Uint8Array<ArrayBuffer> =>
  join(0x11, number(bits, 3), number(bytes, 4), new Uint8Array(12))
export const textType = (bytes: number): Uint8Array<ArrayBuffer> => join(0x13, number(0, 3), number(bytes, 4))
/** A dataspace of the first or the second version. */
export const space = (sizes: readonly number[], version = 1): Uint8Array<ArrayBuffer> =>
  version === 1
    ? join(1, sizes.length, 0, 0, number(0, 4), ...sizes.map((size) => number(size, 8)))
    : join(2, sizes.length, 0, sizes.length === 0 ? 0 : 1, ...sizes.map((size) => number(size, 8)))

export type WrittenChunk = {
  readonly address: number
  readonly bytes: number
  readonly skipped?: number
  readonly start: readonly number[]
}

/** A node of a tree of chunks. Of a higher level, the addresses are those of other nodes. */
export function chunkNode(chunks: readonly WrittenChunk[], level = 0): Uint8Array<ArrayBuffer> {
  const entries = chunks.map(({ address, bytes, skipped = 0, start }) =>
    join(
      number(bytes, 4),
      number(skipped, 4),
      ...start.map((at) => number(at, 8)),
      number(0, 8),
      address < 0 ? nothing(8) : number(address, 8),
    ),
  )
  return join('TREE', 1, level, number(chunks.length, 2), nothing(16), ...entries)
}
