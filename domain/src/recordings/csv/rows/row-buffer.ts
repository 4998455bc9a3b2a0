import { limits } from '../../limits.ts'
import type { Block } from '../../recording.ts'
import type { Plan } from './plan.ts'

/** The total number of values in a block of all channels. */
const blockNumbers = 1 << 20

/** Rows that are being collected into blocks, one per channel. */
export class RowBuffer {
  /** Channel after channel, `capacity` rows each. */
  readonly cells: Float64Array
  readonly times: Float64Array
  readonly capacity: number
  rows = 0
  readonly #plan: Plan
  /** Whether the next rows continue where the last block ended. */
  #continues = false
  /** The channels that had a sample among the last rows. */
  readonly #open = new Set<number>()
  /** By sparse channel: the time of its last sample. */
  readonly #lastAt: Float64Array

  constructor(plan: Plan) {
    const { length } = plan.channels
    this.#plan = plan
    this.capacity = Math.min(limits.blockSamples, Math.max(256, Math.floor(blockNumbers / length)))
    this.cells = new Float64Array(this.capacity * length)
    this.times = new Float64Array(this.capacity)
    this.#lastAt = new Float64Array(length).fill(Number.NEGATIVE_INFINITY)
  }

  /** Clears the next row. */
  clearRow(): void {
    for (let at = this.rows; at < this.cells.length; at += this.capacity) this.cells[at] = Number.NaN
  }

  /** Returns the collected rows. Keeps the row after them, which is being read, as the first of the next block. */
  cut(): Block[] {
    const { rows, capacity, cells } = this
    const blocks = this.flush(true)
    for (let at = 0; at < cells.length; at += capacity) cells[at] = cells[at + rows] ?? Number.NaN
    return blocks
  }

  /** Returns the collected rows. `isGap`: the next row does not continue here. */
  flush(isGap: boolean): Block[] {
    const { rows } = this
    const blocks = rows === 0 ? [] : this.#blocks(rows)
    this.rows = 0
    if (rows > 0) this.#continues = true
    if (isGap) this.#continues = false
    return blocks
  }

  #blocks(rows: number): Block[] {
    const { step } = this.#plan
    const times = this.times.slice(0, rows)
    const at = times[0] ?? 0
    return this.#plan.channels.flatMap(({ sparseGap }, channel) => {
      const first = channel * this.capacity
      const column = this.cells.subarray(first, first + rows)
      if (sparseGap !== null) return this.#sparse(channel, column, times, sparseGap)
      const continues = this.#continues && this.#open.has(channel)
      if (column.every((value) => Number.isNaN(value))) {
        this.#open.delete(channel)
        return []
      }
      this.#open.add(channel)
      return [{ channel, at, step, ...(step === null && { times }), values: column.slice(), continues }]
    })
  }

  /** Blocks of the rows that have a value, divided where the time between two is too long. */
  #sparse(channel: number, column: Float64Array, times: Float64Array, gap: number): Block[] {
    const parts: { rows: number[]; continues: boolean }[] = []
    let last = this.#lastAt[channel] ?? 0
    for (let row = 0; row < column.length; row++) {
      if (Number.isNaN(column[row])) continue
      const at = times[row] ?? 0
      const isGap = at - last > gap
      const part = parts.at(-1)
      if (part && !isGap) part.rows.push(row)
      else parts.push({ rows: [row], continues: !isGap })
      last = at
    }
    this.#lastAt[channel] = last
    return parts.map(({ rows, continues }) => {
      const own = Float64Array.from(rows, (row) => times[row] ?? 0)
      const values = Float64Array.from(rows, (row) => column[row] ?? Number.NaN)
      return { channel, at: own[0] ?? 0, step: null, times: own, values, continues }
    })
  }
}
