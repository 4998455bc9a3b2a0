import type { Fault, FaultCode } from '../../recording.ts'

const longestDetail = 80

/** Combines consecutive faults of one kind into one with a count, so that a bad file does not report a fault per line. */
export class FaultTally {
  readonly #faults = new Map<FaultCode, Fault>()

  add(what: FaultCode, place: Pick<Fault, 'line' | 'offset' | 'at'>, detail: string, count = 1): void {
    const known = this.#faults.get(what)
    const at = place.at !== null && Number.isFinite(place.at) ? place.at : null
    this.#faults.set(
      what,
      known
        ? { ...known, count: known.count + count }
        : { what, count, ...place, at, detail: detail.slice(0, longestDetail) },
    )
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  /** Returns the faults since the previous call. */
  take(): Fault[] {
    const faults = [...this.#faults.values()]
    this.#faults.clear()
    return faults
  }
}
