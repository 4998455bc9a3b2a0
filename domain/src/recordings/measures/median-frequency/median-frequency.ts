import type { Collector, Emit, Meter, Method } from '../method/method.ts'
import { PowerSpectrum } from './power-spectrum.ts'

const parameters = { segment_seconds: 4, window: 'Hann', overlap: 0, detrend: 'mean' }

/** The frequency below which half of the power lies; the mean is taken out of each segment before. */
export const medianFrequency: Method<Float64Array> = {
  name: 'median-frequency',
  version: '3',
  reference:
    'Stulen & De Luca 1981, IEEE Trans Biomed Eng 28:515-523, doi:10.1109/TBME.1981.324738; spectrum by Welch 1967, IEEE Trans Audio Electroacoust 15:70-73, doi:10.1109/TAU.1967.1161901',
  of: 'any',
  parameters,
  outputs: [{ measure: 'median_frequency', unit: 'Hz' }],
  lowestRate: 4,
  makeMeter,
  makeCollector,
}

/** The power of two next to the length of a segment. */
export function segmentLength(rate: number): number {
  return Math.min(1 << 16, 2 ** Math.round(Math.log2(parameters.segment_seconds * rate)))
}

function makeMeter(rate: number, emit: Emit<Float64Array>): Meter {
  const length = segmentLength(rate)
  const spectrum = new PowerSpectrum(length)
  const segment = new Float64Array(length)
  let [used, began] = [0, 0]
  return {
    add([values], at, step) {
      for (let i = 0; values && i < values.length; ) {
        if (used === 0) began = at + i * step
        const count = Math.min(values.length - i, length - used)
        segment.set(values.subarray(i, i + count), used)
        used += count
        i += count
        if (used < length) break
        used = 0
        emit(began, spectrum.of(segment))
      }
    },
    end() {
      used = 0
    },
  }
}

function makeCollector(rate: number): Collector<Float64Array> {
  const length = segmentLength(rate)
  let sum: Float64Array | undefined
  return {
    add(power) {
      sum ??= new Float64Array(power.length)
      for (let i = 0; i < power.length; i++) sum[i] = (sum[i] ?? 0) + (power[i] ?? 0)
    },
    results() {
      const half = (sum?.reduce((total, each) => total + each, 0) ?? 0) / 2
      if (!sum || half === 0) return [null]
      let below = 0
      let bin = 0
      while (below + (sum[bin] ?? 0) < half) below += sum[bin++] ?? 0
      return [(bin * rate) / length]
    },
  }
}
