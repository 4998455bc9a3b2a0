import { BandPass } from './band-pass.ts'
import { parameters } from './parameters.ts'

/** A hill in the energy of the signal: the complex of a beat, a T wave, or noise. */
type Hill = { readonly index: number; readonly height: number; readonly slope: number; readonly peak: number }

/** Finds R peaks by the method of Pan and Tompkins: energy in the band of the complex, and thresholds that follow it. */
export class BeatFinder {
  readonly #rate: number
  readonly #filter: BandPass
  readonly #found: (index: number) => void
  /** The last seconds; what belongs to sample i is at i modulo the length. */
  readonly #raw: Float64Array
  readonly #passed: Float64Array
  readonly #slopes: Float64Array
  readonly #energy: Float64Array
  readonly #width: number
  readonly #reach: number
  #sum = 0
  #n = 0
  #signal = Number.NaN
  #noise = 0
  #learnedAt = 0
  #last: Hill | undefined
  #missed: Hill[] = []
  #intervals: number[] = []
  #early: Hill[] = []

  /** `found` is called with the index of each R peak, in order. */
  constructor(rate: number, found: (index: number) => void) {
    const size = Math.ceil(rate * (parameters.learning_seconds + 1))
    this.#rate = rate
    this.#found = found
    this.#filter = new BandPass(rate, parameters.band_from_hz, parameters.band_to_hz)
    this.#raw = new Float64Array(size)
    this.#passed = new Float64Array(size)
    this.#slopes = new Float64Array(size)
    this.#energy = new Float64Array(size)
    this.#width = Math.max(1, Math.round(rate * parameters.integration_seconds))
    this.#reach = Math.max(1, Math.round(rate * 0.1))
  }

  add(value: number): void {
    const size = this.#raw.length
    const slot = this.#n % size
    const lag = Math.max(1, Math.round(this.#rate / 100))
    this.#raw[slot] = value
    this.#passed[slot] = this.#filter.next(value)
    const slope = this.#n < lag ? 0 : at(this.#passed, this.#n) - at(this.#passed, this.#n - lag)
    this.#slopes[slot] = slope
    this.#sum += slope * slope
    const left = this.#n - this.#width
    const leaving = left >= 0 ? at(this.#slopes, left) : 0
    this.#sum -= leaving * leaving
    this.#energy[slot] = Math.max(0, this.#sum) / this.#width
    this.#n++
    if (this.#n === this.#learnLength) this.#learn()
    const middle = this.#n - 1 - this.#reach
    if (middle >= this.#reach && this.#isHill(middle)) this.#take(this.#hillAt(middle))
  }

  get #learnLength(): number {
    return Math.round(this.#rate * parameters.learning_seconds)
  }

  /** Sets the thresholds by the last seconds. */
  #learn(): void {
    let [most, sum] = [0, 0]
    for (let i = this.#n - this.#learnLength; i < this.#n; i++) {
      most = Math.max(most, at(this.#energy, i))
      sum += at(this.#energy, i)
    }
    this.#signal = most / 3
    this.#noise = sum / this.#learnLength / 2
    this.#learnedAt = this.#n
    const waited = this.#early
    this.#early = []
    for (const hill of waited) this.#take(hill)
  }

  #isHill(index: number): boolean {
    const height = at(this.#energy, index)
    if (height <= 0) return false
    for (let i = index - this.#reach; i <= index + this.#reach; i++) {
      const other = at(this.#energy, i)
      if (other > height || (other === height && i < index)) return false
    }
    return true
  }

  #hillAt(index: number): Hill {
    let [slope, peak, deflection] = [0, index, -1]
    for (let i = Math.max(0, index - this.#width); i <= index; i++) {
      slope = Math.max(slope, Math.abs(at(this.#slopes, i)))
      const size = Math.abs(at(this.#passed, i))
      if (size > deflection) [peak, deflection] = [i, size]
    }
    return { index, height: at(this.#energy, index), slope, peak: this.#sharpest(peak) }
  }

  /** The filter delays and rounds the peak: in the signal itself, it is the largest deflection just before. */
  #sharpest(about: number): number {
    const from = Math.max(0, about - Math.round(this.#rate * 0.08))
    const to = Math.min(this.#n - 1, about + Math.round(this.#rate * 0.02))
    let mean = 0
    for (let i = from; i <= to; i++) mean += at(this.#raw, i) / (to - from + 1)
    let best = from
    for (let i = from; i <= to; i++) {
      if (Math.abs(at(this.#raw, i) - mean) > Math.abs(at(this.#raw, best) - mean)) best = i
    }
    return best
  }

  #take(hill: Hill): void {
    if (Number.isNaN(this.#signal)) {
      this.#early.push(hill)
      return
    }
    this.#searchBack(hill)
    const since = this.#last ? (hill.index - this.#last.index) / this.#rate : Number.POSITIVE_INFINITY
    if (since < parameters.refractory_seconds) return
    const isWave = since < parameters.t_wave_seconds && hill.slope < (this.#last?.slope ?? 0) / 2
    if (hill.height > this.#threshold && !isWave) {
      this.#signal += (hill.height - this.#signal) / 8
      this.#accept(hill)
    } else {
      this.#noise += (hill.height - this.#noise) / 8
      if (!isWave) this.#missed.push(hill)
      this.#learnAnew(hill)
    }
  }

  get #threshold(): number {
    return this.#noise + (this.#signal - this.#noise) / 4
  }

  #accept(hill: Hill): void {
    if (this.#last) this.#intervals.push(hill.index - this.#last.index)
    if (this.#intervals.length > 8) this.#intervals.shift()
    this.#last = hill
    this.#missed = []
    this.#found(hill.peak)
  }

  /** If no beat came for too long, the highest hill since the last one is a beat that was missed. */
  #searchBack(now: Hill): void {
    const mean = this.#intervals.reduce((sum, each) => sum + each, 0) / this.#intervals.length
    if (!this.#last || !(now.index - this.#last.index > parameters.search_back * mean)) return
    const last = this.#last.index
    const candidates = this.#missed.filter(({ index }) => index - last >= parameters.refractory_seconds * this.#rate)
    const [best] = candidates.toSorted((a, b) => b.height - a.height)
    if (!best || best.height <= this.#threshold / 2) return
    this.#signal += (best.height - this.#signal) / 4
    const later = this.#missed.filter(({ index }) => index > best.index)
    this.#accept(best)
    this.#missed = later
  }

  /** After a disturbance that raised the thresholds too far, they are set anew. */
  #learnAnew(hill: Hill): void {
    const since = Math.max(this.#learnedAt, this.#last?.index ?? 0)
    if (hill.index - since < this.#rate * parameters.learn_anew_seconds) return
    this.#missed = []
    this.#learn()
  }
}

function at(ring: Float64Array, index: number): number {
  return ring[index % ring.length] ?? 0
}
