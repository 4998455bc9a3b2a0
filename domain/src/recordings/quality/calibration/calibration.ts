/** How far an accelerometer shows another length than gravity where it is still, and what corrects it. */
export type Calibration = {
  /** Windows in which it was still. */
  readonly points: number
  /** The mean distance of their length from 1 g. */
  readonly error: number
  /**
   * Corrected acceleration is (measured + offset) × scale, axis by axis. Null if the sensor lay in too few positions to
   * tell.
   */
  readonly correction: {
    readonly offset: readonly number[]
    readonly scale: readonly number[]
    readonly error: number
  } | null
}

/** Fewest windows that tell an error. */
const fewestPoints = 10
/** In g: how far the positions must reach in both directions of each axis. */
const reach = 0.3
const mostRounds = 1000
const enough = 1e-10

/**
 * Autocalibration by the windows in which the sensor was still (van Hees 2014, J Appl Physiol 117:738): their means lie
 * on a sphere of 1 g, to which offset and scale of each axis are fitted. `means`: three coordinates for each window, in g.
 * Null if there are too few windows.
 */
export function calibrate(means: readonly number[]): Calibration | null {
  const points = means.length / 3
  if (points < fewestPoints) return null
  const axes = [0, 1, 2].map((axis) => Float64Array.from({ length: points }, (_, i) => means[3 * i + axis] ?? 0))
  const error = errorOf(axes, { offset: [0, 0, 0], scale: [1, 1, 1] })
  const isSpread = axes.every((values) => {
    const [least, most] = rangeOf(values)
    return least < -reach && most > reach
  })
  if (!isSpread) return { points, error, correction: null }
  const fitted = fit(axes)
  return { points, error, correction: { ...fitted, error: errorOf(axes, fitted) } }
}

type Correction = { readonly offset: readonly number[]; readonly scale: readonly number[] }

function fit(axes: readonly Float64Array[]): Correction {
  const points = axes[0]?.length ?? 0
  const offset = [0, 0, 0]
  const scale = [1, 1, 1]
  const weights = new Float64Array(points).fill(1)
  let before = Number.POSITIVE_INFINITY
  for (let round = 0; round < mostRounds; round++) {
    const corrected = axes.map((values, axis) =>
      values.map((value) => (value + (offset[axis] ?? 0)) * (scale[axis] ?? 1)),
    )
    const lengths = lengthsOf(corrected)
    const nearest = corrected.map((values) => values.map((value, i) => value / (lengths[i] || 1)))
    for (const [axis, values] of corrected.entries()) {
      const { a, b } = line(values, nearest[axis] ?? values, weights)
      offset[axis] = (offset[axis] ?? 0) + a / ((scale[axis] ?? 1) * b)
      scale[axis] = (scale[axis] ?? 1) * b
      for (let i = 0; i < points; i++) values[i] = a + b * (values[i] ?? 0)
    }
    const sum = weights.reduce((total, weight) => total + weight, 0)
    let squares = 0
    const fittedLengths = new Float64Array(points)
    for (let i = 0; i < points; i++) {
      let square = 0
      for (const [axis, values] of corrected.entries()) {
        const distance = (values[i] ?? 0) - (nearest[axis]?.[i] ?? 0)
        square += distance * distance
      }
      squares += (weights[i] ?? 0) * square
      fittedLengths[i] = square
    }
    for (let i = 0; i < points; i++) weights[i] = Math.min(1 / Math.sqrt(fittedLengths[i] || 1e-4), 100)
    const residual = squares / sum / points
    if (Math.abs(residual - before) < enough) break
    before = residual
  }
  return { offset, scale }
}

/** Weighted least squares: y = a + b·x. */
function line(x: Float64Array, y: Float64Array, weights: Float64Array): { a: number; b: number } {
  let [total, meanX, meanY] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const weight = weights[i] ?? 0
    total += weight
    meanX += weight * (x[i] ?? 0)
    meanY += weight * (y[i] ?? 0)
  }
  meanX /= total
  meanY /= total
  let [along, across] = [0, 0]
  for (let i = 0; i < x.length; i++) {
    const distance = (x[i] ?? 0) - meanX
    along += (weights[i] ?? 0) * distance * distance
    across += (weights[i] ?? 0) * distance * ((y[i] ?? 0) - meanY)
  }
  const b = along > 0 ? across / along : 1
  return { a: meanY - b * meanX, b }
}

function lengthsOf(axes: readonly Float64Array[]): Float64Array {
  const [first] = axes
  // Math.hypot is not rounded alike everywhere.
  return Float64Array.from({ length: first?.length ?? 0 }, (_, i) =>
    Math.sqrt(axes.reduce((sum, axis) => sum + (axis[i] ?? 0) * (axis[i] ?? 0), 0)),
  )
}

function errorOf(axes: readonly Float64Array[], { offset, scale }: Correction): number {
  const corrected = axes.map((values, axis) =>
    values.map((value) => (value + (offset[axis] ?? 0)) * (scale[axis] ?? 1)),
  )
  const lengths = lengthsOf(corrected)
  return lengths.reduce((sum, length) => sum + Math.abs(length - 1), 0) / lengths.length
}

function rangeOf(values: Float64Array): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}
