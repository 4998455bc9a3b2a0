import type { Block, Channel } from '../../recording.ts'
import type { Stretch } from './not-worn.ts'

/** Columns in which a recorder itself says that it was taken off, in the languages of its programs. */
const offWrist =
  /off[-_ ]?(wrist|body)|not[-_ ]?worn|non[-_ ]?wear|hors[-_ ]?(du )?poignet|abgenommen|niet[-_ ]?om[-_ ]?(de )?pols|fuori[-_ ]?polso|fuera de la muñeca|ikke[-_ ]?båret|av[-_ ]?håndledd/i

/** Whether a channel may say by 1 that the recorder was not worn. */
export function isWearFlag({ name, unit }: Pick<Channel, 'name' | 'unit'>): boolean {
  return unit === null && offWrist.test(name.slice(0, 200))
}

const mostStretches = 10_000
/** Seconds for a sample of a channel whose rate is not known, if it is the only one. */
const unknownStep = 1
/** Two samples further apart than this many usual steps have a gap between them. */
const longestStep = 1.5

/** Collects when a recorder says that it was not worn. A channel with other values than 0 and 1 says something else. */
export class WearFlag {
  readonly #stretches: Stretch[] = []
  readonly #rate: number | null
  #isFlag = true
  #isEmpty = true

  constructor({ rate }: Pick<Channel, 'rate'>) {
    this.#rate = rate
  }

  add({ at, step, times, values }: Block): void {
    const usual = this.#rate === null ? unknownStep : 1 / this.#rate
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) continue
      this.#isEmpty = false
      if (value !== 0 && value !== 1) this.#isFlag = false
      if (value !== 1) continue
      const time = step === null ? (times?.[i] ?? at) : at + i * step
      const next = step === null ? (times?.[i + 1] ?? time + usual) : time + step
      this.#addStretch(time, Math.min(next, time + longestStep * usual), usual)
    }
  }

  /** In chronological order, in seconds since the start. Null if the channel is no such flag. */
  notWorn(): Stretch[] | null {
    return this.#isFlag && !this.#isEmpty ? this.#stretches : null
  }

  #addStretch(from: number, to: number, usual: number): void {
    const last = this.#stretches.at(-1)
    if (last && from - last.to <= usual / 2) this.#stretches[this.#stretches.length - 1] = { from: last.from, to }
    else if (this.#stretches.length < mostStretches) this.#stretches.push({ from, to })
  }
}
