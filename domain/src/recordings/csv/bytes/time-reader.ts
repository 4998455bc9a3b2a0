import { type DateOrder, type FirstUnit, readTimeText } from './time-text.ts'

const ascii = new TextDecoder('latin1')

/** The length of a date such as `2019-10-16` or `16.10.2019`. */
const dateLength = 10
const longestText = 64
/** Texts that end with a time whose hour is of two digits, and below 24. */
const clockAtEnd = /[T ](\d{2}):(\d{2}):(\d{2})(?:[.,]\d{1,12})?$/

/** Parses cells with dates and times from bytes: plain ones quickly, other formats via their text. */
export class TimeReader {
  seconds = 0
  fraction = 0
  readonly #order: DateOrder
  readonly #firstUnit: FirstUnit
  /** The bytes of the last date, and its seconds. */
  #date = new Uint8Array()
  #dateSeconds = 0
  /** What stood before the time of the last text with a date, and its seconds. */
  #before = new Uint8Array()
  #beforeSeconds = 0

  constructor(order: DateOrder, firstUnit: FirstUnit = 'h') {
    this.#order = order
    this.#firstUnit = firstUnit
  }

  /** Whether there is a time between `start` and `stop`. `seconds` and `fraction` then contain it. */
  read(bytes: Uint8Array, start: number, stop: number): boolean {
    if (this.#readPlain(bytes, start, stop) || this.#readKnown(bytes, start, stop)) return true
    return stop - start <= longestText && this.#readText(bytes, start, stop)
  }

  /** A time alone, or after the same text as the one before, which was a date: `4/3/2026 22:00:00`. */
  #readKnown(bytes: Uint8Array, start: number, stop: number): boolean {
    if (this.#readClock(bytes, start, stop, 0)) return true
    const { length } = this.#before
    return (
      length > 0 &&
      isSame(bytes, start, this.#before, length) &&
      this.#readClock(bytes, start + length, stop, this.#beforeSeconds)
    )
  }

  /** `22:00:00` with or without a fraction, and nothing after it. */
  #readClock(bytes: Uint8Array, start: number, stop: number, before: number): boolean {
    if (stop - start < 8 || bytes[start + 2] !== 58 || bytes[start + 5] !== 58) return false
    const hour = pair(bytes, start)
    const minute = pair(bytes, start + 3)
    const second = pair(bytes, start + 6)
    if (!(hour < 24 && minute < 60 && second <= 60)) return false
    const end = this.#readFraction(bytes, start + 8, stop)
    if (end !== stop || end === start + 9) return false
    this.seconds = before + hour * 3600 + minute * 60 + second
    return true
  }

  /** Sets the fraction that may begin here, and returns where it ends. */
  #readFraction(bytes: Uint8Array, start: number, stop: number): number {
    let at = start
    let fraction = 0
    if (at < stop && (bytes[at] === 46 || bytes[at] === 44)) {
      let scale = 1
      for (at++; at < stop && digit(bytes, at) >= 0 && scale < 1e15; at++) {
        fraction = fraction * 10 + digit(bytes, at)
        scale *= 10
      }
      fraction /= scale
    }
    this.fraction = fraction
    return at
  }

  #readText(bytes: Uint8Array, start: number, stop: number): boolean {
    const text = ascii
      .decode(bytes.subarray(start, stop))
      .trim()
      .replace(/^"(.*)"$/, '$1')
    const time = readTimeText(text, this.#order, this.#firstUnit)
    if (!time) return false
    this.seconds = time.seconds
    this.fraction = time.fraction
    const clock = time.hasDate && !time.hasZone ? clockAtEnd.exec(text) : null
    if (clock) {
      const length = bytes.subarray(start, stop).lastIndexOf(58) - 5
      this.#before = bytes.slice(start, start + length)
      this.#beforeSeconds = time.seconds - Number(clock[1]) * 3600 - Number(clock[2]) * 60 - Number(clock[3])
    }
    return true
  }

  /**
   * `2019-10-16T12:09:01.702+02:00`: a date of ten characters in any order, with a space for the T, the fraction and
   * the zone left out or Z.
   */
  #readPlain(bytes: Uint8Array, start: number, stop: number): boolean {
    const between = bytes[start + 10]
    const hour = pair(bytes, start + 11)
    const minute = pair(bytes, start + 14)
    const second = pair(bytes, start + 17)
    const isPlain =
      stop - start >= 19 &&
      (between === 84 || between === 32) &&
      bytes[start + 13] === 58 &&
      bytes[start + 16] === 58 &&
      hour < 24 &&
      minute < 60 &&
      second <= 60
    if (!isPlain || !this.#readDate(bytes, start)) return false
    const at = this.#readFraction(bytes, start + 19, stop)
    const offset = zoneOffset(bytes, at, stop)
    if (Number.isNaN(offset)) return false
    this.seconds = this.#dateSeconds + hour * 3600 + minute * 60 + second - offset
    return true
  }

  /** Whether there is a date at `start`, which mostly is that of the time before. */
  #readDate(bytes: Uint8Array, start: number): boolean {
    if (isSame(bytes, start, this.#date, dateLength)) return true
    const date = bytes.slice(start, start + dateLength)
    const read = readTimeText(ascii.decode(date), this.#order)
    if (!read || read.hasTime) return false
    this.#date = date
    this.#dateSeconds = read.seconds
    return true
  }
}

function isSame(bytes: Uint8Array, start: number, known: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[start + i] !== known[i]) return false
  return true
}

function digit(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0
  return byte >= 48 && byte <= 57 ? byte - 48 : -1
}

function pair(bytes: Uint8Array, at: number): number {
  const tens = digit(bytes, at)
  const ones = digit(bytes, at + 1)
  return tens < 0 || ones < 0 ? Number.NaN : tens * 10 + ones
}

function zoneOffset(bytes: Uint8Array, at: number, end: number): number {
  const stop = bytes[end - 1] === 93 ? beforeName(bytes, at, end) : end
  if (at === stop) return 0
  const sign = bytes[at]
  if (sign === 90 && at + 1 === stop) return 0
  const isPlainZone = (sign === 43 || sign === 45) && (at + 5 === stop || (at + 6 === stop && bytes[at + 3] === 58))
  if (!isPlainZone) return Number.NaN
  return (sign === 45 ? -1 : 1) * (pair(bytes, at + 1) * 3600 + pair(bytes, stop - 2) * 60)
}

/** Where the name of a zone in brackets begins, or the space before it. */
function beforeName(bytes: Uint8Array, at: number, end: number): number {
  let stop = bytes.lastIndexOf(91, end - 1)
  while (stop > at && bytes[stop - 1] === 32) stop--
  return stop >= at ? stop : end
}
