/** The coefficients that the paper publishes, for 30 Hz. */
const forward = [
  -0.009341062898525, -0.02547028965936, -0.004235264826105, 0.04415241545642, 0.03649371834776, -0.01189396193474,
  -0.02291739062315, -0.00678816386231,
]
const back = [
  1, -3.63367395910957, 5.03689812757486, -3.09612247819666, 0.50620507633883, 0.32421701566682, -0.15685485875559,
  0.0194913020589,
]

/** The recursive filter of ActiGraph, which begins as if the first sample had been there before. */
export class BandPass {
  readonly #state = new Float64Array(forward.length)
  #isNew = true

  next(value: number): number {
    const state = this.#state
    if (this.#isNew) {
      this.#isNew = false
      for (let i = 0; i < state.length - 1; i++) state[i] = (steady[i] ?? 0) * value
    }
    const result = (forward[0] ?? 0) * value + (state[0] ?? 0)
    for (let i = 1; i < forward.length; i++) {
      state[i - 1] = (state[i] ?? 0) + (forward[i] ?? 0) * value - (back[i] ?? 0) * result
    }
    return result
  }
}

/** The state in which a constant input of one leaves the output constant. */
const steady = (() => {
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)
  const gain = sum(forward) / sum(back)
  return forward.slice(1).map((_, i) => sum(forward.slice(i + 1)) - gain * sum(back.slice(i + 1)))
})()
