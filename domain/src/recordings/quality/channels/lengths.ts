const most = 4096

/** Lengths of an acceleration about once a second, from the whole of a recording. */
export class Lengths {
  #values: number[] = []
  /** Every how many samples one is kept. */
  #every = 0
  #until = 0

  add([x, y, z]: readonly Float64Array[], step: number): void {
    if (!x || !y || !z) return
    this.#every ||= Math.max(1, Math.round(1 / step))
    let i = this.#until
    for (; i < x.length; i += this.#every) {
      this.#values.push(Math.hypot(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0))
      if (this.#values.length < most) continue
      this.#values = this.#values.filter((_, index) => index % 2 === 0)
      this.#every *= 2
    }
    this.#until = i - x.length
  }

  get values(): Float64Array {
    return Float64Array.from(this.#values)
  }
}
