import { type Block, type BlocksOptions, isFault, type Recording } from './recording.ts'

/** Rows of samples. A missing sample is NaN. */
export type JoinedRows = {
  /** Seconds since the start of the recording. */
  readonly times: Float64Array
  /** A column for each of the channels that were asked for. */
  readonly columns: readonly Float64Array[]
  /** Of each column, whether its samples have single precision. */
  readonly isSingle: readonly boolean[]
}

/** Seconds; samples closer than this share a row. */
const sameTime = 1e-6
const mostRows = 4_096
/** Samples held while a channel is behind the others. Then the others go on without it. */
const mostHeld = 4_000_000

/** A channel's samples that have not been written yet. */
class Pending {
  held = 0
  isSingle = true
  readonly #blocks: Block[] = []
  #at = 0

  add(block: Block): void {
    this.#blocks.push(block)
    if (!(block.values instanceof Float32Array)) this.isSingle = false
    this.held += block.values.length
  }

  /** Infinity if there is none. */
  get time(): number {
    const [block] = this.#blocks
    if (!block) return Number.POSITIVE_INFINITY
    return block.step === null ? (block.times?.[this.#at] ?? block.at) : block.at + this.#at * block.step
  }

  take(): number {
    const [block] = this.#blocks
    const value = block?.values[this.#at] ?? Number.NaN
    this.held -= 1
    this.#at += 1
    if (block && this.#at >= block.values.length) {
      this.#blocks.shift()
      this.#at = 0
    }
    return value
  }
}

/**
 * The samples of some channels as rows in order of time: those of one time share a row. Of a channel that stops, the
 * others go on, and a sample that comes too late has a row of its own. `from` and `to` (exclusive) in seconds since the start.
 */
export async function* joinedRows(
  recording: Recording,
  channels: readonly number[],
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, signal }: BlocksOptions = {},
): AsyncGenerator<JoinedRows> {
  const pending = channels.map(() => new Pending())
  const rows = new Rows(channels.length)
  const taken = () => ({ ...rows.take(), isSingle: pending.map(({ isSingle }) => isSingle) })
  function* drain(isEnd: boolean): Generator<JoinedRows> {
    for (;;) {
      let time = Number.POSITIVE_INFINITY
      let isWaiting = false
      let held = 0
      for (const each of pending) {
        if (each.held === 0) isWaiting = true
        else time = Math.min(time, each.time)
        held += each.held
      }
      if (time === Number.POSITIVE_INFINITY || (isWaiting && !isEnd && held <= mostHeld)) return
      const isWanted = time >= from && time < to
      if (isWanted) rows.begin(time)
      for (const [place, each] of pending.entries()) {
        if (each.held === 0 || each.time - time >= sameTime) continue
        const value = each.take()
        if (isWanted) rows.put(place, value)
      }
      if (rows.isFull) yield taken()
    }
  }
  const range = {
    ...(Number.isFinite(from) && { from }),
    ...(Number.isFinite(to) && { to }),
    ...(signal && { signal }),
  }
  let failure: { error: unknown } | undefined
  try {
    for await (const item of recording.blocks(range)) {
      if (isFault(item) || item.values.length === 0) continue
      const place = channels.indexOf(item.channel)
      if (place === -1) continue
      pending[place]?.add(item)
      yield* drain(false)
    }
  } catch (error) {
    failure = { error }
  }
  yield* drain(true)
  if (rows.count > 0) yield taken()
  if (failure) throw failure.error
}

class Rows {
  count = 0
  readonly #width: number
  #times = new Float64Array(mostRows)
  #columns: Float64Array[]

  constructor(width: number) {
    this.#width = width
    this.#columns = this.#empty()
  }

  get isFull(): boolean {
    return this.count === mostRows
  }

  #empty(): Float64Array[] {
    return Array.from({ length: this.#width }, () => new Float64Array(mostRows).fill(Number.NaN))
  }

  begin(time: number): void {
    this.#times[this.count] = time
    this.count += 1
  }

  put(place: number, value: number): void {
    const column = this.#columns[place]
    if (column) column[this.count - 1] = value
  }

  take(): Omit<JoinedRows, 'isSingle'> {
    const taken = {
      times: this.#times.subarray(0, this.count),
      columns: this.#columns.map((column) => column.subarray(0, this.count)),
    }
    this.#times = new Float64Array(mostRows)
    this.#columns = this.#empty()
    this.count = 0
    return taken
  }
}
