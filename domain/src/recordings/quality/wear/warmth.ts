import type { Block, Channel } from '../../recording.ts'

/** In °C: what is worn on the skin is as warm, whoever lies still (Zhou 2015, BMJ Open 5:e007447). */
export const skinTemperature = 26

const seconds = 60
/** Minutes of half a year. */
const most = 270_000

/** Whether a channel is a temperature in °C. */
export function isCelsius({ kind, unit }: Pick<Channel, 'kind' | 'unit'>): boolean {
  return kind === 'temperature' && /^(°|deg)?\s?c/i.test(unit ?? '')
}

/** The temperature of a recorder by the minute. */
export class Warmth {
  readonly #sums: number[] = []
  readonly #counts: number[] = []
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY

  add({ at, step, times, values }: Block): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const minute = Math.floor((step === null ? (times?.[i] ?? at) : at + i * step) / seconds)
      if (minute < 0 || minute >= most) continue
      this.#sums[minute] = (this.#sums[minute] ?? 0) + value
      this.#counts[minute] = (this.#counts[minute] ?? 0) + 1
      if (value < this.#lowest) this.#lowest = value
      if (value > this.#highest) this.#highest = value
    }
  }

  /** Whether it was as warm as worn on average. Never of a sensor that always says the same. */
  isWarm(from: number, to: number): boolean {
    if (!(this.#highest > this.#lowest)) return false
    let [sum, count] = [0, 0]
    for (let minute = Math.max(0, Math.floor(from / seconds)); minute < to / seconds; minute++) {
      sum += this.#sums[minute] ?? 0
      count += this.#counts[minute] ?? 0
    }
    return count > 0 && sum / count >= skinTemperature
  }
}
