import type { Counter } from '../head/columns.ts'
import type { Plan } from './plan.ts'

/** A counter that decreases has wrapped around at one of these. */
const moduli = [256, 65_536, 2 ** 32]
/** The maximum jump of a counter. A larger one means that the counter was reset. */
const mostLost = 1e6

/** In ticks: the position of rows beyond the rate. */
const lastPart = 0.999

/** Determines the time of each row in turn, from its time cells, or from its number and its counter. */
export class RowTimes {
  /** Rows so far, including lost ones. */
  row = 0
  /** Of the last row, in seconds; before the first, -Infinity. */
  at = Number.NEGATIVE_INFINITY
  /** Rows lost before this one, according to the counter. */
  lost = 0
  counted: number | null = null
  /** Midnights passed, for times of day. */
  days = 0
  /** The time cells of the previous row, and how many rows before it had the same. */
  #lastTime = Number.NaN
  #repeats = 0
  readonly #plan: Plan
  readonly #counter: Counter | null

  constructor(plan: Plan) {
    this.#plan = plan
    this.#counter = plan.counter
  }

  /** Advances by one row. `count` and `sub` are the values of its counter columns. */
  count(count: number, sub: number): void {
    this.lost = 0
    const counter = this.#counter
    if (!counter || Number.isNaN(count)) return
    const counted = count * counter.subs + (Number.isNaN(sub) ? 0 : sub)
    const previous = this.counted
    this.counted = counted
    if (previous === null) return
    let steps = counted - previous
    if (steps < 0) {
      const modulus = moduli.find((each) => each * counter.subs > previous)
      steps = modulus ? steps + modulus * counter.subs : 1
    }
    if (steps > 1 && steps <= mostLost) this.lost = steps - 1
  }

  /** Seconds since the start, of a row without time cells. */
  fromRow(): number {
    return (this.row + this.lost) * (this.#plan.step ?? 1)
  }

  fromNumber(value: number): number {
    return this.#spread((value - this.#plan.origin.value) * this.#plan.scale)
  }

  fromText(seconds: number, fraction: number): number {
    const { origin, time } = this.#plan
    const at = seconds - origin.value + (fraction - origin.fraction)
    if (time.form !== 'time-of-day') return this.#spread(at)
    // Half a day back means that midnight has passed. Less means that the clock was set back.
    if (at + this.days * 86_400 < this.at - 43_200) this.days++
    return this.#spread(at + this.days * 86_400)
  }

  /** Rows with the same time are spread evenly until the next time. */
  #spread(at: number): number {
    const { spread } = this.#plan
    if (!spread) return at
    this.#repeats = at === this.#lastTime ? this.#repeats + 1 : 0
    this.#lastTime = at
    return at + Math.min(this.#repeats * spread.step, spread.tick * lastPart)
  }
}
