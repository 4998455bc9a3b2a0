import type { SampleCollector, SampleMethod } from '../method/method.ts'
import { lengthsOf } from '../method/vector-length.ts'

/** In seconds. In a whole activity, the deviations are taken within consecutive parts of this length. */
const partOfWhole = 5
/** Samples of an epoch. A longer one is divided, so that the memory suffices. */
const mostSamples = 1 << 20

/** The mean distance of the length of acceleration from its mean, both within one epoch. */
export const mad: SampleMethod = {
  name: 'mad',
  version: '3',
  reference: 'Vähä-Ypyä et al. 2015, Clin Physiol Funct Imaging 35:64-70, doi:10.1111/cpf.12127',
  of: 'acceleration',
  parameters: { calibration: 'none', filter: 'none', part_of_whole_seconds: partOfWhole },
  outputs: [{ measure: 'mad', unit: 'g' }],
  isCalibrated: true,
  lowestRate: 1,
  valuesOf: lengthsOf,
  makeCollector: (rate, isWhole) =>
    new Deviations(isWhole ? Math.min(mostSamples, Math.max(2, Math.round(rate * partOfWhole))) : mostSamples),
}

class Deviations implements SampleCollector {
  readonly #partLength: number
  #part = new Float64Array(512)
  #used = 0
  #sum = 0
  #n = 0

  constructor(partLength: number) {
    this.#partLength = partLength
  }

  add(values: Float64Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, this.#partLength - this.#used)
      this.#makeRoomFor(this.#used + count)
      this.#part.set(values.subarray(at, at + count), this.#used)
      this.#used += count
      at += count
      if (this.#used === this.#partLength) this.#close()
    }
  }

  #makeRoomFor(count: number): void {
    if (count <= this.#part.length) return
    const larger = new Float64Array(Math.max(count, 2 * this.#part.length))
    larger.set(this.#part.subarray(0, this.#used))
    this.#part = larger
  }

  #close(): void {
    const [part, used] = [this.#part, this.#used]
    let mean = 0
    for (let i = 0; i < used; i++) mean += part[i] ?? 0
    mean /= used
    let sum = this.#sum
    for (let i = 0; i < used; i++) sum += Math.abs((part[i] ?? 0) - mean)
    this.#sum = sum
    this.#n += used
    this.#used = 0
  }

  results(): readonly (number | null)[] {
    // A short rest of an activity says little of how much somebody moved.
    if (this.#used > 0 && (this.#n === 0 || this.#used >= this.#partLength / 2)) this.#close()
    return [this.#n === 0 ? null : this.#sum / this.#n]
  }
}
