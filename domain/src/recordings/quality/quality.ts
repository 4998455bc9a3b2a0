import type { Calibration } from './calibration/calibration.ts'
import type { Stretch } from './wear/not-worn.ts'

/**
 * What was found. `value` and `expected` are described with each.
 *
 * - `incomplete`: the file lacks samples; the share that was recorded, from 0 to 1.
 * - `drop-outs`: a channel lacks samples that others have; seconds.
 * - `flat`: a channel keeps one value; seconds. From and to are the longest part.
 * - `clipped`: a channel stops at its own highest or lowest value, several samples in a row; the share of samples.
 * - `saturated`: a channel reaches the limits of its range; the share of samples. `expected`: the limit.
 * - `wrong-rate`: Hz by the times; `expected`: Hz as stated.
 * - `clock-drift`: seconds a day by which the samples are ahead of the file's own times.
 * - `battery-low`: volts or percent at the end; `expected`: the usual limit in its unit (`batteryUnits`).
 * - `calibration-off`: an accelerometer that is still shows another length than gravity; g.
 * - `wrong-unit`: the usual value; `expected`: what it would be in the stated unit.
 * - `not-worn`: seconds. From and to are the longest part. By the axes of an accelerometer, or by the recorder's own flag.
 * - `cool`: the highest temperature of a file with acceleration, in °C, below that of skin.
 */
export const findingCodes = [
  'incomplete',
  'drop-outs',
  'flat',
  'clipped',
  'saturated',
  'wrong-rate',
  'clock-drift',
  'battery-low',
  'calibration-off',
  'wrong-unit',
  'not-worn',
  'cool',
] as const
export type FindingCode = (typeof findingCodes)[number]

export type Finding = {
  readonly code: FindingCode
  /** Indices of the channels. Empty: the whole file. */
  readonly channels: readonly number[]
  /** In seconds since the start; null if it is everywhere. */
  readonly from: number | null
  readonly to: number | null
  readonly value: number
  readonly expected: number | null
  /** A mark by the limits that the study had when it was judged: somebody should look at it. Otherwise it is only told. */
  readonly isWarning: boolean
}

/** An accelerometer's calibration error (van Hees 2014) and when it was not worn (van Hees 2013, with a temperature Zhou 2015). */
export type Accelerometer = {
  /** Its axes x, y and z. */
  readonly channels: readonly number[]
  readonly calibration: Calibration | null
  /** Null if the recording is too short to tell. */
  readonly notWorn: { readonly seconds: number; readonly longest: readonly Stretch[] } | null
}

/** A channel in which the recorder itself says when it was not worn, and what it says. */
export type WornFlag = {
  readonly channel: number
  readonly notWorn: { readonly seconds: number; readonly longest: readonly Stretch[] }
}

/** From the first to the last value. */
export type Course = {
  readonly channel: number
  readonly first: number
  readonly last: number
  readonly min: number
  readonly max: number
  readonly mean: number
}

/** How good a recording is; plain JSON, stored with the file. */
export type Quality = {
  /** Of the rules that found it. */
  readonly version: number
  /** The part of its duration that was recorded, from 0 to 1; null if the duration is unknown. */
  readonly share: number | null
  readonly findings: readonly Finding[]
  readonly accelerometers: readonly Accelerometer[]
  /** Missing if there are none, and in what was judged by rules before version 5. */
  readonly flags?: readonly WornFlag[]
  readonly battery: Course | null
  readonly temperature: Course | null
}

export const qualityVersion = 6
export const mostFindings = 24
/** Of one finding. */
export const mostChannels = 64
export const mostStretches = 20
export const mostAccelerometers = 8
export const mostFlags = 8

/** From where something is found at all. Which findings are marks, the limits of the study decide (limits.ts). */
export const floors = {
  /** In seconds: what the file or a channel may lack. */
  missing: 1,
  /** The share of samples that are clipped or saturated. */
  clipped: 0.0001,
  /** The share by which a rate may differ from the stated one; beyond it, the stated one is wrong. */
  rate: 0.05,
  /** In g: what calibration corrects (van Hees 2014). */
  calibration: 0.01,
  percent: 50,
  volts: 3.9,
} as const
