import { makeFault } from '../fault.ts'
import type { Block, Fault } from '../recording.ts'

export type Series = {
  /**
   * Adds the samples of one record, evenly spaced over `seconds`; `at` in seconds since the start. Returns the fault,
   * if any.
   */
  add(at: number, seconds: number, values: readonly Float32Array<ArrayBuffer>[]): Fault | undefined
  /** The blocks since the previous call. */
  flush(): Block[]
}

type Piece = { at: number; step: number; continues: boolean; parts: (readonly Float32Array<ArrayBuffer>[])[] }

/** Joins consecutive seconds with the same number of samples. `channels` are sampled together. */
export function makeSeries(channels: readonly number[]): Series {
  let pieces: Piece[] = []
  let end = Number.NEGATIVE_INFINITY
  return {
    add: (at, seconds, values) => {
      const count = values[0]?.length ?? 0
      if (count === 0) return undefined
      if (at < end - 1e-6) return makeFault('time-backwards', { at })
      const step = seconds / count
      const continues = at - end < step / 2
      const last = pieces.at(-1)
      if (continues && last && last.step === step) last.parts.push(values)
      else pieces.push({ at, step, continues, parts: [values] })
      end = at + seconds
      return undefined
    },
    flush: () => {
      const blocks = pieces.flatMap(({ at, step, continues, parts }) =>
        channels.map((channel, index): Block => ({ channel, at, step, continues, values: join(parts, index) })),
      )
      pieces = []
      return blocks
    },
  }
}

function join(parts: readonly (readonly Float32Array<ArrayBuffer>[])[], index: number): Float32Array {
  const values = new Float32Array(parts.reduce((sum, part) => sum + (part[index]?.length ?? 0), 0))
  let into = 0
  for (const part of parts) {
    const each = part[index]
    if (!each) continue
    values.set(each, into)
    into += each.length
  }
  return values
}

/** Occasional single readings, such as of the battery. */
export function makeReadings(channel: number): { add(at: number, value: number): void; flush(): Block[] } {
  let times: number[] = []
  let values: number[] = []
  return {
    add: (at, value) => {
      if (at < (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
      times.push(at)
      values.push(value)
    },
    flush: () => {
      const [at] = times
      if (at === undefined) return []
      const block = { channel, at, step: null, times: Float64Array.from(times), values: Float32Array.from(values) }
      times = []
      values = []
      return [{ ...block, continues: true }]
    },
  }
}
