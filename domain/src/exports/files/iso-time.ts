import { timezoneOffset } from '../../activities/activity-time.ts'
import { offsetText } from '../../shared/offset-text.ts'

const secondsPerHour = 3600
const mostCached = 10_000

/** Formats instants as ISO 8601 with the UTC offset of a zone: `2026-10-20T09:50:00+02:00`. */
export class IsoTimes {
  readonly #zone: string
  /** Cached offsets of whole hours without a change of offset, because calculating each offset takes too long. */
  readonly #offsets = new Map<number, number>()

  constructor(zone: string) {
    this.#zone = zone
  }

  /** Epoch seconds with fractions to the millisecond. If the offset is not a whole number of minutes, uses UTC. */
  format(seconds: number): string {
    const offset = this.#offset(Math.floor(seconds))
    const fits = offset % 60 === 0
    const text = new Date(Math.round((seconds + (fits ? offset : 0)) * 1000)).toISOString()
    const time = text.endsWith('.000Z') ? text.slice(0, -5) : text.slice(0, -1)
    return time + (fits ? offsetText(offset, '-') : 'Z')
  }

  /** The zone's UTC offset in seconds, positive east of Greenwich. */
  #offset(seconds: number): number {
    const hour = Math.floor(seconds / secondsPerHour)
    const cached = this.#offsets.get(hour)
    if (cached !== undefined) return cached
    const first = 0 - timezoneOffset(hour * secondsPerHour, this.#zone)
    if (first !== 0 - timezoneOffset((hour + 1) * secondsPerHour - 1, this.#zone)) {
      return 0 - timezoneOffset(seconds, this.#zone)
    }
    if (this.#offsets.size >= mostCached) this.#offsets.clear()
    this.#offsets.set(hour, first)
    return first
  }
}
