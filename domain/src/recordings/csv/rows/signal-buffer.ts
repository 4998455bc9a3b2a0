import type { Block } from '../../recording.ts'

/** The samples of one signal that are not yet a block. */
export class SignalBuffer {
  last = Number.NEGATIVE_INFINITY
  readonly #channel: number
  readonly #gap: number
  #times: number[] = []
  #values: number[] = []
  #isNew = true

  constructor(channel: number, gap: number) {
    this.#channel = channel
    this.#gap = gap
  }

  get samples(): number {
    return this.#times.length
  }

  /** Returns what came before, if there is a gap. */
  add({ at, value }: { at: number; value: number }): Block[] {
    const isGap = at - this.last > this.#gap
    const blocks = isGap ? this.flush() : []
    if (isGap) this.#isNew = true
    this.last = at
    this.#times.push(at)
    this.#values.push(value)
    return blocks
  }

  flush(): Block[] {
    const [at] = this.#times
    if (at === undefined) return []
    const times = Float64Array.from(this.#times)
    const values = Float64Array.from(this.#values)
    const block = { channel: this.#channel, at, step: null, times, values, continues: !this.#isNew }
    this.#times = []
    this.#values = []
    this.#isNew = false
    return [block]
  }
}
