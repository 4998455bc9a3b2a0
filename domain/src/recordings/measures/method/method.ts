/** What a method measures: an accelerometer in g, an ECG, or any channel in its own unit. */
export type Subject = 'acceleration' | 'ecg' | 'any'

/** One number that a method gives for each span of time. */
export type Output = {
  /** Its name in lists and exports, such as `enmo`. It never changes its meaning. */
  readonly measure: string
  /** Null: that of the channel. */
  readonly unit: string | null
}

/** Passes a value on, with its time in seconds since the start of the recording. Times never go back. */
export type Emit<T> = (at: number, value: T) => void

/** Reads the samples of one signal, in chunks. */
export type Meter = {
  /** `columns`: the channels of the signal. `at`: of the first sample. */
  add(columns: readonly Float64Array[], at: number, step: number): void
  /** The samples ended, or a gap follows. */
  end(): void
}

/** Summarises the values of one span. */
export type Collector<T> = {
  add(value: T): void
  /** One for each output, in their order; null if the method gives none for these values. */
  results(): readonly (number | null)[]
}

/** What every method tells of itself. */
export type MethodFacts = {
  readonly name: string
  /** Increased by every change of the code that changes a number. */
  readonly version: string
  /** The publication, as it is cited. */
  readonly reference: string
  readonly of: Subject
  /** All that decides the numbers beside the samples. They are stored with each result. */
  readonly parameters: Readonly<Record<string, number | string>>
  readonly outputs: readonly Output[]
  /** Of acceleration: whether it is corrected first, where a recording tells how its sensor is off. */
  readonly isCalibrated?: true
  /** In Hz: samples that are slower are not measured. */
  readonly lowestRate: number
}

/** A published way to measure something, as pure functions over samples. */
export type Method<T> = MethodFacts & {
  makeMeter(rate: number, emit: Emit<T>): Meter
  /** `isWhole`: of the whole span that is measured, which may be days; otherwise of an epoch. */
  makeCollector(rate: number, isWhole: boolean): Collector<T>
}

/** Summarises the values of consecutive samples, many at a time: a call for each would take longer than what it does. */
export type SampleCollector = {
  /** The values from one index to before another. */
  add(values: Float64Array, from: number, to: number): void
  results(): readonly (number | null)[]
}

/** A method with a value for each sample, whatever was before it. */
export type SampleMethod = MethodFacts & {
  valuesOf(columns: readonly Float64Array[]): Float64Array
  makeCollector(rate: number, isWhole: boolean): SampleCollector
}

/** The mean of what is added. */
export const makeMean = (): SampleCollector => new Mean()

/** In fields: variables of a closure would take new memory with each value. */
class Mean implements SampleCollector {
  #sum = 0
  #n = 0

  add(values: Float64Array, from: number, to: number): void {
    let sum = this.#sum
    for (let i = from; i < to; i++) sum += values[i] ?? 0
    this.#sum = sum
    this.#n += to - from
  }

  results(): readonly (number | null)[] {
    return [this.#n === 0 ? null : this.#sum / this.#n]
  }
}
