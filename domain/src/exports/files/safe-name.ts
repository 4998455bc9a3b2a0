const maxBytes = 120
/** Of UTF-16 code units, with a number at the end. */
const maxLength = 130
const encoder = new TextEncoder()
/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
// Control and direction characters, line separators, unpaired surrogates, and characters reserved by file systems.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\\/:*?"<>|]/gu

/**
 * A text as a file or folder name that is valid on every system, of at most `most` UTF-16 code units. Keeps letters such
 * as Å. Never empty, `.` or `..`.
 */
export function safeName(text: string, most = maxLength): string {
  const [stem, ending] = splitEnding(text.normalize('NFC').replace(unsafe, '_'))
  // One is kept for an underscore in front.
  const cut = cutToLength(cutToBytes(stem, maxBytes - encoder.encode(ending).length), most - 1 - ending.length) + ending
  const trimmed = cut.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '')
  const name = trimmed.startsWith('-') ? `_${trimmed.slice(1)}` : trimmed
  if (name === '') return '_'
  return device.test(name) ? `_${name}` : name
}

/** `A.csv` numbered: `A (2).csv`. Cut, if it would be longer than `most`. */
export function numberedName(name: string, count: number, most = maxLength): string {
  const [stem, ending] = splitEnding(name)
  const end = ` (${count})${ending}`
  return cutToLength(stem, most - end.length) + end
}

function splitEnding(name: string): [stem: string, ending: string] {
  const ending = /[^.](\.[A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

function cutToLength(text: string, max: number): string {
  return cutTo(text, max, (letter) => letter.length)
}

function cutToBytes(text: string, max: number): string {
  return cutTo(text, max, (letter) => encoder.encode(letter).length)
}

function cutTo(text: string, max: number, sizeOf: (letter: string) => number): string {
  let size = 0
  let end = 0
  for (const letter of text) {
    size += sizeOf(letter)
    if (size > max) return text.slice(0, end)
    end += letter.length
  }
  return text
}
