import type { Collector, Method } from '../method/method.ts'

/** Mean, spread and range of the values of a channel, in its own unit. */
export const statistics: Method<number> = {
  name: 'statistics',
  version: '1',
  reference: 'Welford 1962, Technometrics 4:419-420, doi:10.1080/00401706.1962.10490022',
  of: 'any',
  parameters: { sd: 'n-1' },
  outputs: [
    { measure: 'mean', unit: null },
    { measure: 'sd', unit: null },
    { measure: 'rms', unit: null },
    { measure: 'range', unit: null },
  ],
  lowestRate: 0,
  makeMeter: (_rate, emit) => ({
    add([values], at, step) {
      if (!values) return
      for (let i = 0; i < values.length; i++) emit(at + i * step, values[i] ?? 0)
    },
    end() {},
  }),
  makeCollector: () => new Moments(),
}

/** In fields, as `Mean`. */
class Moments implements Collector<number> {
  #n = 0
  #mean = 0
  #squares = 0
  #least = Number.POSITIVE_INFINITY
  #most = Number.NEGATIVE_INFINITY

  add(value: number): void {
    this.#n++
    const off = value - this.#mean
    this.#mean += off / this.#n
    this.#squares += off * (value - this.#mean)
    if (value < this.#least) this.#least = value
    if (value > this.#most) this.#most = value
  }

  results(): readonly (number | null)[] {
    const [n, mean, squares] = [this.#n, this.#mean, this.#squares]
    if (n === 0) return [null, null, null, null]
    const sd = n < 2 ? null : Math.sqrt(squares / (n - 1))
    return [mean, sd, Math.sqrt(mean * mean + squares / n), this.#most - this.#least]
  }
}
