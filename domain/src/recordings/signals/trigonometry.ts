// Programs that run JavaScript differ in the last digit of Math.sin and its like. These are made of operations that
// IEEE 754 rounds in one way only, so that each of them computes the same numbers.

const high = Math.fround(Math.PI / 2)
// What Math.PI / 2 lacks is added.
const low = Math.PI / 2 - high + 6.123233995736766e-17

/** The sum of a series in x², of which these are the coefficients. */
function series(coefficients: readonly number[], square: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * square + coefficient, 0)
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1)
}

const alternate = (index: number) => (index % 2 === 0 ? 1 : -1)
const ofSine = Array.from({ length: 9 }, (_, index) => alternate(index) / factorial(2 * index + 1))
const ofCosine = Array.from({ length: 10 }, (_, index) => alternate(index) / factorial(2 * index))
const ofArctangent = Array.from({ length: 12 }, (_, index) => alternate(index) / (2 * index + 1))

/** Of an angle of a few turns. */
export function sine(angle: number): number {
  const quarter = Math.round(angle / (Math.PI / 2))
  const rest = angle - quarter * high - quarter * low
  const square = rest * rest
  const sign = ((quarter % 4) + 4) % 4 < 2 ? 1 : -1
  return sign * (quarter % 2 === 0 ? rest * series(ofSine, square) : series(ofCosine, square))
}

/** Of an angle of a few turns. */
export function cosine(angle: number): number {
  const quarter = Math.round(angle / (Math.PI / 2))
  const rest = angle - quarter * high - quarter * low
  const square = rest * rest
  const sign = (((quarter + 1) % 4) + 4) % 4 < 2 ? 1 : -1
  return sign * (quarter % 2 === 0 ? series(ofCosine, square) : rest * series(ofSine, square))
}

export function tangent(angle: number): number {
  return sine(angle) / cosine(angle)
}

export function arctangent(x: number): number {
  if (Math.abs(x) > 1) return Math.sign(x) * (Math.PI / 2) - arctangent(1 / x)
  const half = x / (1 + Math.sqrt(1 + x * x))
  const quarter = half / (1 + Math.sqrt(1 + half * half))
  return 4 * quarter * series(ofArctangent, quarter * quarter)
}
