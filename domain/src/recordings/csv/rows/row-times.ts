import type { Counter } from '../head/columns.ts'
import type { Plan } from './plan.ts'

/** A counter that decreases has wrapped around at one of these. */
const moduli = [256, 65_536, 2 ** 32]
/** The maximum jump of a counter. A larger one means that the counter was reset. */
const mostLost = 1e6

/** In ticks: the position of rows beyond the rate. */
const lastPart = 0.999

const hour = 3600
const day = 24 * hour
const halfHour = hour / 2

/** Whether a jump to this local time is over a whole hour of a Sunday in spring, north or south, as summer time begins. */
function isSpringNight(seconds: number, jump: number): boolean {
  const to = new Date(seconds * 1000)
  const isSeason = [2, 3, 8, 9].includes(to.getUTCMonth())
  const intoHour = seconds % hour
  return isSeason && to.getUTCDay() === 0 && to.getUTCHours() <= 4 && intoHour <= jump - hour
}

/** On Lord Howe Island, summer time is half an hour: whether this local time is in that of its nights, of this month. */
function isHalfHourNight(seconds: number, month: number): boolean {
  const to = new Date(seconds * 1000)
  return (
    to.getUTCMonth() === month &&
    to.getUTCDay() === 0 &&
    Math.floor((seconds % day) / halfHour) === (month === 3 ? 3 : 5)
  )
}

/** Determines the time of each row in turn, from its time cells, or from its number and its counter. */
export class RowTimes {
  /** Rows so far, including lost ones. */
  row = 0
  /** Of the last row, in seconds; before the first, -Infinity. */
  at = Number.NEGATIVE_INFINITY
  /** Rows lost before this one, according to the counter. */
  lost = 0
  counted: number | null = null
  /** Midnights passed, for times of day; whole hours, for minutes that begin again. */
  days = 0
  /** Seconds added to the times, since a local clock was set back or forward. */
  shift = 0
  /** Seconds between two numbers of single precision at the last row; 0 for other times. */
  resolution = 0
  /** Hours by which the clock was changed at the last row: 1 or -1, 0.5 or -0.5, else 0. */
  changedHours = 0
  /** The time cells of the previous row, and how many rows before it had the same. */
  lastTime: number | null = null
  repeats = 0
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
      const modulus = counter.modulus ?? moduli.find((each) => each * counter.subs > previous)
      steps = modulus ? steps + modulus * counter.subs : 1
    }
    if (steps <= mostLost) this.lost = Math.max(0, steps - 1)
  }

  /** Seconds since the start, of a row without time cells. */
  fromRow(): number {
    return (this.row + this.lost) * (this.#plan.step ?? 1)
  }

  fromNumber(value: number): number {
    if (this.#plan.isSingle) this.resolution = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 23) * this.#plan.scale
    return this.#spread((value - this.#plan.origin.value) * this.#plan.scale)
  }

  fromText(seconds: number, fraction: number): number {
    const { origin, time } = this.#plan
    const at = seconds - origin.value + (fraction - origin.fraction)
    if (time.form !== 'time-of-day') return this.#spread(this.#elapsed(at))
    // Half a day back means that midnight has passed. Less means that the clock was set back.
    const round = time.unit === 'min' ? hour : day
    this.changedHours = 0
    if (at + this.shift + this.days * round < this.at - round / 2) this.days++
    const told = at + this.days * round
    return this.#spread(time.unit === 'min' ? told : this.#timeOfDay(told, seconds))
  }

  /** Elapsed time: goes on where the clock is set back by an hour, or jumps over the hour that summer time skips. */
  #elapsed(told: number): number {
    const { isLocal, gap, origin } = this.#plan
    this.changedHours = 0
    const at = told + this.shift
    if (!isLocal || !Number.isFinite(this.at)) return at
    const jump = at - this.at
    const isBack = jump < 0 && jump + hour >= 0 && jump + hour <= gap
    // The same file has a gap of just an hour more often than its clock jumps, but not over these nights.
    const isForth = jump >= hour && jump <= hour + gap && isSpringNight(origin.value + told, jump)
    if (isBack || isForth) return this.#changed(told, isBack ? -1 : 1)
    const isHalfBack = jump < 0 && jump + halfHour >= 0 && jump + halfHour <= gap
    if (isHalfBack && isHalfHourNight(origin.value + told, 3)) return this.#changed(told, -0.5)
    const isHalfForth = jump >= halfHour && jump <= halfHour + gap
    return isHalfForth && isHalfHourNight(origin.value + told, 9) ? this.#changed(told, 0.5) : at
  }

  /** Without a date, a clock is set back where an hour of the night begins again. */
  #timeOfDay(told: number, seconds: number): number {
    const { gap } = this.#plan
    const at = told + this.shift
    const back = at - this.at + hour
    const isBack = at < this.at && back >= 0 && back <= gap && seconds % hour <= gap
    return isBack && seconds < 3 * hour ? this.#changed(told, -1) : at
  }

  #changed(told: number, hours: number): number {
    this.changedHours = hours
    this.shift -= hours * hour
    return told + this.shift
  }

  /** Rows with the same time are spread evenly until the next time. */
  #spread(at: number): number {
    const { spread } = this.#plan
    if (!spread) return at
    this.repeats = at === this.lastTime ? this.repeats + 1 : 0
    this.lastTime = at
    return at + Math.min(this.repeats * spread.step, spread.tick * lastPart)
  }
}
