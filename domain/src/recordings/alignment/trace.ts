import type { Block, Channel } from '../recording.ts'
import { Signals } from '../signals/signals.ts'

/** What a trace is made of. */
export type TraceOf = {
  /** Three channels are the axes of a vector, of which the length counts. */
  readonly channels: readonly number[]
  /** Values for each second. */
  readonly rate: number
  /** In seconds since the start of the recording. */
  readonly from: number
  readonly to: number
}

/** From this many seconds on, movement is how much the length of the vector varies: its mean is gravity. */
const spreadFrom = 0.2

/** The course of a signal in even steps, to be compared with that of another recording. NaN: not recorded. */
export class Trace {
  readonly #of: TraceOf
  readonly #signals: Signals
  readonly #counts: Uint32Array
  readonly #means: Float64Array
  /** The sum of squares about the mean. */
  readonly #spreads: Float64Array

  constructor(channels: readonly Channel[], of: TraceOf) {
    const length = Math.max(0, Math.ceil((of.to - of.from) * of.rate - 1e-6))
    this.#of = of
    this.#signals = new Signals(channels, [{ channels: of.channels }])
    this.#counts = new Uint32Array(length)
    this.#means = new Float64Array(length)
    this.#spreads = new Float64Array(length)
  }

  add(block: Block): void {
    const { rate, from } = this.#of
    for (const { at, step, columns } of this.#signals.add(block)) {
      const [x, y, z] = columns
      for (let i = 0; i < (x?.length ?? 0); i++) {
        // A sample that a rounding error puts just before a step belongs to it.
        const bin = Math.floor((at + i * step - from) * rate + 1e-6)
        if (bin < 0 || bin >= this.#counts.length) continue
        const [a, b, c] = [x?.[i] ?? 0, y?.[i] ?? 0, z?.[i] ?? 0]
        this.#put(bin, y ? Math.sqrt(a * a + b * b + c * c) : a)
      }
    }
  }

  #put(bin: number, value: number): void {
    const count = (this.#counts[bin] ?? 0) + 1
    const before = this.#means[bin] ?? 0
    const mean = before + (value - before) / count
    this.#counts[bin] = count
    this.#means[bin] = mean
    this.#spreads[bin] = (this.#spreads[bin] ?? 0) + (value - before) * (value - mean)
  }

  values(): Float64Array {
    const { channels, rate } = this.#of
    const isSpread = channels.length > 1 && 1 / rate >= spreadFrom
    return this.#means.map((mean, bin) => {
      const count = this.#counts[bin] ?? 0
      if (count === 0) return Number.NaN
      return isSpread ? Math.sqrt((this.#spreads[bin] ?? 0) / count) : mean
    })
  }
}
