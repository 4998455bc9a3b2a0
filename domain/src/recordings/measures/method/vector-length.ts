/** The length of the acceleration at one sample. */
export function lengthAt(x: Float64Array, y: Float64Array, z: Float64Array, i: number): number {
  const [a, b, c] = [x[i] ?? 0, y[i] ?? 0, z[i] ?? 0]
  return Math.sqrt(a * a + b * b + c * c)
}

const known = new WeakMap<readonly Float64Array[], Float64Array>()

/** The length of the acceleration at each sample. Several methods ask for the same ones. */
export function lengthsOf(columns: readonly Float64Array[]): Float64Array {
  const lengths = known.get(columns) ?? computed(columns)
  known.set(columns, lengths)
  return lengths
}

function computed([x, y, z]: readonly Float64Array[]): Float64Array {
  if (!x || !y || !z) return new Float64Array()
  const lengths = new Float64Array(x.length)
  for (let i = 0; i < lengths.length; i++) lengths[i] = lengthAt(x, y, z, i)
  return lengths
}
