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
  makeCollector,
}

function makeCollector(): Collector<number> {
  let [n, mean, squares, least, most] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    add(value) {
      n++
      const off = value - mean
      mean += off / n
      squares += off * (value - mean)
      if (value < least) least = value
      if (value > most) most = value
    },
    results() {
      if (n === 0) return [null, null, null, null]
      return [mean, n < 2 ? null : Math.sqrt(squares / (n - 1)), Math.sqrt(mean * mean + squares / n), most - least]
    },
  }
}
