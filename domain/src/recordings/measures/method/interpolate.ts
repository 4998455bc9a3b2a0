/** Interpolates linearly. The first sample is the first result. */
export function makeInterpolator(from: number, to: number): (samples: Float64Array) => number[] {
  const stride = from / to
  // The position of the next result, in samples after `last`.
  let [position, last] = [0, Number.NaN]
  let made = 0
  let passed = 0
  return (samples) => {
    const results: number[] = []
    for (const sample of samples) {
      for (; position <= passed + 1e-9; position = made * stride) {
        const behind = passed - position
        results.push(behind < 1e-9 ? sample : sample - (sample - last) * behind)
        made++
      }
      last = sample
      passed++
    }
    return results
  }
}
