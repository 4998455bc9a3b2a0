import { calibrate } from '../quality/calibration/calibration.ts'

/** What an accelerometer is corrected by: (measured + offset) × scale, axis by axis, in g. */
export type Correction = {
  readonly offset: readonly number[]
  readonly scale: readonly number[]
  /** What is stored with the values: enough to measure them again. */
  readonly parameters: Readonly<Record<string, number | string>>
}

/** In g: the error with which a correction is good enough. */
const acceptedError = 0.01
/** Numbers are rounded before they are used, so that those that are stored are the ones that were used. */
const precision = 1e6

/**
 * The correction by the windows in which the sensor was still, if they show all positions and it makes the error smaller,
 * and small enough (van Hees 2014).
 */
export function correctionOf(means: readonly number[]): Correction | undefined {
  const calibration = calibrate(means)
  const found = calibration?.correction
  if (!found || !(found.error < calibration.error && found.error < acceptedError)) return undefined
  const round = (value: number) => Math.round(value * precision) / precision
  const [offset, scale] = [found.offset.map(round), found.scale.map(round)]
  return {
    offset,
    scale,
    parameters: {
      calibration: 'van Hees et al. 2014, J Appl Physiol 117:738',
      calibration_offset: offset.join(' '),
      calibration_scale: scale.join(' '),
      calibration_error_before: round(calibration.error),
      calibration_error_after: round(found.error),
    },
  }
}

export function corrected(columns: readonly Float64Array[], { offset, scale }: Correction): Float64Array[] {
  return columns.map((values, axis) => {
    const [plus, times] = [offset[axis] ?? 0, scale[axis] ?? 1]
    return values.map((value) => (value + plus) * times)
  })
}
