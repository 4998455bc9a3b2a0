import { makeInterpolator } from '../method/interpolate.ts'

/** For each rate: how many samples are made of one, and of how many of these one is kept. */
const factors = new Map([
  [30, [1, 1]],
  [40, [3, 4]],
  [50, [3, 5]],
  [60, [1, 2]],
  [70, [3, 7]],
  [80, [3, 8]],
  [90, [1, 3]],
  [100, [3, 10]],
])

/**
 * Makes samples of 30 Hz. For the rates of ActiGraph's recorders as ActiLife does; other rates, for which the paper has
 * no filter, are interpolated linearly.
 */
export function makeResampler(rate: number): (samples: Float64Array) => Float64Array {
  // The true rate of a recorder differs a little from the nominal one.
  const nominal = [...factors.keys()].find((each) => Math.abs(each - rate) <= each / 100)
  const [up = 1, down = 1] = (nominal !== undefined && factors.get(nominal)) || []
  if (nominal === undefined) return makeInterpolator(rate, 30)
  return up === 1 ? makeDecimator(down) : makeLowPass(up, down)
}

function makeDecimator(down: number): (samples: Float64Array) => Float64Array {
  let next = 0
  return (samples) => {
    const made = new Float64Array(Math.max(0, Math.ceil((samples.length - next) / down)))
    for (let i = 0; i < made.length; i++, next += down) made[i] = samples[next] ?? 0
    next -= samples.length
    return made
  }
}

/** Inserts zeros, smooths them with a filter of first order, and keeps every `down`-th value. */
function makeLowPass(up: number, down: number): (samples: Float64Array) => Float64Array {
  const a = Math.PI / (Math.PI + 2 * up)
  const b = (Math.PI - 2 * up) / (Math.PI + 2 * up)
  const gain = a * up
  let kept = { before: 0, result: 0, skip: 0 }
  return (samples) => {
    const made = new Float64Array(Math.ceil((samples.length * up) / down) + 1)
    let used = 0
    let { before, result, skip } = kept
    for (let i = 0; i < samples.length; i++) {
      for (let k = 0; k < up; k++) {
        const value = k === 0 ? (samples[i] ?? 0) : 0
        result = gain * (value + before) - b * result
        before = value
        if (skip === 0) made[used++] = result
        skip = skip === 0 ? down - 1 : skip - 1
      }
    }
    kept = { before, result, skip }
    return made.subarray(0, used)
  }
}
