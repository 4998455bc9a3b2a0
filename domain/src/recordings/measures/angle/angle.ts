import { arctangent } from '../../signals/trigonometry.ts'
import type { Collector, Emit, Meter, Method } from '../method/method.ts'
import { FilledMedian } from './filled-median.ts'

type Angles = readonly [x: number, y: number, z: number]

/** In seconds. */
const windowLength = 5

/** The posture: the angle of each axis to the horizontal plane, after a rolling median of the acceleration. */
export const angle: Method<Angles> = {
  name: 'posture-angle',
  version: '3',
  reference: 'van Hees et al. 2015, PLoS ONE 10:e0142533, doi:10.1371/journal.pone.0142533',
  of: 'acceleration',
  parameters: { calibration: 'none', median_seconds: windowLength, median_of: 'every 0.1 s' },
  outputs: [
    { measure: 'angle_x', unit: '°' },
    { measure: 'angle_y', unit: '°' },
    { measure: 'angle_z', unit: '°' },
  ],
  isCalibrated: true,
  lowestRate: 1,
  makeMeter,
  makeCollector: () => new MeanAngles(),
}

/** The medians are those of every tenth of a second, each repeated for the samples until the next. */
function makeMeter(rate: number, emit: Emit<Angles>): Meter {
  const stride = Math.max(1, Math.floor(rate / 10))
  const half = rate < 20 ? Math.max(1, Math.floor((windowLength * rate) / 2)) : 25
  const tail = Math.max(Math.round(60 * rate), 1000) + 1
  const start = () => ({
    medians: [0, 1, 2].map(() => new FilledMedian(half, tail)),
    /** The times at which chunks began that are not told completely, with their lengths and steps. */
    chunks: [] as { at: number; step: number; samples: number }[],
    samples: 0,
    told: 0,
  })
  let run = start()

  /** The clock of a recorder may drift: each chunk has a step of its own. */
  const tellOne = (angles: Angles) => {
    for (let [chunk] = run.chunks; chunk && run.told >= chunk.samples; [chunk] = run.chunks) {
      run.chunks.shift()
      run.told -= chunk.samples
    }
    const [chunk] = run.chunks
    if (chunk) emit(chunk.at + run.told++ * chunk.step, angles)
  }
  const tell = ([xs, ys, zs]: readonly (readonly number[] | undefined)[]) => {
    if (!xs || !ys || !zs) return
    for (const [i, x] of xs.entries()) {
      const angles = anglesOf(x, ys[i] ?? 0, zs[i] ?? 0)
      for (let k = 0; k < stride; k++) tellOne(angles)
    }
  }

  return {
    add(columns, at, step) {
      const samples = columns[0]?.length ?? 0
      run.chunks.push({ at, step, samples })
      for (let i = (stride - (run.samples % stride)) % stride; i < samples; i += stride) {
        tell(run.medians.map((median, axis) => median.add(columns[axis]?.[i] ?? 0)))
      }
      run.samples += samples
    },
    end() {
      tell(run.medians.map((median) => median.end()))
      run = start()
    },
  }
}

function anglesOf(x: number, y: number, z: number): Angles {
  const degrees = 180 / Math.PI
  return [
    arctangent(x / Math.sqrt(y * y + z * z)) * degrees,
    arctangent(y / Math.sqrt(x * x + z * z)) * degrees,
    arctangent(z / Math.sqrt(x * x + y * y)) * degrees,
  ]
}

/** In fields: variables of a closure would take new memory with each value. */
class MeanAngles implements Collector<Angles> {
  #x = 0
  #y = 0
  #z = 0
  #n = 0

  add(angles: Angles): void {
    this.#x += angles[0]
    this.#y += angles[1]
    this.#z += angles[2]
    this.#n++
  }

  results(): readonly (number | null)[] {
    const n = this.#n
    return n === 0 ? [null, null, null] : [this.#x / n, this.#y / n, this.#z / n]
  }
}
