import type { SampleCollector, SampleMethod } from '../method/method.ts'

/** Mean, spread and range of the values of a channel, in its own unit. */
export const statistics: SampleMethod = {
  name: 'statistics',
  version: '2',
  reference: 'Chan, Golub & LeVeque 1983, Am Stat 37:242-247, doi:10.1080/00031305.1983.10483115',
  of: 'any',
  parameters: { sd: 'n-1' },
  outputs: [
    { measure: 'mean', unit: null },
    { measure: 'sd', unit: null },
    { measure: 'rms', unit: null },
    { measure: 'range', unit: null },
  ],
  lowestRate: 0,
  valuesOf: ([values]) => values ?? new Float64Array(),
  makeCollector: () => new Moments(),
}

/** Samples whose squares are added up before they are combined with those before. */
const partLength = 128

/**
 * Of parts, as they are combined: the sums of each are those of the distances from its first value, so that nothing is
 * lost where values are large and vary little. The parts do not depend on how the samples arrive.
 */
class Moments implements SampleCollector {
  #n = 0
  #mean = 0
  #squares = 0
  #least = Number.POSITIVE_INFINITY
  #most = Number.NEGATIVE_INFINITY
  #inPart = 0
  #first = 0
  #partSum = 0
  #partSquares = 0

  add(values: Float64Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (this.#inPart === 0) this.#first = values[at] ?? 0
      const end = Math.min(to, at + partLength - this.#inPart)
      this.#addToPart(values, at, end)
      this.#inPart += end - at
      at = end
      if (this.#inPart === partLength) this.#combine()
    }
  }

  #addToPart(values: Float64Array, from: number, to: number): void {
    const first = this.#first
    let [sum, squares, least, most] = [this.#partSum, this.#partSquares, this.#least, this.#most]
    for (let i = from; i < to; i++) {
      const value = values[i] ?? 0
      const off = value - first
      sum += off
      squares += off * off
      if (value < least) least = value
      if (value > most) most = value
    }
    this.#partSum = sum
    this.#partSquares = squares
    this.#least = least
    this.#most = most
  }

  #combine(): void {
    const [count, sum] = [this.#inPart, this.#partSum]
    if (count === 0) return
    const off = this.#first + sum / count - this.#mean
    const n = this.#n + count
    this.#squares += Math.max(0, this.#partSquares - (sum * sum) / count) + (off * off * this.#n * count) / n
    this.#mean += (off * count) / n
    this.#n = n
    this.#inPart = 0
    this.#partSum = 0
    this.#partSquares = 0
  }

  results(): readonly (number | null)[] {
    this.#combine()
    const [n, mean, squares] = [this.#n, this.#mean, this.#squares]
    if (n === 0) return [null, null, null, null]
    const sd = n < 2 ? null : Math.sqrt(squares / (n - 1))
    return [mean, sd, Math.sqrt(mean * mean + squares / n), this.#most - this.#least]
  }
}
