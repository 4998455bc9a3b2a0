import { makeInterpolator } from '../method/interpolate.ts'
import type { Collector, Emit, Meter, Method } from '../method/method.ts'
import { lengthAt } from '../method/vector-length.ts'
import { revised, StepFinder, type Thresholds } from './step-finder.ts'

/** Steps at the wrist. Each is emitted as 1. */
export const steps: Method<number> = {
  name: 'verisense-steps',
  version: '1',
  reference:
    'Gu et al. 2017, doi:10.1109/EMBC.2017.8037366, thresholds of Maylor et al. 2022, Sensors 22:9984, doi:10.3390/s22249984',
  of: 'acceleration',
  parameters: { calibration: 'none', resampling: 'linear', ...revised },
  outputs: [{ measure: 'steps', unit: 'steps' }],
  lowestRate: 15,
  makeMeter: (rate, emit) => makeStepMeter(rate, emit, revised),
  makeCollector: makeSum,
}

export function makeStepMeter(rate: number, emit: Emit<number>, thresholds: Thresholds): Meter {
  const start = () => ({
    resample: [0, 1, 2].map(() => makeInterpolator(rate, thresholds.rate_hz)),
    finder: new StepFinder(thresholds),
    from: Number.NaN,
  })
  let run = start()
  return {
    add(columns, at) {
      if (Number.isNaN(run.from)) run.from = at
      const [x, y, z] = columns.map((column, axis) => run.resample[axis]?.(column))
      if (!x || !y || !z) return
      for (let i = 0; i < x.length; i++) run.finder.add(lengthAt(x, y, z, i))
    },
    end() {
      for (const index of run.finder.end()) emit(run.from + index / thresholds.rate_hz, 1)
      run = start()
    },
  }
}

/** Nothing found is no steps, not unknown: where nothing was recorded, nobody asks. */
function makeSum(): Collector<number> {
  let sum = 0
  return {
    add(value) {
      sum += value
    },
    results: () => [sum],
  }
}
