const maxBytes = 120
const encoder = new TextEncoder()
/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
// Control and direction characters, line separators, unpaired surrogates, and characters reserved by file systems.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\\/:*?"<>|]/gu

/** A text as a file or folder name that is valid on every system. Keeps letters such as Å. Never empty, `.` or `..`. */
export function safeName(text: string): string {
  const [stem, ending] = splitEnding(text.normalize('NFC').replace(unsafe, '_'))
  const cut = cutToBytes(stem, maxBytes - encoder.encode(ending).length) + ending
  const trimmed = cut.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '')
  const name = trimmed.startsWith('-') ? `_${trimmed.slice(1)}` : trimmed
  if (name === '') return '_'
  return device.test(name) ? `_${name}` : name
}

/** `A.csv` numbered: `A (2).csv`. */
export function numberedName(name: string, count: number): string {
  const [stem, ending] = splitEnding(name)
  return `${stem} (${count})${ending}`
}

function splitEnding(name: string): [stem: string, ending: string] {
  const ending = /[^.](\.[A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

function cutToBytes(text: string, max: number): string {
  let bytes = 0
  let end = 0
  for (const letter of text) {
    bytes += encoder.encode(letter).length
    if (bytes > max) return text.slice(0, end)
    end += letter.length
  }
  return text
}
