const zero = 48
const nine = 57
const quote = 34

/** Exact as doubles, so that a mantissa below 2^53 multiplied or divided by one of them is rounded once, as in Number(). */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const exactMantissa = 2 ** 53

const ascii = new TextDecoder('latin1')
const missing = /^(|-|\?|\.|na|n\/a|nan|null|none|nil)$/i

export type Found = 'number' | 'missing' | 'text'

/** Parses numeric cells from bytes without creating strings. */
export class NumberReader {
  /** The end of the last cell: its delimiter, or the end of the line. */
  stop = 0
  found: Found = 'missing'
  readonly #delimiter: number
  readonly #decimal: number

  constructor(delimiter: string, decimal: string) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#decimal = decimal.charCodeAt(0)
  }

  /** The number in the cell that begins at `start` of a line that ends at `end`; NaN for anything else. */
  read(bytes: Uint8Array, start: number, end: number): number {
    let at = start
    while (at < end && bytes[at] === 32 && this.#delimiter !== 32) at++
    if (at < end && bytes[at] === quote) return this.#slow(bytes, start, end)
    if (at === end || bytes[at] === this.#delimiter) {
      this.stop = at
      this.found = 'missing'
      return Number.NaN
    }
    let isNegative = false
    let byte = bytes[at] ?? 0
    if (byte === 45 || byte === 43) {
      isNegative = byte === 45
      at++
    }
    let mantissa = 0
    let digits = 0
    let scale = 0
    for (; at < end; at++) {
      byte = bytes[at] ?? 0
      if (byte < zero || byte > nine) break
      mantissa = mantissa * 10 + (byte - zero)
      digits++
    }
    if (at < end && byte === this.#decimal && byte !== this.#delimiter) {
      const first = ++at
      for (; at < end; at++) {
        byte = bytes[at] ?? 0
        if (byte < zero || byte > nine) break
        mantissa = mantissa * 10 + (byte - zero)
      }
      scale = at - first
      digits += scale
    }
    while (at < end && bytes[at] === 32 && this.#delimiter !== 32) at++
    const isWhole = at === end || bytes[at] === this.#delimiter
    if (!isWhole || digits === 0 || mantissa >= exactMantissa || scale > 22) return this.#slow(bytes, start, end)
    this.stop = at
    this.found = 'number'
    const value = scale === 0 ? mantissa : mantissa / (powersOfTen[scale] ?? 1)
    return isNegative ? -value : value
  }

  /** Moves `stop` to the end of the cell and returns its text, without surrounding quotes and spaces. */
  text(bytes: Uint8Array, start: number, end: number, decoder: TextDecoder): string {
    const stop = this.skip(bytes, start, end)
    const text = decoder.decode(bytes.subarray(start, stop)).trim()
    return text.startsWith('"') ? text.replace(/^"|"$/g, '').replaceAll('""', '"').trim() : text
  }

  /** Moves `stop` to the end of the cell, skipping delimiters in quotes. */
  skip(bytes: Uint8Array, start: number, end: number): number {
    let at = start
    while (at < end && bytes[at] === 32 && this.#delimiter !== 32) at++
    if (at < end && bytes[at] === quote) {
      at++
      while (at < end && (bytes[at] !== quote || bytes[at + 1] === quote)) at += bytes[at] === quote ? 2 : 1
      // A quote that is never closed is treated as an ordinary character.
      if (at >= end) at = start
    }
    while (at < end && bytes[at] !== this.#delimiter) at++
    this.stop = Math.min(at, end)
    return this.stop
  }

  #slow(bytes: Uint8Array, start: number, end: number): number {
    const text = this.text(bytes, start, end, ascii)
    const value = parseNumber(text, String.fromCharCode(this.#decimal))
    this.found = !Number.isNaN(value) ? 'number' : missing.test(text) ? 'missing' : 'text'
    return value
  }
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

const grouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

/** Whether commas separate thousands. Zeros do not begin such a number: `0,123` has a decimal comma. */
export function isGrouped(text: string, decimal: string): boolean {
  return decimal === '.' && text.includes(',') && grouped.test(text)
}

/** NaN if it is not a number, or exceeds the range of a double. */
export function parseNumber(text: string, decimal: string): number {
  if (isGrouped(text, decimal)) return Number(text.replaceAll(',', ''))
  const pointed = decimal === '.' ? text : text.replace(decimal, '.')
  if (!number.test(pointed) || (decimal !== '.' && text.includes('.'))) return Number.NaN
  const value = Number(pointed)
  return Number.isFinite(value) ? value : Number.NaN
}

export function isMissing(text: string): boolean {
  return missing.test(text)
}
