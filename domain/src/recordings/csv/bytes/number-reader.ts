const zero = 48
const nine = 57
const quote = 34
const space = 32
const plus = 43
const minus = 45
/** U+2212, the minus of typesetters, in UTF-8. */
const wideMinus = [0xe2, 0x88, 0x92]

/** Exact as doubles, so that an exact mantissa divided by one of them is rounded once, as in Number(). */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

const latin = new TextDecoder('latin1')
const missing = /^(|-|\?|\.|na|n\/a|nan|null|none|nil)$/i

export type Found = 'number' | 'missing' | 'text'

/** Parses numeric cells from bytes without creating strings. */
export class NumberReader {
  /** The end of the last cell: its delimiter, or the end of the line. */
  stop = 0
  found: Found = 'missing'
  readonly #delimiter: number
  readonly #decimal: number
  readonly #decoder: TextDecoder

  /** `decoder`: of the bytes, which matters where numbers contain other signs than ASCII. */
  constructor(delimiter: string, decimal: string, decoder = latin) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#decimal = decimal.charCodeAt(0)
    this.#decoder = decoder
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

  /** The number in a cell with this unit beside it, as `read` returns it. */
  readWithUnit(bytes: Uint8Array, start: number, end: number, unit: string): number {
    const text = this.text(bytes, start, end, this.#decoder)
    if (!text.endsWith(unit)) return Number.NaN
    const value = parseNumber(text.slice(0, -unit.length).trim(), String.fromCharCode(this.#decimal))
    if (!Number.isNaN(value)) this.found = 'number'
    return value
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
    if (this.#isWideMinus(bytes, start)) return -this.read(bytes, start + wideMinus.length, end)
    const text = this.text(bytes, start, end, this.#decoder)
    const value = parseNumber(text, String.fromCharCode(this.#decimal))
    this.found = !Number.isNaN(value) ? 'number' : isMissing(text) ? 'missing' : 'text'
    return value
  }

  /** Before a digit. */
  #isWideMinus(bytes: Uint8Array, at: number): boolean {
    const digit = bytes[at + wideMinus.length] ?? 0
    return digit >= zero && digit <= nine && wideMinus.every((byte, index) => bytes[at + index] === byte)
  }
}

const withPoint = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const withComma = /^[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?$/i
/** What typesetters write as minus. */
const otherMinus = /^[\u2212\u2013\uff0d](?=[\d.,])/
// Spaces of all widths, apostrophes, and the mark that is not the decimal one.
const groupedWithPoint = /^[+-]?[1-9]\d{0,2}([, \u00a0\u2007\u2009\u202f'\u2019])\d{3}(?:\1\d{3})*(?:\.\d+)?$/
const groupedWithComma = /^[+-]?[1-9]\d{0,2}([. \u00a0\u2007\u2009\u202f'\u2019])\d{3}(?:\1\d{3})*(?:,\d+)?$/

/**
 * Whether a mark separates thousands: a space, an apostrophe, or of comma and point the one that is not the decimal
 * mark. Zeros do not begin such a number: `0,123` has a decimal comma.
 */
export function isGrouped(text: string, decimal: string): boolean {
  return groupMarkOf(withMinus(text), decimal) !== undefined
}

/** What a comma or a point is in this text: the mark of thousands, or the decimal mark of another notation. */
export function otherMarkOf(text: string, decimal: string): 'thousands' | 'decimal' | undefined {
  const other = decimal === ',' ? '.' : ','
  if (!text.includes(other)) return undefined
  if (groupMarkOf(withMinus(text), decimal) === other) return 'thousands'
  return Number.isNaN(parseNumber(text, other)) ? undefined : 'decimal'
}

/** NaN if it is not a number, or exceeds the range of a double. */
export function parseNumber(text: string, decimal: string): number {
  const value = Number(plainNumber(withMinus(text), decimal))
  return Number.isFinite(value) ? value : Number.NaN
}

/** The number as a program writes it. */
function plainNumber(text: string, decimal: string): string {
  if ((decimal === ',' ? withComma : withPoint).test(text)) return text.replace(decimal, '.')
  const mark = groupMarkOf(text, decimal)
  return mark === undefined ? 'NaN' : text.replaceAll(mark, '').replace(decimal, '.')
}

function groupMarkOf(text: string, decimal: string): string | undefined {
  return (decimal === ',' ? groupedWithComma : groupedWithPoint).exec(text)?.[1]
}

function withMinus(text: string): string {
  return text.replace(otherMinus, '-')
}

export function isMissing(text: string): boolean {
  return missing.test(text)
}
