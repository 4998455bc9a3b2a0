import type { Collector, Emit, Meter, Method } from '../method/method.ts'
import { BeatFinder } from './beat-finder.ts'
import { Intervals } from './intervals.ts'
import { parameters } from './parameters.ts'
import { isUsable } from './quality.ts'

/** A second of the recording, or a beat in it. */
type Moment =
  | { readonly isUsable: boolean; readonly seconds: number }
  /** `interval`: seconds since the beat before; NaN if one of the two is in a stretch that is not usable. */
  | { readonly interval: number; readonly follows: boolean }

/** Heart beats of an ECG. Where it is too noisy to tell them, no rate is given. */
export const beats: Method<Moment> = {
  name: 'ecg-beats',
  version: '2',
  reference:
    'Pan & Tompkins 1985, IEEE Trans Biomed Eng 32:230-236, doi:10.1109/TBME.1985.325532; usable by Orphanidou et al. 2015, IEEE J Biomed Health Inform 19:832-838, doi:10.1109/JBHI.2014.2338351',
  of: 'ecg',
  parameters,
  outputs: [
    { measure: 'ecg_usable', unit: '%' },
    { measure: 'beats', unit: 'beats' },
    { measure: 'heart_rate', unit: 'bpm' },
    { measure: 'rr_mean', unit: 'ms' },
    { measure: 'sdnn', unit: 'ms' },
    { measure: 'rmssd', unit: 'ms' },
    { measure: 'pnn50', unit: '%' },
  ],
  lowestRate: 60,
  makeMeter,
  makeCollector,
}

/** Seconds after a stretch in which a beat of it may still be found. */
const patience = 3

function makeMeter(rate: number, emit: Emit<Moment>): Meter {
  let run = new Run(rate, emit)
  return {
    add([signal], at, step) {
      if (signal) run.add(signal, at, step)
    },
    end() {
      run.end()
      run = new Run(rate, emit)
    },
  }
}

/** A stretch of the recording without a gap. */
class Run {
  readonly #rate: number
  readonly #emit: Emit<Moment>
  readonly #finder: BeatFinder
  readonly #recent: Float64Array
  readonly #length: number
  #n = 0
  #judged = 0
  #from = 0
  #step = 0
  #beats: number[] = []
  /** The last beat of a usable stretch that the next one follows. */
  #last = Number.NaN
  #follows = false

  constructor(rate: number, emit: Emit<Moment>) {
    this.#rate = rate
    this.#emit = emit
    this.#length = Math.round(rate * parameters.judged_seconds)
    this.#recent = new Float64Array(Math.ceil(rate * (parameters.judged_seconds + 2 * patience)))
    this.#finder = new BeatFinder(rate, (index) => this.#beats.push(index))
  }

  add(signal: Float64Array, at: number, step: number): void {
    this.#step = step
    this.#from = at - this.#n * step
    for (const value of signal) {
      this.#recent[this.#n % this.#recent.length] = value
      this.#n++
      this.#finder.add(value)
      const end = this.#judged + this.#length
      if (this.#n >= end + this.#rate * patience) this.#judge(end)
    }
  }

  end(): void {
    while (this.#n - this.#judged > 0) this.#judge(Math.min(this.#n, this.#judged + this.#length))
  }

  #judge(end: number): void {
    const from = this.#judged
    const within = this.#beats.filter((beat) => beat >= from && beat < end)
    this.#beats = this.#beats.filter((beat) => beat >= end)
    this.#judged = end
    const oldest = this.#n - this.#recent.length
    const isGood = isUsable(within, this.#rate, (index) =>
      index >= Math.max(0, oldest) && index < this.#n
        ? (this.#recent[index % this.#recent.length] ?? Number.NaN)
        : Number.NaN,
    )
    if (!isGood) this.#last = Number.NaN
    let next = 0
    for (let second = from; second < end; second += this.#rate) {
      const ends = Math.min(end, second + this.#rate)
      this.#emit(this.#timeOf(second), { isUsable: isGood, seconds: (ends - second) / this.#rate })
      if (!isGood) continue
      for (; next < within.length && (within[next] ?? 0) < ends; next++) this.#tellBeat(within[next] ?? 0)
    }
  }

  #tellBeat(beat: number): void {
    const interval = (beat - this.#last) * this.#step
    this.#emit(this.#timeOf(beat), { interval, follows: this.#follows })
    this.#follows = !Number.isNaN(interval)
    this.#last = beat
  }

  #timeOf(index: number): number {
    return this.#from + index * this.#step
  }
}

function makeCollector(): Collector<Moment> {
  const intervals = new Intervals()
  let [seconds, usable, found] = [0, 0, 0]
  return {
    add(moment) {
      if ('seconds' in moment) {
        seconds += moment.seconds
        if (moment.isUsable) usable += moment.seconds
        return
      }
      found++
      if (!Number.isNaN(moment.interval)) intervals.add(moment.interval, moment.follows)
    },
    results() {
      if (seconds === 0) return [null, null, null, null, null, null, null]
      const share = usable / seconds
      const { rate, mean, sdnn, rmssd, pnn50 } = intervals
      const told =
        share < parameters.least_usable ? [null, null, null, null, null, null] : [found, rate, mean, sdnn, rmssd, pnn50]
      return [100 * share, ...told]
    },
  }
}
