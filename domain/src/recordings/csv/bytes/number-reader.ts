const zero = 48
const nine = 57
const quote = 34
const space = 32
const plus = 43
const minus = 45

/** Exact as doubles, so that an exact mantissa divided by one of them is rounded once, as in Number(). */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

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
    let at = this.#afterSpaces(bytes, start, end)
    if (at === end || bytes[at] === this.#delimiter) {
      this.stop = at
      this.found = 'missing'
      return Number.NaN
    }
    const isNegative = bytes[at] === minus
    if (isNegative || bytes[at] === plus) at++
    let mantissa = 0
    let digits = 0
    let whole = -1
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (byte >= zero && byte <= nine) {
        mantissa = mantissa * 10 + (byte - zero)
        digits++
      } else if (byte === this.#decimal && byte !== this.#delimiter && whole < 0) whole = digits
      else break
    }
    const scale = whole < 0 ? 0 : digits - whole
    at = this.#afterSpaces(bytes, at, end)
    const isNumber = digits > 0 && (at === end || bytes[at] === this.#delimiter)
    if (!isNumber || mantissa > Number.MAX_SAFE_INTEGER || scale >= powersOfTen.length)
      return this.#slow(bytes, start, end)
    this.stop = at
    this.found = 'number'
    const value = mantissa / (powersOfTen[scale] ?? 1)
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
    let at = this.#afterSpaces(bytes, start, end)
    if (bytes[at] === quote) {
      at++
      while (at < end && (bytes[at] !== quote || bytes[at + 1] === quote)) at += bytes[at] === quote ? 2 : 1
      // A quote that is never closed is treated as an ordinary character.
      if (at >= end) at = start
    }
    while (at < end && bytes[at] !== this.#delimiter) at++
    this.stop = at
    return at
  }

  #afterSpaces(bytes: Uint8Array, start: number, end: number): number {
    let at = start
    if (this.#delimiter !== space) while (at < end && bytes[at] === space) at++
    return at
  }

  #slow(bytes: Uint8Array, start: number, end: number): number {
    const text = this.text(bytes, start, end, ascii)
    const value = parseNumber(text, String.fromCharCode(this.#decimal))
    this.found = !Number.isNaN(value) ? 'number' : isMissing(text) ? 'missing' : 'text'
    return value
  }
}

const withPoint = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const withComma = /^[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?$/i
const grouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

/** Whether commas separate thousands. Zeros do not begin such a number: `0,123` has a decimal comma. */
export function isGrouped(text: string, decimal: string): boolean {
  return decimal === '.' && grouped.test(text)
}

/** NaN if it is not a number, or exceeds the range of a double. */
export function parseNumber(text: string, decimal: string): number {
  const value = Number(plainNumber(text, decimal))
  return Number.isFinite(value) ? value : Number.NaN
}

/** The number as a program writes it. */
function plainNumber(text: string, decimal: string): string {
  if (decimal === ',') return withComma.test(text) ? text.replace(',', '.') : 'NaN'
  if (withPoint.test(text)) return text
  return isGrouped(text, decimal) ? text.replaceAll(',', '') : 'NaN'
}

export function isMissing(text: string): boolean {
  return missing.test(text)
}
