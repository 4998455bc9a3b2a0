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

/** A published way to measure something, as pure functions over samples. */
export type Method<T> = {
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
  makeMeter(rate: number, emit: Emit<T>): Meter
  /** `isWhole`: of the whole span that is measured, which may be days; otherwise of an epoch. */
  makeCollector(rate: number, isWhole: boolean): Collector<T>
}

/** The mean of what is added. */
export const makeMean = (): Collector<number> => new Mean()

/** In fields: variables of a closure would take new memory with each value. */
class Mean implements Collector<number> {
  #sum = 0
  #n = 0

  add(value: number): void {
    this.#sum += value
    this.#n++
  }

  results(): readonly (number | null)[] {
    return [this.#n === 0 ? null : this.#sum / this.#n]
  }
}
