import { type Block, type Channel, follows } from '../recording.ts'

/** Consecutive samples of one signal, all of its channels at the same times; none of them is missing. */
export type Samples = {
  /** Index into the signals. */
  readonly signal: number
  /** Of the first sample, in seconds since the start of the recording. */
  readonly at: number
  /** Seconds between samples. */
  readonly step: number
  /** One for each channel of the signal, all of one length. */
  readonly columns: readonly Float64Array[]
  /** Whether they follow the signal's previous samples without a gap. */
  readonly continues: boolean
}

/** Channels that are read together, such as the axes of an accelerometer. */
export type Signal = { readonly channels: readonly number[] }

/** Samples that wait for another axis, or are made of one block. A hostile file must not fill the memory. */
const mostWaiting = 1 << 22

type Piece = {
  readonly at: number
  readonly step: number
  readonly values: Float32Array | Float64Array
  readonly continues: boolean
  /** Samples that were used already. */
  used: number
}

/** Arranges the blocks of a recording as the samples of signals, as they are read. */
export class Signals {
  readonly #byChannel = new Map<number, [aligner: Aligner, member: number][]>()
  readonly #eveners: readonly Evener[]
  readonly #last: (Block | undefined)[] = []

  constructor(channels: readonly Channel[], signals: readonly Signal[]) {
    for (const [signal, { channels: members }] of signals.entries()) {
      const aligner = new Aligner(signal, members.length)
      for (const [member, channel] of members.entries()) {
        this.#byChannel.set(channel, [...(this.#byChannel.get(channel) ?? []), [aligner, member]])
      }
    }
    this.#eveners = channels.map(({ rate }) => new Evener(rate === null ? null : 1 / rate))
  }

  /** Returns what is complete by this block. Irregular samples are interpolated at the channel's nominal or usual rate. */
  add(block: Block): Samples[] {
    const aligners = this.#byChannel.get(block.channel)
    if (!aligners) return []
    const previous = this.#last[block.channel]
    this.#last[block.channel] = block
    const continues = previous !== undefined && follows(previous, block)
    const piece =
      block.step === null
        ? this.#eveners[block.channel]?.add(block, continues)
        : { at: block.at, step: block.step, values: block.values, continues }
    if (!piece) return []
    return aligners.flatMap(([aligner, member]) => aligner.add(member, { ...piece, used: 0 }))
  }
}

/** Interpolates samples with times of their own on a grid. */
class Evener {
  #step: number | null
  #time = Number.NaN
  #value = Number.NaN
  #next = Number.NaN

  /** Without a step, that of the first block is used. */
  constructor(step: number | null) {
    this.#step = step
  }

  add({ times, values }: Block, continues: boolean): Omit<Piece, 'used'> | undefined {
    if (!times || times.length === 0) return undefined
    this.#step ??= ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1) || 1
    const step = this.#step
    // Without a first sample, a grid begins with this block.
    const isNew = !continues || Number.isNaN(this.#time)
    if (isNew) {
      this.#time = times[0] ?? 0
      this.#value = values[0] ?? Number.NaN
      this.#next = this.#time
    }
    const at = this.#next
    const made = this.#between(times, values, at, step)
    return made.length === 0 ? undefined : { at, step, values: made, continues: !isNew }
  }

  /** The values on the grid from `at` on, until the last of these times. */
  #between(times: Float64Array, values: Block['values'], at: number, step: number): Float64Array {
    let made = new Float64Array(Math.min(mostWaiting, times.length + 2))
    let used = 0
    let [lastTime, lastValue, next] = [this.#time, this.#value, this.#next]
    for (let i = 0; i < times.length; i++) {
      const time = times[i] ?? 0
      const value = values[i] ?? Number.NaN
      const span = time - lastTime
      while (next <= time + step * 1e-6 && used < mostWaiting) {
        if (used === made.length) made = enlarged(made)
        made[used++] = span > 0 ? lastValue + ((value - lastValue) * (next - lastTime)) / span : value
        next = at + used * step
      }
      lastTime = time
      lastValue = value
    }
    this.#time = lastTime
    this.#value = lastValue
    this.#next = next
    return made.subarray(0, used)
  }
}

/** With room for more. */
function enlarged(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.min(mostWaiting, 2 * values.length))
  larger.set(values)
  return larger
}

/** Brings the channels of one signal to the same times. */
class Aligner {
  readonly #signal: number
  readonly #queues: Piece[][]
  #isBroken = true

  constructor(signal: number, members: number) {
    this.#signal = signal
    this.#queues = Array.from({ length: members }, () => [])
  }

  add(member: number, piece: Piece): Samples[] {
    const queue = this.#queues[member] ?? []
    queue.push(piece)
    const made: Samples[] = []
    for (;;) {
      const heads = this.#queues.map((each) => each[0])
      if (!heads.every((head) => head !== undefined)) break
      const start = Math.max(...heads.map(timeOf))
      const early = heads.filter((head) => timeOf(head) < start - head.step / 2)
      for (const head of early) {
        const skipped = Math.max(1, Math.round((start - timeOf(head)) / head.step))
        head.used = Math.min(head.values.length, head.used + skipped)
        this.#isBroken = true
      }
      if (early.length === 0) made.push(...this.#take(heads))
      this.#dropUsed()
    }
    for (let waiting = queue.reduce((sum, each) => sum + each.values.length, 0); waiting > mostWaiting; ) {
      waiting -= queue.shift()?.values.length ?? 0
      this.#isBroken = true
    }
    return made
  }

  #dropUsed(): void {
    for (const queue of this.#queues) {
      while (queue[0] && queue[0].used >= queue[0].values.length) queue.shift()
    }
  }

  #take(heads: readonly Piece[]): Samples[] {
    const [first] = heads
    if (!first) return []
    if (heads.some((head) => head.used === 0 && !head.continues)) this.#isBroken = true
    const count = Math.min(...heads.map((head) => head.values.length - head.used))
    const made: Samples[] = []
    for (let begun = 0; begun < count; ) {
      const ends = Math.min(...heads.map((head) => presentUntil(head, begun, count)))
      if (ends > begun) {
        const columns = heads.map(({ values, used }) => new Float64Array(values.subarray(used + begun, used + ends)))
        const began = first.at + (first.used + begun) * first.step
        made.push({ signal: this.#signal, at: began, step: first.step, columns, continues: !this.#isBroken })
      }
      this.#isBroken = ends < count
      begun = ends + 1
    }
    for (const head of heads) head.used += count
    return made
  }
}

/** The index of the first missing sample from `from` on, or `to`. Counted from the first unused one. */
function presentUntil({ values, used }: Piece, from: number, to: number): number {
  let i = used + from
  while (i < used + to && !Number.isNaN(values[i] ?? 0)) i++
  return i - used
}

function timeOf({ at, step, used }: Piece): number {
  return at + used * step
}
