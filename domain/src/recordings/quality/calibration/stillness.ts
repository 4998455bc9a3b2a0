/** Seconds of the windows in which a sensor is still or moves. */
export const windowSeconds = 10
/** The standard deviation of each axis in g below which it is still. */
const stillBelow = 0.013
/** Windows kept: more than a year, for a sensor that never lies still. */
const mostPoints = 200_000

/** Means of the windows in which an accelerometer was still, as three coordinates each, in g. */
export class StillPoints {
  readonly means: number[] = []
  readonly #sums = [0, 0, 0]
  readonly #squares = [0, 0, 0]
  readonly #origin = [0, 0, 0]
  #count = 0

  /** Adds consecutive samples. After a gap, a window that was begun is dropped. */
  add(columns: readonly Float64Array[], step: number, continues: boolean): void {
    const size = Math.max(2, Math.round(windowSeconds / step))
    if (!continues) this.#begin()
    const [x, y, z] = columns
    if (!x || !y || !z) return
    for (let i = 0; i < x.length; i++) {
      // Sums of distances from the first sample, which keeps the variance exact.
      if (this.#count === 0) for (let axis = 0; axis < 3; axis++) this.#origin[axis] = columns[axis]?.[i] ?? 0
      for (let axis = 0; axis < 3; axis++) {
        const distance = (columns[axis]?.[i] ?? 0) - (this.#origin[axis] ?? 0)
        this.#sums[axis] = (this.#sums[axis] ?? 0) + distance
        this.#squares[axis] = (this.#squares[axis] ?? 0) + distance * distance
      }
      if (++this.#count === size) this.#end()
    }
  }

  #begin(): void {
    this.#count = 0
    this.#sums.fill(0)
    this.#squares.fill(0)
  }

  #end(): void {
    const count = this.#count
    const isStill = this.#sums.every((sum, axis) => {
      const variance = ((this.#squares[axis] ?? 0) - (sum * sum) / count) / (count - 1)
      return variance < stillBelow * stillBelow
    })
    const means = this.#sums.map((sum, axis) => (this.#origin[axis] ?? 0) + sum / count)
    if (isStill && means.every((mean) => Math.abs(mean) < 2) && this.means.length < 3 * mostPoints)
      this.means.push(...means)
    this.#begin()
  }
}
