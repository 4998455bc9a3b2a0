import type { Collector, Emit, Meter, Method } from '../method/method.ts'
import { BandPass } from './band-pass.ts'
import { makeResampler } from './resample.ts'

const parameters = {
  calibration: 'none',
  rate_hz: 30,
  decimals: 3,
  scale: (3 / 4096 / (2.6 / 256)) * 237.5,
  dead_band: 4,
  peak: 128,
  low_frequency_extension: 'off',
}

/** ActiGraph's counts of an epoch. `axis1` is y, `axis2` x and `axis3` z, as ActiLife names them. */
export const counts: Method<readonly [number, number, number]> = {
  name: 'actigraph-counts',
  version: '1',
  reference: 'Neishabouri et al. 2022, Sci Rep 12:11958, doi:10.1038/s41598-022-16003-x',
  of: 'acceleration',
  parameters,
  outputs: [
    { measure: 'counts_axis1', unit: 'counts' },
    { measure: 'counts_axis2', unit: 'counts' },
    { measure: 'counts_axis3', unit: 'counts' },
    { measure: 'counts_vm', unit: 'counts' },
  ],
  lowestRate: 25,
  makeMeter,
  makeCollector,
}

function makeMeter(rate: number, emit: Emit<readonly [number, number, number]>): Meter {
  let axes = [0, 1, 2].map(() => new AxisCounter(rate))
  let [from, used] = [Number.NaN, 0]
  return {
    add(columns, at) {
      if (Number.isNaN(from)) from = at
      const [xs, ys, zs] = columns.map((column, axis) => axes[axis]?.add(column) ?? [])
      if (!xs || !ys || !zs) return
      for (let i = 0; i < xs.length; i++) emit(from + used++ / 10, [ys[i] ?? 0, xs[i] ?? 0, zs[i] ?? 0])
    },
    end() {
      axes = [0, 1, 2].map(() => new AxisCounter(rate))
      from = Number.NaN
      used = 0
    },
  }
}

/** Counts ten times a second. */
class AxisCounter {
  readonly #resample: (samples: Float64Array) => Float64Array
  readonly #filter = new BandPass()
  #sum = 0
  #n = 0

  constructor(rate: number) {
    this.#resample = makeResampler(rate)
  }

  add(samples: Float64Array): number[] {
    const made: number[] = []
    const resampled = this.#resample(samples)
    for (let i = 0; i < resampled.length; i++) {
      this.#sum += trim(this.#filter.next(Math.round((resampled[i] ?? 0) * 1000) / 1000) * parameters.scale)
      if (++this.#n < 3) continue
      made.push(Math.floor(this.#sum / 3))
      this.#sum = 0
      this.#n = 0
    }
    return made
  }
}

/** As the counters of the first recorders did: nothing of small values, and no more than 128 of large ones. */
export function trim(value: number): number {
  const size = Math.abs(value)
  return size < parameters.dead_band ? 0 : Math.floor(Math.min(size, parameters.peak))
}

function makeCollector(): Collector<readonly [number, number, number]> {
  let [one, two, three, n] = [0, 0, 0, 0]
  return {
    add([first, second, third]) {
      one += first
      two += second
      three += third
      n++
    },
    results: () =>
      n === 0
        ? [null, null, null, null]
        : [one, two, three, Math.round(Math.sqrt(one * one + two * two + three * three))],
  }
}
