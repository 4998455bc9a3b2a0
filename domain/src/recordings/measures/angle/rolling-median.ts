/** The median of the last values, of which there is an odd number. */
export class RollingMedian {
  readonly #recent: Float64Array
  readonly #sorted: number[] = []
  #added = 0

  constructor(length: number) {
    this.#recent = new Float64Array(length)
  }

  /** Undefined until there are enough values. */
  add(value: number): number | undefined {
    const slot = this.#added % this.#recent.length
    if (this.#added >= this.#recent.length) this.#sorted.splice(this.#placeOf(this.#recent[slot] ?? 0), 1)
    this.#recent[slot] = value
    this.#sorted.splice(this.#placeOf(value), 0, value)
    this.#added++
    return this.#sorted.length === this.#recent.length ? this.#sorted[this.#recent.length >> 1] : undefined
  }

  /** The first place whose value is not less. */
  #placeOf(value: number): number {
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#sorted[middle] ?? 0) < value) from = middle + 1
      else to = middle
    }
    return from
  }
}
