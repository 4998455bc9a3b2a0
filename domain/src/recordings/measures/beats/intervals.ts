/** Statistics of the intervals between beats, in seconds, as they come. */
export class Intervals {
  #n = 0
  #mean = 0
  #squares = 0
  #last = Number.NaN
  #differences = 0
  #differenceSquares = 0
  #over50 = 0

  /** `follows`: whether it begins where the one before ended. */
  add(seconds: number, follows: boolean): void {
    this.#n++
    const off = seconds - this.#mean
    this.#mean += off / this.#n
    this.#squares += off * (seconds - this.#mean)
    if (follows && !Number.isNaN(this.#last)) {
      const difference = seconds - this.#last
      this.#differences++
      this.#differenceSquares += difference * difference
      // Intervals are whole samples or milliseconds: 50 ms are not more than 50 ms.
      if (Math.abs(difference) > 0.05 + 1e-9) this.#over50++
    }
    this.#last = seconds
  }

  /** Beats per minute, by the mean interval. */
  get rate(): number | null {
    return this.#n === 0 ? null : 60 / this.#mean
  }

  /** The mean in milliseconds. */
  get mean(): number | null {
    return this.#n === 0 ? null : this.#mean * 1000
  }

  /** The standard deviation in milliseconds, by n - 1. */
  get sdnn(): number | null {
    return this.#n < 2 ? null : Math.sqrt(this.#squares / (this.#n - 1)) * 1000
  }

  /** The root of the mean of squared differences of consecutive intervals, in milliseconds. */
  get rmssd(): number | null {
    return this.#differences === 0 ? null : Math.sqrt(this.#differenceSquares / this.#differences) * 1000
  }

  /** The share of differences of more than 50 ms, in percent. */
  get pnn50(): number | null {
    return this.#differences === 0 ? null : (100 * this.#over50) / this.#differences
  }
}
