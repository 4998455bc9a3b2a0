export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type Encoded = { readonly encoding: Encoding /** Length of the byte order mark. */; readonly mark: number }

/** Determined by the byte order mark, else by the positions of zero bytes, and by whether the bytes are valid UTF-8. */
export function detectEncoding(head: Uint8Array): Encoded {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 }
  const [even, odd] = countZeros(head)
  if (odd * 3 > head.length && even === 0) return { encoding: 'utf-16le', mark: 0 }
  if (even * 3 > head.length && odd === 0) return { encoding: 'utf-16be', mark: 0 }
  return { encoding: isUtf8(head) ? 'utf-8' : 'windows-1252', mark: 0 }
}

/** Text of four bytes a character, with or without a byte order mark. It is known, and not read. */
export function isUtf32(head: Uint8Array): boolean {
  const body = head.subarray(4, head.length - (head.length % 4))
  if (body.length === 0) return false
  const isText = (byte: number) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte !== 127)
  return [0, 3].some((place) => body.every((byte, at) => (at % 4 === place ? isText(byte) : byte === 0)))
}

/**
 * Whether these first bytes of a file may be a table in text: hardly any control characters, apart from zero bytes
 * below its lines, and neither JSON nor markup.
 */
export function looksLikeText(head: Uint8Array): boolean {
  if (isUtf32(head)) return true
  const { encoding, mark } = detectEncoding(head)
  const padded = new TextDecoder(encoding).decode(head.subarray(mark))
  const unpadded = padded.replace(/\0+$/, '')
  const text = /[\r\n]/.test(unpadded) ? unpadded : padded
  if (text.length === 0 || /^\s*[[{<]/.test(text)) return false
  let strange = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffd) strange++
  }
  return strange * 200 <= text.length
}

function countZeros(head: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0]
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) zeros[at & 1 ? 1 : 0]++
  return zeros
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // Decoded as a stream, so that a character cut off at the end does not count.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8
}
