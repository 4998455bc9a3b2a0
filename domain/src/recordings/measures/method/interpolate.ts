/** Interpolates linearly. The first sample is the first result. */
export function makeInterpolator(from: number, to: number): (samples: Float64Array) => Float64Array {
  const stride = from / to
  // The position of the next result, in samples after `last`.
  let [position, last] = [0, Number.NaN]
  let made = 0
  let passed = 0
  return (samples) => {
    const results = new Float64Array(Math.ceil(samples.length / stride) + 2)
    let used = 0
    for (let i = 0; i < samples.length; i++) {
      const sample = samples[i] ?? 0
      for (; position <= passed + 1e-9; position = made * stride) {
        const behind = passed - position
        results[used++] = behind < 1e-9 ? sample : sample - (sample - last) * behind
        made++
      }
      last = sample
      passed++
    }
    return results.subarray(0, used)
  }
}
