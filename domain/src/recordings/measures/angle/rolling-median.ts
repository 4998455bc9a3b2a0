/** The median of the last values, of which there is an odd number. */
export class RollingMedian {
  readonly #recent: Float64Array
  readonly #sorted: Float64Array
  #added = 0

  constructor(length: number) {
    this.#recent = new Float64Array(length)
    this.#sorted = new Float64Array(length)
  }

  /** Undefined until there are enough values. */
  add(value: number): number | undefined {
    const [recent, sorted] = [this.#recent, this.#sorted]
    const { length } = recent
    const slot = this.#added % length
    // The place that becomes free: that of the oldest value, or one behind all.
    let free = this.#added < length ? this.#added : this.#placeOf(recent[slot] ?? 0)
    for (; free > 0 && (sorted[free - 1] ?? 0) > value; free--) sorted[free] = sorted[free - 1] ?? 0
    const last = Math.min(this.#added, length - 1)
    for (; free < last && (sorted[free + 1] ?? 0) < value; free++) sorted[free] = sorted[free + 1] ?? 0
    sorted[free] = value
    recent[slot] = value
    this.#added++
    return this.#added >= length ? sorted[length >> 1] : undefined
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
