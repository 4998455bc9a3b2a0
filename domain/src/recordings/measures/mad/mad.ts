import type { Collector, Method } from '../method/method.ts'
import { lengthAt } from '../method/vector-length.ts'

/** In seconds. In a whole activity, the deviations are taken within consecutive parts of this length. */
const partOfWhole = 5
/** Samples of an epoch. A longer one is divided, so that the memory suffices. */
const mostSamples = 1 << 20

/** The mean distance of the length of acceleration from its mean, both within one epoch. */
export const mad: Method<number> = {
  name: 'mad',
  version: '3',
  reference: 'Vähä-Ypyä et al. 2015, Clin Physiol Funct Imaging 35:64-70, doi:10.1111/cpf.12127',
  of: 'acceleration',
  parameters: { calibration: 'none', filter: 'none', part_of_whole_seconds: partOfWhole },
  outputs: [{ measure: 'mad', unit: 'g' }],
  isCalibrated: true,
  lowestRate: 1,
  makeMeter: (_rate, emit) => ({
    add([x, y, z], at, step) {
      if (!x || !y || !z) return
      for (let i = 0; i < x.length; i++) emit(at + i * step, lengthAt(x, y, z, i))
    },
    end() {},
  }),
  makeCollector,
}

function makeCollector(rate: number, isWhole: boolean): Collector<number> {
  const partLength = isWhole ? Math.min(mostSamples, Math.max(2, Math.round(rate * partOfWhole))) : mostSamples
  let part: number[] = []
  let [sum, n] = [0, 0]
  const close = () => {
    let mean = 0
    for (const value of part) mean += value
    mean /= part.length
    for (const value of part) sum += Math.abs(value - mean)
    n += part.length
    part = []
  }
  return {
    add(value) {
      part.push(value)
      if (part.length === partLength) close()
    },
    results() {
      // A short rest of an activity says little of how much somebody moved.
      if (part.length > 0 && (n === 0 || part.length >= partLength / 2)) close()
      return [n === 0 ? null : sum / n]
    },
  }
}
