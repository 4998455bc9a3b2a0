/** The length of the acceleration at one sample. */
export function lengthAt(x: Float64Array, y: Float64Array, z: Float64Array, i: number): number {
  const [a, b, c] = [x[i] ?? 0, y[i] ?? 0, z[i] ?? 0]
  return Math.sqrt(a * a + b * b + c * c)
}
