import { StillPoints } from '../quality/calibration/stillness.ts'
import { type Block, type Channel, endOf } from '../recording.ts'
import { factorToG, guessFactorToG } from '../signals/in-g.ts'
import { type Samples, Signals } from '../signals/signals.ts'
import { findTriads, type Triad } from '../signals/triads.ts'
import { type Correction, corrected, correctionOf } from './correction.ts'
import { Coverage } from './method/coverage.ts'
import type { AnyMethod, Measurer } from './method/measurer.ts'
import type { Subject } from './method/method.ts'
import type { Range } from './method/spans.ts'
import { lengthsOf } from './method/vector-length.ts'
import { methods } from './methods.ts'

/** What one method found in one signal. */
export type Result = {
  /** Indices into the channels of the recording. */
  readonly channels: readonly number[]
  /** The name of the channel, or of the accelerometer. */
  readonly channel: string
  readonly measure: string
  readonly unit: string | null
  readonly method: string
  readonly version: string
  readonly reference: string
  readonly parameters: Readonly<Record<string, number | string>>
  /** Of the whole range. Null: nothing that could be measured was recorded in it. */
  readonly value: number | null
  /** The share of the range that was recorded, from 0 to 1. */
  readonly recorded: number
  /** The number of the first epoch; that which begins with the range is number 0. */
  readonly firstEpoch: number
  /** NaN: less than 95 % of the epoch was recorded, or nothing in it could be measured. */
  readonly epochs: readonly number[]
}

type Target = {
  readonly of: Subject
  readonly channels: readonly number[]
  readonly name: string
  readonly hasEpochs: boolean
}

/** A signal with everything that is measured in it. */
type Run = {
  readonly target: Target
  /** Null until the first samples tell it; undefined if they do not. */
  factor: number | null | undefined
  rate: number
  coverage: Coverage
  /** In g, before any correction. */
  readonly still: StillPoints
  measurers: { method: AnyMethod; measurer: Measurer }[]
}

/** More channels than these are not measured one by one, or not by epoch. */
const mostChannels = 64
const mostChannelsByEpoch = 8

/** Measures a recording from its blocks, as they are read. */
export class Measuring {
  readonly #channels: readonly Channel[]
  readonly #range: Range
  readonly #corrections: Corrections | undefined
  readonly #signals: Signals
  readonly #runs: readonly Run[]
  /** When the last sample so far ended, in seconds since the start of the recording. */
  end = 0

  /** With corrections, only what they are for is measured: the accelerometers that have one, by methods that use it. */
  constructor(channels: readonly Channel[], range: Range, corrections?: Corrections) {
    const isCorrected = (target: Target) => target.of === 'acceleration' && corrections?.has(keyOf(target))
    const targets = targetsOf(channels).filter((target) => !corrections || isCorrected(target))
    this.#corrections = corrections
    this.#channels = channels
    this.#range = range
    this.#signals = new Signals(channels, targets)
    this.#runs = targets.map((target) => ({
      target,
      factor: target.of === 'acceleration' ? unitFactor(channels, target) : 1,
      rate: Number.NaN,
      coverage: new Coverage(range),
      still: new StillPoints(),
      measurers: [],
    }))
  }

  add(block: Block): void {
    this.end = Math.max(this.end, endOf(block))
    for (const samples of this.#signals.add(block)) {
      const run = this.#runs[samples.signal]
      if (run) this.#measure(run, samples)
    }
  }

  #measure(run: Run, samples: Samples): void {
    if (run.factor === null) run.factor = guessFactorToG(lengthsOf(samples.columns))
    const factor = run.factor
    if (factor === undefined || factor === null) return
    if (Number.isNaN(run.rate)) {
      run.rate = this.#channels[run.target.channels[0] ?? 0]?.rate ?? 1 / samples.step
      run.coverage = new Coverage(this.#range)
      run.measurers = methods
        .filter(({ of, lowestRate }) => of === run.target.of && run.rate >= lowestRate * 0.99)
        .filter(({ isCalibrated }) => isCalibrated || !this.#corrections)
        .map((method) => ({ method, measurer: method.start(run.rate, this.#range, run.target.hasEpochs) }))
    }
    const inUnit =
      factor === 1
        ? samples
        : { ...samples, columns: samples.columns.map((each) => each.map((value) => value * factor)) }
    const correction = this.#corrections?.get(keyOf(run.target))
    const scaled = correction ? { ...inUnit, columns: corrected(inUnit.columns, correction) } : inUnit
    if (run.target.of === 'acceleration' && !correction) run.still.add(inUnit.columns, samples.step, samples.continues)
    if (!samples.continues) for (const { measurer } of run.measurers) measurer.end()
    run.coverage.add(samples.at, samples.step, samples.columns[0]?.length ?? 0)
    for (const { measurer } of run.measurers) measurer.add(scaled)
  }

  /** How the accelerometers are off, as far as the recording tells it. */
  corrections(): Corrections {
    return new Map(
      this.#runs.flatMap(({ target, still }) => {
        const correction = correctionOf(still.means)
        return correction ? [[keyOf(target), correction] as const] : []
      }),
    )
  }

  results(): Result[] {
    return this.#runs.flatMap(({ target, measurers, coverage, factor }) =>
      measurers.flatMap(({ method, measurer }) => {
        measurer.end()
        const { whole, epochs, empty } = measurer.results()
        return method.outputs.map(({ measure, unit }, index) => ({
          channels: target.channels,
          channel: target.name,
          measure,
          unit: unit ?? this.#channels[target.channels[0] ?? 0]?.unit ?? null,
          method: method.name,
          version: method.version,
          reference: method.reference,
          parameters: {
            ...method.parameters,
            ...this.#corrections?.get(keyOf(target))?.parameters,
            ...(target.of === 'acceleration' && { factor_to_g: factor ?? 1 }),
          },
          value: coverage.recorded > 0 ? (whole[index] ?? null) : null,
          recorded: coverage.recorded,
          ...(target.hasEpochs
            ? coverage.complete(epochs[index], empty[index] ?? null)
            : { firstEpoch: 0, epochs: [] }),
        }))
      }),
    )
  }
}

/** By the channels of the accelerometer. */
export type Corrections = ReadonlyMap<string, Correction>

function keyOf({ channels }: Pick<Target, 'channels'>): string {
  return channels.join()
}

function targetsOf(channels: readonly Channel[]): Target[] {
  const triads = findTriads(channels).map((triad) => ({ ...triad, of: 'acceleration' as const, hasEpochs: true }))
  const each = channels.map(({ kind }, index) => ({ name: nameOf(channels, index), kind, channels: [index] }))
  const ecgs = each.filter(({ kind }) => kind === 'ecg').slice(0, mostChannelsByEpoch)
  return [
    ...triads
      .slice(0, mostChannelsByEpoch)
      .map((target) => ({ ...target, name: nameOfTriad(channels, triads, target) })),
    ...ecgs.map((target) => ({ ...target, of: 'ecg' as const, hasEpochs: true })),
    ...each
      .slice(0, mostChannels)
      .map((target, index) => ({ ...target, of: 'any' as const, hasEpochs: index < mostChannelsByEpoch })),
  ]
}

/** With the sensor, if another channel has the same name. */
function nameOf(channels: readonly Channel[], index: number): string {
  const channel = channels[index]
  return nameBeside(channels, channel?.name ?? '', channel?.sensor)
}

function nameOfTriad(channels: readonly Channel[], triads: readonly Triad[], { name, channels: [x] }: Triad): string {
  return nameBeside(triads, name, channels[x]?.sensor)
}

function nameBeside(all: readonly { readonly name: string }[], name: string, sensor: string | undefined): string {
  return sensor && all.filter((other) => other.name === name).length > 1 ? `${sensor} ${name}` : name
}

function unitFactor(channels: readonly Channel[], { channels: [first = 0] }: Target): number | null | undefined {
  const unit = channels[first]?.unit
  return unit ? factorToG(unit) : null
}
