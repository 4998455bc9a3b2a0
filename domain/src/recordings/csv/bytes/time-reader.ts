import { type DateOrder, readTimeText } from './time-text.ts'

const ascii = new TextDecoder('latin1')

/** Parses cells with dates and times from bytes: ISO times with seconds quickly, other formats via their text. */
export class TimeReader {
  seconds = 0
  fraction = 0
  readonly #order: DateOrder
  #day = -1
  #dayStart = 0

  constructor(order: DateOrder) {
    this.#order = order
  }

  /** Whether there is a time between `start` and `stop`. `seconds` and `fraction` then contain it. */
  read(bytes: Uint8Array, start: number, stop: number): boolean {
    return this.#readIso(bytes, start, stop) || this.#readText(bytes, start, stop)
  }

  #readText(bytes: Uint8Array, start: number, stop: number): boolean {
    if (stop - start > 64) return false
    const text = ascii
      .decode(bytes.subarray(start, stop))
      .trim()
      .replace(/^"(.*)"$/, '$1')
    const time = readTimeText(text, this.#order)
    if (!time) return false
    this.seconds = time.seconds
    this.fraction = time.fraction
    return true
  }

  /** `2019-10-16T12:09:01.702+02:00`, with a space for the T, the fraction and the zone left out or Z. */
  #readIso(bytes: Uint8Array, start: number, stop: number): boolean {
    if (stop - start < 19 || bytes[start + 4] !== 45 || bytes[start + 7] !== 45) return false
    if (bytes[start + 13] !== 58 || bytes[start + 16] !== 58) return false
    const between = bytes[start + 10]
    if (between !== 84 && between !== 32) return false
    const year = pair(bytes, start) * 100 + pair(bytes, start + 2)
    const day = (year * 100 + pair(bytes, start + 5)) * 100 + pair(bytes, start + 8)
    const hour = pair(bytes, start + 11)
    const minute = pair(bytes, start + 14)
    const second = pair(bytes, start + 17)
    if (Number.isNaN(day) || !(hour < 24 && minute < 60 && second <= 60)) return false
    if (day !== this.#day) {
      // Checks that the day exists.
      if (!this.#readText(bytes, start, start + 10)) return false
      this.#dayStart = this.seconds
      this.#day = day
    }
    let at = start + 19
    let fraction = 0
    if (at < stop && (bytes[at] === 46 || bytes[at] === 44)) {
      let scale = 1
      for (at++; at < stop && digit(bytes, at) >= 0 && scale < 1e15; at++) {
        fraction = fraction * 10 + digit(bytes, at)
        scale *= 10
      }
      fraction /= scale
    }
    const offset = zoneOffset(bytes, at, stop)
    if (Number.isNaN(offset)) return false
    this.seconds = this.#dayStart + hour * 3600 + minute * 60 + second - offset
    this.fraction = fraction
    return true
  }
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

function zoneOffset(bytes: Uint8Array, at: number, stop: number): number {
  if (at === stop) return 0
  const sign = bytes[at]
  if (sign === 90 && at + 1 === stop) return 0
  const isPlainZone = (sign === 43 || sign === 45) && at + 6 === stop && bytes[at + 3] === 58
  if (!isPlainZone) return Number.NaN
  return (sign === 45 ? -1 : 1) * (pair(bytes, at + 1) * 3600 + pair(bytes, at + 4) * 60)
}
